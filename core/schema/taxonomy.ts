/** What `probe errors FILLED... --json` prints: categories of errors, projected onto all of them. */
import { z } from "zod";
import { coefficientSchema, estimateSchema, readCountsSchema } from "./agreement.ts";
import { count } from "./common.ts";
import { ANSWERS, raterIdSchema, sheetIdSchema } from "./label.ts";

export const errorCategorySchema = z.enum(ANSWERS.error_category);
export type ErrorCategory = z.infer<typeof errorCategorySchema>;

export const errorGroupSchema = z.strictObject({
  by: z.enum(["all", "task", "generator", "generator_and_task"]),
  /** Null for what the group is not about. */
  task: z.string().nullable(),
  generator: z.string().nullable(),
  /** Wrong answers in the runs, of which these are an estimate. */
  errors: count,
  /** Sampled ones with a category. */
  classified: count,
  /** In causal order, zeros too; shares add up to 1. */
  categories: z.array(
    z.strictObject({
      category: errorCategorySchema,
      classified: count,
      /** Share of `errors`. */
      share: estimateSchema,
      /** Number of errors, of `errors`; a number with decimals. */
      projected: estimateSchema,
    }),
  ),
});
export type ErrorGroup = z.infer<typeof errorGroupSchema>;

export const errorProjectionSchema = z.strictObject({
  schema: z.literal("topoprobe.error-projection/1"),
  sheet: sheetIdSchema,
  read: readCountsSchema,
  /** Sampled errors on which raters are split: no category, and in no share. */
  split: count,
  /** Wrong answers of pairs of generator and task without a single category: in no group. */
  unprojected: count,
  groups: z.array(errorGroupSchema),
  /** Agreement between raters; null when there is one. */
  raters: z
    .strictObject({
      cohen: z.array(coefficientSchema.extend({ a: raterIdSchema, b: raterIdSchema })),
      fleiss: coefficientSchema,
      alpha: coefficientSchema,
    })
    .nullable(),
});
export type ErrorProjection = z.infer<typeof errorProjectionSchema>;
