/**
 * The key of a sheet: which item is which clip, what the judge said of it, and who was asked what.
 * Lies beside the raters' folder and never goes to them.
 */
import { z } from "zod";
import { count, outcomeSchema, sha256Schema, tierSchema } from "./common.ts";
import {
  itemIdSchema,
  questionIdSchema,
  questionKindSchema,
  raterIdSchema,
  sheetIdSchema,
  sheetKindSchema,
} from "./label.ts";
import { frameLabelSchema } from "./verdict.ts";

export const sheetQuestionSchema = z.strictObject({
  id: questionIdSchema,
  kind: questionKindSchema,
  /** The question as it is asked. */
  text: z.string(),
});
export type SheetQuestion = z.infer<typeof sheetQuestionSchema>;

/** What the judge said, in short. */
export const judgedSchema = z.strictObject({
  diagnosticsVersion: z.string(),
  scorable: z.boolean(),
  terminal: z.enum(["pass", "fail", "undetermined"]),
  checks: z.array(z.strictObject({ name: z.string(), outcome: outcomeSchema })),
  finalLabel: frameLabelSchema,
  processValid: z.boolean(),
  processValidSuccess: z.boolean(),
});
export type Judged = z.infer<typeof judgedSchema>;

export const sheetItemSchema = z.strictObject({
  item: itemIdSchema,
  /** Run folder's name, not its path. */
  run: z.string(),
  instanceId: z.string(),
  task: z.string(),
  tier: tierSchema,
  generator: z.string(),
  clipSha256: sha256Schema,
  /** The stratum that it was drawn from. */
  stratum: z.string(),
  raters: z.array(raterIdSchema).min(1),
  /** Ids of the questions asked, in order. */
  questions: z.array(questionIdSchema).min(1),
  judged: judgedSchema,
});
export type SheetItem = z.infer<typeof sheetItemSchema>;

export const stratumSchema = z.strictObject({
  name: z.string(),
  task: z.string(),
  generator: z.string(),
  /** Clips in the runs. */
  size: count,
  /** Clips in the sheet. */
  taken: count,
});
export type StratumCount = z.infer<typeof stratumSchema>;

export const sheetKeySchema = z.strictObject({
  schema: z.literal("topoprobe.sheet-key/1"),
  sheet: sheetIdSchema,
  kind: sheetKindSchema,
  seed: count,
  raters: z.array(raterIdSchema).min(1),
  /** Items that every rater gets. */
  overlap: count,
  /** Every stratum of the runs, also those of which nothing was drawn. */
  strata: z.array(stratumSchema),
  /** Questions by task. */
  questions: z.record(z.string(), z.array(sheetQuestionSchema)),
  items: z.array(sheetItemSchema),
});
export type SheetKey = z.infer<typeof sheetKeySchema>;
