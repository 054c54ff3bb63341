/**
 * What people say of clips: the answers of each kind of question, a filled sheet as the page exports
 * it, and one line of `labels.jsonl`. A label stands beside the verdict and never replaces it.
 */
import { z } from "zod";
import { sha256Schema } from "./common.ts";

/** Kinds of questions with the answers that each allows, in the order of the keys 1, 2, 3 and on. */
export const ANSWERS = {
  /** A plain question. */
  yes_no: ["yes", "no", "cannot_tell"],
  /** Whether a check holds through the clip. */
  check: ["holds", "broken", "cannot_tell", "does_not_apply"],
  /** How well the judge's reading matches the frames; `usable` is enough for the decision. */
  reading: ["exact", "usable", "not_usable", "cannot_tell"],
  /** The first thing that went wrong, by cause. */
  error_category: [
    "instruction_following",
    "task_understanding",
    "perception_grounding",
    "topological_invariance",
    "feature_state_prediction",
    "dynamic_violation",
    "action_planning",
    "no_error",
    "cannot_tell",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type QuestionKind = keyof typeof ANSWERS;

export const questionKindSchema = z.enum(["yes_no", "check", "reading", "error_category"]);

/** `final_state_readable`, `goal_reached`, `check.<name>`, `reading` or `error_category`. */
export const questionIdSchema = z
  .string()
  .regex(
    /^(final_state_readable|goal_reached|reading|error_category|check\.[a-z0-9_]{1,80})$/,
    "expected the id of a question",
  );

/** Opaque: says nothing about the clip. */
export const itemIdSchema = z.string().regex(/^[0-9a-f]{8,16}$/, "expected the id of an item");
export const sheetIdSchema = z.string().regex(/^[0-9a-f]{12}$/, "expected the id of a sheet");
export const raterIdSchema = z.string().regex(/^rater-[1-9]\d{0,2}$/, "expected rater-1 and so on");
export const sheetKindSchema = z.enum(["spot-check", "errors"]);
export type SheetKind = z.infer<typeof sheetKindSchema>;

/** Longest comment that is kept, in characters. */
export const MAX_COMMENT = 4000;

/** One clip's answers as the page exports them; half-filled ones too, which are refused later. */
export const filledItemSchema = z.strictObject({
  item: itemIdSchema,
  answers: z.record(questionIdSchema, z.string().max(40)),
  comment: z.string().max(MAX_COMMENT),
  /** ISO 8601, of the last change; null when nobody knows. */
  answeredAt: z.iso.datetime().nullable(),
});
export type FilledItem = z.infer<typeof filledItemSchema>;

/** Items are parsed one by one, so that a wrong one does not take the others with it. */
export const filledSheetSchema = z.strictObject({
  schema: z.literal("topoprobe.filled-sheet/1"),
  sheet: sheetIdSchema,
  kind: sheetKindSchema,
  rater: raterIdSchema,
  exportedAt: z.iso.datetime(),
  items: z.array(z.unknown()),
});

/** One line of `labels.jsonl`: what one person said of one clip. Later lines do not erase earlier ones. */
export const labelSchema = z.strictObject({
  schema: z.literal("topoprobe.label/1"),
  sheet: sheetIdSchema,
  item: itemIdSchema,
  task: z.string(),
  instanceId: z.string(),
  clipSha256: sha256Schema,
  rater: raterIdSchema,
  answers: z.record(questionIdSchema, z.string()),
  /** The free comment; "" when there is none. */
  reason: z.string().max(MAX_COMMENT),
  /** When the person answered; null for spreadsheets, which do not say. */
  answeredAt: z.iso.datetime().nullable(),
  /** When it was read from the sheet. */
  recordedAt: z.iso.datetime(),
  source: z.strictObject({ file: z.string(), sha256: sha256Schema }),
});
export type Label = z.infer<typeof labelSchema>;
