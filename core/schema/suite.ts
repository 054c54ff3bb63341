/**
 * `topoprobe.suite/1`: a file that says which runs belong together - tasks x tiers x seeds x conditions x
 * generators x reasoners. Strict: an unknown field is an error. Holds no URL and no key, only names of
 * variables of the environment; paths in it start at its own folder.
 */
import { z } from "zod";
import { count, tierSchema } from "./common.ts";

const positive = z.number().int().positive();
/** As H.264 in 4:2:0 needs. */
const side = positive.min(64).max(7680).multipleOf(2);
const id = z.string().min(1);
/** Part of the name of a run folder. */
const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, "expected letters, digits, '.', '-' or '_'");
const variableSchema = z
  .string()
  .regex(
    /^[A-Z][A-Z0-9_]*$/,
    "expected the name of a variable of the environment, such as QWEN_BASE_URL; never an address or a key",
  );

const distinct = <T>(items: readonly T[]): boolean => new Set(items).size === items.length;
const names = (what: string) => z.array(id).min(1).refine(distinct, `expected each ${what} once`);

/** Where a suite's instances come from. */
export const suiteInstancesSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("generated"),
    /** Episodes of each tier. */
    perTier: positive,
    /**
     * Each one is a set of instances of its own: the k-th of a tier has seed `seed` + the tier's offset
     * + k. They must lie `perTier` apart at least. @default [1]
     */
    seeds: z.array(count).min(1).refine(distinct, "expected each seed once").default([1]),
  }),
  z.strictObject({
    kind: z.literal("published"),
    /** By task. */
    files: z.record(
      id,
      z.strictObject({
        /** Rows of the published data set, JSONL. */
        rows: z.string().min(1),
        /** Which of them: a JSON array of ids, or one id a line. @default all rows of the tiers */
        ids: z.string().min(1).optional(),
      }),
    ),
    /** The first so many of each tier. @default all that are chosen */
    perTier: positive.optional(),
    /** Decides what generators draw. @default 1 */
    seed: count.default(1),
  }),
]);
export type SuiteInstances = z.infer<typeof suiteInstancesSchema>;

/** Limits an entry to a part of the suite; what is absent limits nothing. */
const limits = {
  tasks: names("task").optional(),
  conditions: names("condition").optional(),
} as const;

export const suiteGeneratorSchema = z.strictObject({
  /** As given to `--gen`. */
  id,
  /** In the name of the run folder. @default the id, with `via` where it is given */
  name: nameSchema.optional(),
  /** The host, as given to `--via`. @default the first that is ready */
  via: id.optional(),
  /** Workflow of ComfyUI, a file. */
  workflow: z.string().min(1).optional(),
  /** Built-in clips: constant rate factor, 0 to 51. */
  crf: count.max(51).optional(),
  /** Built-in clips: moves a second. */
  movesPerSecond: z.number().positive().optional(),
  /**
   * Size of observation and clip, in place of the suite's: the observation is then another one than in
   * the other conditions, and comparisons say so.
   */
  size: z.strictObject({ widthPx: side, heightPx: side }).optional(),
  /** @default the suite's, else as the model was made for */
  frames: positive.min(2).optional(),
  /** @default the suite's, else as the model was made for */
  fps: z.number().positive().optional(),
  ...limits,
});
export type SuiteGenerator = z.infer<typeof suiteGeneratorSchema>;

export const suiteReasonerSchema = z.strictObject({
  /** As given to `--reasoner`. */
  id,
  /** In the name of the run folder. @default the id */
  name: nameSchema.optional(),
  /** Variable that holds the address of the chat server. @default OPENAI_BASE_URL */
  baseUrlEnv: variableSchema.optional(),
  /** How tools are called. @default "auto": found out */
  tools: z.enum(["auto", "native", "text"]).optional(),
  /** @default "own" */
  promptStyle: z.enum(["own", "published"]).optional(),
  /** @default 0 */
  temperature: z.number().min(0).max(2).optional(),
  /** Most tokens of a reply. @default 2048 */
  maxTokens: positive.optional(),
  ...limits,
});
export type SuiteReasoner = z.infer<typeof suiteReasonerSchema>;

export const suiteSchema = z.strictObject({
  schema: z.literal("topoprobe.suite/1"),
  /** In progress lines and tables. */
  name: nameSchema,
  /** For people. */
  note: z.string().optional(),
  tasks: names("task"),
  /** @default all */
  tiers: z
    .array(tierSchema)
    .min(1)
    .refine(distinct, "expected each tier once")
    .default(["easy", "medium", "hard"]),
  instances: suiteInstancesSchema,
  conditions: names("condition"),
  generators: z.array(suiteGeneratorSchema).default([]),
  reasoners: z.array(suiteReasonerSchema).default([]),
  /** The observation of every condition, and what is asked of every generator. */
  rollout: z
    .strictObject({
      /** @default 832 */
      widthPx: side.default(832),
      /** @default 480 */
      heightPx: side.default(480),
      frames: positive.min(2).optional(),
      fps: z.number().positive().optional(),
      /** Camera, of tasks that have it. @default the first of each task */
      view: id.optional(),
    })
    .default({ widthPx: 832, heightPx: 480 }),
  /** Frames judged of each clip. @default 41 */
  sampling: z.union([positive, z.literal("all")]).default(41),
});
export type Suite = z.infer<typeof suiteSchema>;
