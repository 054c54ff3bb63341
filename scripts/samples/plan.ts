/** What lies in samples/: which clips, made by what, and what is known of them. Data only. */
import { z } from "zod";

/** One clip of the samples. Instance seeds count up from `FIRST_SEED` in the order of the list. */
export type SamplePlan = {
  readonly instanceId: string;
  readonly seed: number;
  /** Built-in generator. */
  readonly generator: string;
  /** Checks that have to fail by construction; all others may not be assumed. */
  readonly mustFail: readonly string[];
  readonly processValid: boolean;
  readonly terminal: "pass" | "fail";
};

export const FIRST_SEED = 1;

export const SAMPLES: readonly SamplePlan[] = [
  {
    instanceId: "pipe-easy-1",
    seed: 1,
    generator: "oracle",
    mustFail: [],
    processValid: true,
    terminal: "pass",
  },
  {
    instanceId: "pipe-easy-2",
    seed: 2,
    generator: "fault:retype",
    mustFail: ["pipe_type_consistency"],
    processValid: false,
    terminal: "pass",
  },
  {
    instanceId: "pipe-easy-3",
    seed: 3,
    generator: "jump",
    mustFail: ["one_move_at_a_time"],
    processValid: false,
    terminal: "pass",
  },
];

/** Options that all clips share. Smaller than the default, to keep the folder small. */
export const SAMPLE_OPTIONS: readonly string[] = ["--size", "640x368"];

/** What the generator planted; null for a valid rollout. */
export const plantedSchema = z
  .looseObject({
    fault: z.string(),
    check: z.string().optional(),
    /** First source frame at which it is visible. */
    frame: z.number(),
    cell: z.strictObject({ x: z.number(), y: z.number() }).optional(),
  })
  .nullable();

/** `samples/truth.json`: one entry a clip, never shown to the judge. */
export const samplesTruthSchema = z.strictObject({
  clips: z.array(
    z.strictObject({
      instanceId: z.string(),
      generator: z.string(),
      /** The command whose clip this is, run in an empty folder. */
      command: z.string(),
      clipSha256: z.string(),
      planted: plantedSchema,
      expected: z.strictObject({
        processValid: z.boolean(),
        terminal: z.enum(["pass", "fail"]),
        mustFail: z.array(z.string()),
      }),
    }),
  ),
});
export type SamplesTruth = z.infer<typeof samplesTruthSchema>;
