/** `report.json`: a run's numbers and a row per episode, for programs. */
import { z } from "zod";
import { count, outcomeSchema, tierSchema } from "./common.ts";
import { worldOutcomeSchema } from "./episode.ts";
import { runSummarySchema } from "./run.ts";
import { violationSchema } from "./verdict.ts";

export const reportViolationSchema = violationSchema.extend({
  check: z.string(),
  /** Time of `frame` in the clip. */
  timeSec: z.number(),
  /** The same in words. */
  words: z.string(),
});
export type ReportViolation = z.infer<typeof reportViolationSchema>;

export const reportEpisodeSchema = z.strictObject({
  instanceId: z.string(),
  tier: tierSchema,
  seed: count,
  status: z.enum(["ok", "error"]),
  /** Null for an episode that ended in an error. */
  judged: z
    .strictObject({
      processValidSuccess: z.boolean(),
      processValid: z.boolean(),
      terminal: z.enum(["pass", "fail", "undetermined"]),
      terminalReason: z.string().nullable(),
      scorable: z.boolean(),
      goalEverReached: z.boolean(),
      world: worldOutcomeSchema,
      checks: z.array(z.strictObject({ name: z.string(), outcome: outcomeSchema })),
      violations: z.array(reportViolationSchema),
      /** Null when no plan could be decoded. */
      plan: z
        .strictObject({ moves: z.array(z.string()), legal: z.boolean(), reachesGoal: z.boolean() })
        .nullable(),
      /** Relative to the run folder. */
      clip: z.string(),
      clipSha256: z.string(),
    })
    .nullable(),
  warnings: z.array(z.string()),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type ReportEpisode = z.infer<typeof reportEpisodeSchema>;

export const reportSchema = z.strictObject({
  schema: z.literal("topoprobe.report/1"),
  runs: z.array(
    z.strictObject({
      name: z.string(),
      summary: runSummarySchema,
      /** Instances of the run that are not finished. */
      missing: z.array(z.string()),
      episodes: z.array(reportEpisodeSchema),
    }),
  ),
});
export type Report = z.infer<typeof reportSchema>;
