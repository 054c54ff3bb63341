/**
 * One line of `episodes.jsonl`: an attempt that ended. Holds nothing that a clock decides, so that
 * the same work gives the same bytes.
 */
import { z } from "zod";
import { agentRecordSchema } from "./agent.ts";
import { count, finiteNumber, sha256Schema, tierSchema } from "./common.ts";
import { instanceIdSchema } from "./instance.ts";
import { generatorRefSchema, rolloutConfigSchema } from "./run.ts";
import { type VerdictBrief, verdictBriefSchema } from "./verdict-brief.ts";

const commonShape = {
  schema: z.literal("topoprobe.episode/1"),
  /** Work key: sha256 of the canonical JSON of all that affects the outcome. */
  key: sha256Schema,
  instanceId: instanceIdSchema,
  task: z.string(),
  taskVersion: z.string(),
  tier: tierSchema,
  seed: count,
  generator: generatorRefSchema,
  condition: z.string(),
  rollout: rolloutConfigSchema,
  promptSha256: sha256Schema,
  /** Where the clip was made, such as "replicate"; absent for generators that ask no host. */
  host: z.string().optional(),
  /**
   * What this attempt cost, in US dollars: 0 when nothing was bought, null when nobody knows; absent
   * for generators that ask no host.
   */
  costUsd: finiteNumber.nonnegative().nullable().optional(),
} as const;

/** What came of the actions in the task's own rules: those of a decoded plan, or of an agent. */
export const worldOutcomeSchema = z.strictObject({
  /** Steps spent; an illegal action costs one and changes nothing. */
  steps: count,
  /** Refused by the rules; for decoded plans also what is no action. */
  illegal: count,
  /** Steps in which an agent gave no action that could be read; absent for decoded plans. */
  invalid: count.optional(),
  /** The goal was reached within the action budget. */
  success: z.boolean(),
});
export type WorldOutcome = z.infer<typeof worldOutcomeSchema>;

export const clipRefSchema = z.strictObject({
  /** Relative to the run folder, with forward slashes. */
  path: z.string(),
  sha256: sha256Schema,
  bytes: count,
});
export type ClipRef = z.infer<typeof clipRefSchema>;

export const okEpisodeSchema = z.strictObject({
  ...commonShape,
  status: z.literal("ok"),
  /** The clip that was imagined; absent in conditions without one, and where none came of it. */
  clip: clipRefSchema.optional(),
  /** Options that the generator could not meet, and the like. */
  warnings: z.array(z.string()),
  /** The verdict in short; the whole of it is the line of `verdicts.jsonl` with this clip's hash. */
  verdict: verdictBriefSchema.optional(),
  world: worldOutcomeSchema,
  /** Success in the world: the same as `world.success`. */
  success: z.boolean(),
  /** What the agent did; absent where the clip is the policy. */
  agent: agentRecordSchema.optional(),
});

export const errorEpisodeSchema = z.strictObject({
  ...commonShape,
  status: z.literal("error"),
  /**
   * Codes: those of `core/errors.ts`; "unknown" when nobody knows whether the rollout was bought, and
   * "failed" when it was bought and ended without a clip. The last two stand until they are asked for
   * again on purpose; any other is tried again by the next run.
   */
  error: z.strictObject({ code: z.string(), message: z.string() }),
});

export const episodeSchema = z.discriminatedUnion("status", [okEpisodeSchema, errorEpisodeSchema]);
export type Episode = z.infer<typeof episodeSchema>;
export type OkEpisode = z.infer<typeof okEpisodeSchema>;

/** An episode with a clip and the judge's word on it. */
export type JudgedEpisode = OkEpisode & {
  readonly clip: ClipRef;
  readonly verdict: VerdictBrief;
};

/** False for errors, and for agents' episodes in which no clip was judged. */
export function isJudged(episode: Episode): episode is JudgedEpisode {
  return episode.status === "ok" && episode.clip !== undefined && episode.verdict !== undefined;
}
