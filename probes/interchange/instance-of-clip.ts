/**
 * The puzzle of a clip that was made elsewhere: found by its id among published rows, or told by the
 * `meta_info` beside the clip. A puzzle that cannot be told for certain is refused, never guessed. Pure.
 */
import { describeMismatch, ProbeError, UsageError } from "../../core/errors.ts";
import { tierSchema } from "../../core/schema/common.ts";
import { type Instance, instanceIdSchema, instanceSchema } from "../../core/schema/instance.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { BOARDS } from "./boards/index.ts";
import { readOwnInstance } from "./own-instance.ts";
import { isObject, type JsonObject, textField } from "./parse-rows.ts";

/** Where an exported row keeps its instance. */
export const INSTANCE_FIELD = "topoprobe_instance";

/** Fields of `meta_info` that tell of a run and not of the puzzle. */
export const RUN_FIELDS = [
  "model_id",
  "vlm_text_model_id",
  "video_gen_model_name",
  "success",
  "final_reason",
  "total_steps",
] as const;

/** Ids of generated instances. */
const GENERATED_ID = /-(easy|medium|hard)-(\d+)$/;

/**
 * Tried in this order: a published row with the id; the instance in `meta_info`; the whole published
 * `meta_info`; its board; and, for ids of our own, the task's generator.
 *
 * @param questions instances of published rows, by id
 * @throws UsageError when none of them tells the puzzle
 */
export function instanceOfClip(
  task: AnyTask,
  id: string,
  meta: JsonObject,
  questions: ReadonlyMap<string, Instance>,
): Instance {
  const question = questions.get(id);
  if (question !== undefined) {
    if (question.task === task.id) return question;
    throw new UsageError(describeMismatch("task_name", question.task, task.id));
  }
  if (!instanceIdSchema.safeParse(id).success) {
    throw new UsageError(
      describeMismatch("id", "letters, digits, '.', '-' or '_', at most 120", id),
    );
  }
  const own = meta[INSTANCE_FIELD];
  if (own !== undefined) return withId(readOwnInstance(task, own), id);
  return (
    readWhole(task, id, meta) ??
    readBoard(task, id, meta) ??
    generateAgain(task, id, meta) ??
    refuse(id)
  );
}

function withId(instance: Instance, id: string): Instance {
  if (instance.id === id) return instance;
  throw new UsageError(describeMismatch(`meta_info.${INSTANCE_FIELD}.id`, id, instance.id));
}

function refuse(id: string): never {
  throw new UsageError(
    `expected the puzzle of ${id} but received a row that does not tell it. ` +
      "Give the data set's question.jsonl too, or the row's meta_info from it",
  );
}

/** A `meta_info` that is a published row's own. */
function readWhole(task: AnyTask, id: string, meta: JsonObject): Instance | undefined {
  const drop: readonly string[] = RUN_FIELDS;
  const own = Object.fromEntries(Object.entries(meta).filter(([field]) => !drop.includes(field)));
  const name = task.publishedName;
  const row = {
    id,
    category: [name.split("_")[0], name, "interactive"],
    type: task.id === "untangle" ? "episode_initialization" : "interactive",
    meta_info: { ...own, task_name: name },
    images: [],
  };
  try {
    return task.importPublished(row);
  } catch (error) {
    // Most rows hold less than the whole: what they do hold is looked at next.
    if (error instanceof ProbeError) return undefined;
    throw error;
  }
}

function readBoard(task: AnyTask, id: string, meta: JsonObject): Instance | undefined {
  const told = BOARDS[task.id]?.read?.(meta);
  if (told === undefined) return undefined;
  const state = task.stateSchema.safeParse(told.state);
  if (!state.success) {
    const issue = state.error.issues[0];
    throw new UsageError(
      describeMismatch(
        `the board in meta_info (${issue?.path.join(".")})`,
        `a board of ${task.id}`,
        undefined,
        issue?.message,
      ),
    );
  }
  const given = meta["max_actions_per_traj"];
  return instanceSchema.parse({
    schema: "topoprobe.instance/1",
    id,
    task: task.id,
    taskVersion: task.version,
    tier: requireTier(meta),
    seed: requireSeed(meta),
    actionBudget: typeof given === "number" && given >= 1 ? Math.floor(given) : told.budget(),
    initialState: told.state,
    origin: { kind: "mindtopo", rowId: id },
  });
}

/** Only where the id is the one that the generator gives, and nothing beside it says otherwise. */
function generateAgain(task: AnyTask, id: string, meta: JsonObject): Instance | undefined {
  const [, tierName, digits] = GENERATED_ID.exec(id) ?? [];
  const tier = tierSchema.safeParse(tierName);
  if (!tier.success || digits === undefined) return undefined;
  const instance = task.generate(tier.data, Number(digits));
  if (instance.id !== id) return undefined;
  const told = meta["initial_state"];
  const board = BOARDS[task.id]?.describe(instance)["initial_state"];
  if (isObject(told) && isObject(board)) requireSame(told, board);
  return instance;
}

function requireSame(told: JsonObject, board: JsonObject): void {
  for (const [field, expected] of Object.entries(board)) {
    const received = told[field];
    if (received === undefined || isObject(received)) continue;
    if (JSON.stringify(received) === JSON.stringify(expected)) continue;
    throw new UsageError(
      describeMismatch(`meta_info.initial_state.${field}`, JSON.stringify(expected), received),
    );
  }
}

function requireTier(meta: JsonObject): string {
  const tier = tierSchema.safeParse(textField(meta, "difficulty"));
  if (tier.success) return tier.data;
  throw new UsageError(
    describeMismatch("meta_info.difficulty", "easy, medium or hard", meta["difficulty"]),
  );
}

function requireSeed(meta: JsonObject): number {
  const { seed } = meta as { readonly seed?: unknown };
  if (typeof seed === "number" && Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new UsageError(describeMismatch("meta_info.seed", "an integer of 0 or more", seed));
}
