/**
 * A row of a published `model_answer.jsonl`: its shape, and how it is read. What our own rows hold is
 * made in `export-rows.ts`; rows of other programs may hold more, and are read loosely.
 */
import { z } from "zod";
import { describeValue } from "../../core/errors.ts";
import { count } from "../../core/schema/common.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { fromPublishedAnswer } from "./answer-format.ts";
import { findTask } from "./task-names.ts";

/** Relative, with forward slashes; never from a root or a drive. */
const relativePath = z
  .string()
  .refine((path) => !/^(?:[/\\]|[A-Za-z]:)/.test(path), "expected a relative path");

export const STEP_STATES = ["in progress", "success", "failed"] as const;

export const modelAnswerStepSchema = z.looseObject({
  /** From 0. */
  step_index: count,
  /** Observations before the action. */
  current_images: z.array(relativePath).default([]),
  /** Observations after it. */
  post_action_images: z.array(relativePath).nullish(),
  state: z.enum(STEP_STATES).optional(),
  /** The action in the published format of the task; null when none was read. */
  answer: z.unknown(),
  invalid_response: z.boolean().default(false),
  api_error: z.boolean().default(false),
  illegal: z.boolean().default(false),
  raw_response_text: z.string().default(""),
  api_error_message: z.string().optional(),
  image_prompt: z.string().nullish(),
  image_gen_skip_reason: z.string().nullish(),
  imagined_images: z.array(relativePath).nullish(),
  phase1_text: z.string().nullish(),
  video_prompt: z.string().nullish(),
  video_gen_skip_reason: z.string().nullish(),
  imagined_video: relativePath.nullish(),
  /** Frames of the clip that were shown. */
  imagined_frames: z.array(relativePath).nullish(),
  /** Ours: all that was imagined in the step, in order, where that is more than one. */
  topoprobe_imaginations: z
    .array(
      z.looseObject({
        kind: z.string(),
        prompt: z.string(),
        file: relativePath.optional(),
        skipped: z.string().optional(),
      }),
    )
    .optional(),
});
export type ModelAnswerStep = z.infer<typeof modelAnswerStepSchema>;

export const modelAnswerSchema = z.looseObject({
  id: z.string(),
  category: z.array(z.string()).optional(),
  type: z.string(),
  meta_info: z.looseObject({
    task_name: z.string(),
    difficulty: z.string().optional(),
    seed: z.number().optional(),
    model_id: z.string().optional(),
    success: z.boolean().optional(),
    final_reason: z.string().optional(),
    total_steps: count.optional(),
  }),
  trajectory: z.array(modelAnswerStepSchema).min(1),
});
export type ModelAnswer = z.infer<typeof modelAnswerSchema>;

/** A step whose action is in the task's own format. */
export type ReadStep = ModelAnswerStep & { readonly action: unknown };

export type ReadModelAnswer =
  | {
      readonly ok: true;
      readonly task: AnyTask;
      readonly row: ModelAnswer;
      readonly steps: readonly ReadStep[];
    }
  | { readonly ok: false; readonly reason: string };

/** Reads one row; that it cannot be used is a value. */
export function readModelAnswer(value: unknown): ReadModelAnswer {
  const parsed = modelAnswerSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { ok: false, reason: `${issue?.path.join(".") || "row"}: ${issue?.message ?? "?"}` };
  }
  const row = parsed.data;
  const found = findTask(row.meta_info.task_name);
  if (!found.ok) return { ok: false, reason: found.reason };
  const steps: ReadStep[] = [];
  for (const step of row.trajectory) {
    const { answer } = step;
    const action = fromPublishedAnswer(found.task, answer ?? null);
    if (action === undefined) {
      const where = `trajectory.${step.step_index}.answer`;
      return {
        ok: false,
        reason: `expected an answer of ${found.task.id} for ${where} but received ${describeValue(answer)}`,
      };
    }
    steps.push({ ...step, action });
  }
  return { ok: true, task: found.task, row, steps };
}
