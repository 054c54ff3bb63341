/** What `probe agree --json` prints: filled sheets against the judge, and raters against each other. */
import { z } from "zod";
import { count, finiteNumber } from "./common.ts";
import { questionIdSchema, raterIdSchema, sheetIdSchema } from "./label.ts";
import { proportionSchema } from "./run.ts";

/** A part of a sheet that was not counted, and why. */
export const refusalSchema = z.strictObject({
  /** The file's name. */
  file: z.string(),
  /** "row 5", "item 3", or "file" for the whole of it. */
  where: z.string(),
  reason: z.string(),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** What was in the files. `accepted` + `repeated` + `blank` + refused rows = rows. */
export const readCountsSchema = z.strictObject({
  files: count,
  rows: count,
  accepted: count,
  /** The same answers of the same rater in a second file. */
  repeated: count,
  /** Rows without any answer. */
  blank: count,
  refused: z.array(refusalSchema),
  /** By rater: clips asked, and clips with an accepted answer. */
  raters: z.array(z.strictObject({ rater: raterIdSchema, asked: count, answered: count })),
});
export type ReadCounts = z.infer<typeof readCountsSchema>;

/** A number with its 95 % interval. */
export const estimateSchema = z.strictObject({
  value: finiteNumber,
  low: finiteNumber,
  high: finiteNumber,
});

/** One yes-or-no decision of the judge against what people say of the same clips. */
export const measureSchema = z.strictObject({
  id: z.string(),
  /** Null for measures over all tasks. */
  task: z.string().nullable(),
  /** What "yes" means. */
  yes: z.string(),
  /** Clips that people and judge both decided; for all checks together, checks of clips. */
  compared: count,
  counts: z.strictObject({ bothYes: count, bothNo: count, onlyJudge: count, onlyHuman: count }),
  /** Clips left out, each counted once, at the first reason that applies. */
  leftOut: z.strictObject({
    /** Raters are split, or most cannot tell. */
    peopleUndecided: count,
    judgeUndecided: count,
    /** People or the judge find nothing to check. */
    notApplicable: count,
  }),
  accuracy: proportionSchema,
  recallYes: proportionSchema,
  recallNo: proportionSchema,
  balancedAccuracy: estimateSchema.nullable(),
});
export type Measure = z.infer<typeof measureSchema>;

export const coefficientSchema = z.strictObject({
  value: finiteNumber.nullable(),
  units: count,
  reason: z.enum(["no_units", "no_variation"]).optional(),
});

/**
 * Agreement between raters on one question, every answer a category of its own. Single checks on which
 * all always said the same have no coefficient and no entry.
 */
export const raterAgreementSchema = z.strictObject({
  /** A question, `checks` for all checks together, or `decision`. */
  question: z.union([questionIdSchema, z.enum(["checks", "decision"])]),
  task: z.string().nullable(),
  cohen: z.array(coefficientSchema.extend({ a: raterIdSchema, b: raterIdSchema })),
  /** Over the clips that every rater answered. */
  fleiss: coefficientSchema,
  /** Over the clips that two or more answered. */
  alpha: coefficientSchema,
});
export type RaterAgreement = z.infer<typeof raterAgreementSchema>;

export const readingRateSchema = z.strictObject({
  /** Null for all tasks together. */
  task: z.string().nullable(),
  /** Clips whose reading people decided. */
  decided: count,
  undecided: count,
  /** Usable or exact. */
  usable: proportionSchema,
  exact: proportionSchema,
});
export type ReadingRate = z.infer<typeof readingRateSchema>;

/** How much the sample can say about valid clips that the judge rejects. */
export const falseRejectionSchema = z.strictObject({
  /** Clips that people decided. */
  decided: count,
  judgeRejected: count,
  /** Clips that people accept: only these could have shown a false rejection. */
  possible: count,
  observed: count,
  rate: proportionSchema,
  /**
   * Rejected by the judge for one condition alone: had that one been wrong, the decision would have been
   * too. Where several fail at once, agreement on the decision says little about each.
   */
  onOneCondition: count,
});

export const agreementSchema = z.strictObject({
  schema: z.literal("topoprobe.agreement/1"),
  sheet: sheetIdSchema,
  read: readCountsSchema,
  /** Clips of the sheet, and those with an accepted answer. */
  clips: z.strictObject({ asked: count, answered: count }),
  /** The judge's process-valid success against people's acceptance, clip by clip. */
  decision: measureSchema,
  /** Scorability of the final state, terminal success, all checks together, then every check. */
  measures: z.array(measureSchema),
  readings: z.array(readingRateSchema),
  raters: z.array(raterAgreementSchema),
  falseRejection: falseRejectionSchema,
  sentence: z.string(),
});
export type Agreement = z.infer<typeof agreementSchema>;
