/** `report.json`: what runs amount to, how they compare, and a row per episode, for programs. */
import { z } from "zod";
import { count, finiteNumber, outcomeSchema, tierSchema } from "./common.ts";
import { worldOutcomeSchema } from "./episode.ts";
import { proportionSchema, runSummarySchema } from "./run.ts";
import { frameLabelSchema, violationSchema } from "./verdict.ts";

/**
 * What became of an episode, the most telling failure first:
 * - `shortcut`: the last frame shows the goal, and a check failed on the way
 * - `broken`: a check failed, and the last frame does not show the goal
 * - `unsolved`: every check passes, and the last frame does not show the goal
 * - `undecided`: no check failed, but too much could not be read to decide
 * - `no_verdict`: ended in an error, or its verdict is lost
 * - `no_clip`: an agent played, and there is no clip to judge
 * - `success`: process-valid success
 */
export const EPISODE_KINDS = [
  "shortcut",
  "broken",
  "unsolved",
  "undecided",
  "no_verdict",
  "no_clip",
  "success",
] as const;
export const episodeKindSchema = z.enum(EPISODE_KINDS);
export type EpisodeKind = z.infer<typeof episodeKindSchema>;

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
  kind: episodeKindSchema,
  /** What came of the actions in the puzzle; null for an episode that ended in an error. */
  world: worldOutcomeSchema.nullable(),
  /** What an agent did, a line a step; null where the clip is the policy. */
  agent: z
    .strictObject({
      reasoner: z.string(),
      steps: z.array(z.string()),
      /** US dollars of the reasoner; null when no price is known. */
      costUsd: finiteNumber.nonnegative().nullable(),
    })
    .nullable(),
  /** Null for an episode that ended in an error, or has no clip to judge. */
  judged: z
    .strictObject({
      processValidSuccess: z.boolean(),
      processValid: z.boolean(),
      terminal: z.enum(["pass", "fail", "undetermined"]),
      terminalReason: z.string().nullable(),
      scorable: z.boolean(),
      goalEverReached: z.boolean(),
      checks: z.array(z.strictObject({ name: z.string(), outcome: outcomeSchema })),
      violations: z.array(reportViolationSchema),
      /** Null when no plan could be decoded. */
      plan: z
        .strictObject({ moves: z.array(z.string()), legal: z.boolean(), reachesGoal: z.boolean() })
        .nullable(),
      /** How well each sampled frame was read, in order. */
      labels: z.array(frameLabelSchema),
      /** Relative to the run folder. */
      clip: z.string(),
      clipSha256: z.string(),
    })
    .nullable(),
  /** Where the clip was made; null for generators that ask no host. */
  host: z.string().nullable(),
  /** US dollars; null when nobody knows; absent for generators that ask no host. */
  costUsd: finiteNumber.nonnegative().nullable().optional(),
  warnings: z.array(z.string()),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type ReportEpisode = z.infer<typeof reportEpisodeSchema>;

/** One run, or one of its tiers. All proportions but `successInPuzzle` are of judged episodes. */
export const resultRowSchema = z.strictObject({
  /** Name that tells the run from the others in this report: the generator's where that is enough. */
  label: z.string(),
  run: z.string(),
  generator: z.string(),
  condition: z.string(),
  task: z.string(),
  tier: z.union([tierSchema, z.literal("all")]),
  episodes: count,
  judged: count,
  errors: count,
  processValidSuccess: proportionSchema,
  processValid: proportionSchema,
  /** What the terminal test alone accepts. */
  terminalSuccess: proportionSchema,
  scorable: proportionSchema,
  /** Of all episodes that did not end in an error. */
  successInPuzzle: proportionSchema,
  /** Clips that the terminal test accepts and the process refuses. */
  acceptedWrongly: count,
  /** Clips with a check or an end that could not be decided. */
  undetermined: count,
});
export type ResultRow = z.infer<typeof resultRowSchema>;

export const checkRowSchema = z.strictObject({
  label: z.string(),
  run: z.string(),
  task: z.string(),
  check: z.string(),
  kind: z.enum(["static", "dynamic"]),
  /** What must hold, in one sentence; "" when the check is not known any more. */
  description: z.string(),
  pass: count,
  fail: count,
  undetermined: count,
  notApplicable: count,
  /** Clips that the check applies to: passed, failed or undetermined. */
  applicable: count,
  /** Passed, of those that the check applies to. */
  passRate: proportionSchema,
});
export type CheckRow = z.infer<typeof checkRowSchema>;

/** How well frames were read, by their place among the samples. */
export const readingRowSchema = z.strictObject({
  label: z.string(),
  run: z.string(),
  task: z.string(),
  clips: count,
  /** Places, evenly spaced from the first sampled frame to the last; 41 for clips sampled as published. */
  places: count,
  /** Clips by label, one number a place. */
  counts: z.record(frameLabelSchema, z.array(count)),
});
export type ReadingRow = z.infer<typeof readingRowSchema>;

export const MEASURES = [
  "processValidSuccess",
  "processValid",
  "terminalSuccess",
  "successInPuzzle",
] as const;
export type Measure = (typeof MEASURES)[number];

/** Two runs on the same instances: `b` less `a`, pair by pair. */
export const comparisonSchema = z.strictObject({
  task: z.string(),
  a: z.string(),
  b: z.string(),
  /** Instances that both have played to an end. */
  instances: count,
  /** Instances of either that the other has not. */
  unpaired: count,
  /** Of the bootstrap. */
  seed: count,
  resamples: count,
  measures: z.array(
    z.strictObject({
      measure: z.enum(MEASURES),
      /** Pairs that count: all but for success in the puzzle need a judged clip on both sides. */
      pairs: z.number().int().positive(),
      both: count,
      onlyA: count,
      onlyB: count,
      neither: count,
      /** Difference of the rates, -1 to 1, with its 95 % interval. */
      difference: finiteNumber,
      low: finiteNumber,
      high: finiteNumber,
    }),
  ),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Null for generators that ask no host. */
export const runCostSchema = z
  .strictObject({
    /** US dollars of the rollouts whose cost is known, failed and repeated ones included. */
    knownUsd: finiteNumber.nonnegative(),
    /** Rollouts that were or may have been bought at a cost that nobody knows. */
    unknownCount: count,
  })
  .nullable();
export type RunCost = z.infer<typeof runCostSchema>;

export const reportSchema = z.strictObject({
  schema: z.literal("topoprobe.report/2"),
  /** By run: its tiers, then all of it when it has more than one. */
  results: z.array(resultRowSchema),
  checks: z.array(checkRowSchema),
  reading: z.array(readingRowSchema),
  comparisons: z.array(comparisonSchema),
  runs: z.array(
    z.strictObject({
      name: z.string(),
      label: z.string(),
      summary: runSummarySchema,
      cost: runCostSchema,
      /** Instances of the run that are not finished. */
      missing: z.array(z.string()),
      episodes: z.array(reportEpisodeSchema),
    }),
  ),
});
export type Report = z.infer<typeof reportSchema>;
export type ReportRun = Report["runs"][number];
