/**
 * What rows of every published data set have in common: the envelope around a task's own fields, and
 * the instance that a row becomes. Fields that only one task has, and which of them must agree, stay
 * with the task.
 */
import { z } from "zod";
import { count, type Tier, tierSchema } from "../core/schema/common.ts";
import type { Instance } from "../core/schema/instance.ts";

/** What to do about a row that does not fit. */
export const ROW_FIX = "Take the row unchanged from the data set's question.jsonl.";

/**
 * Strict schema of a row. Fields are in the order of the published rows, in which the first wrong one
 * is reported.
 * @param names the data set's category, its name, and the type that its rows bear
 * @param fields of `meta_info`, in three places: `setup` before the seed, `figures` between the
 * difficulty and the budget, `start` after the budget
 */
export function publishedRowSchema<
  const Category extends string,
  const Name extends string,
  const Type extends string,
  Setup extends z.ZodRawShape,
  Figures extends z.ZodRawShape,
  Start extends z.ZodRawShape,
>(
  names: { readonly category: Category; readonly name: Name; readonly type: Type },
  fields: { readonly setup: Setup; readonly figures: Figures; readonly start: Start },
) {
  const name = z.literal(names.name);
  return z.strictObject({
    id: z.string(),
    category: z.tuple([z.literal(names.category), name, z.literal("interactive")]),
    type: z.literal(names.type),
    meta_info: z.strictObject({
      task_name: name,
      config: z.string(),
      ...fields.setup,
      seed: count,
      repeat_index: count,
      difficulty: tierSchema,
      ...fields.figures,
      max_actions_per_traj: z.number().int().positive(),
      ...fields.start,
      legal_action_format: z.string(),
    }),
    images: z.tuple([]),
  });
}

/** Fields of a read row that its instance takes over. */
type ReadRow = {
  readonly id: string;
  readonly meta_info: {
    readonly difficulty: Tier;
    readonly seed: number;
    readonly max_actions_per_traj: number;
  };
};

/**
 * The instance of a row that was read; its id is the row's.
 * @param task id of the task that reads it, and its version
 * @param initialState the row's board as the task's own state
 */
export function publishedInstance(
  row: ReadRow,
  task: { readonly id: string; readonly version: string },
  initialState: unknown,
): Instance {
  return {
    schema: "topoprobe.instance/1",
    id: row.id,
    task: task.id,
    taskVersion: task.version,
    tier: row.meta_info.difficulty,
    seed: row.meta_info.seed,
    actionBudget: row.meta_info.max_actions_per_traj,
    initialState,
    origin: { kind: "mindtopo", rowId: row.id },
  };
}
