/** Actions <-> the field `answer` of published model answers: what each task writes there. Pure. */
import type { AnyTask } from "../../tasks/task.ts";
import { isObject } from "./parse-rows.ts";

/** Keys of tasks whose answer is a list of numbers. All other tasks write the action as it is. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  pipe: ["x", "y"],
  untangle: ["src_row", "src_col", "tgt_row", "tgt_col"],
};

/** @param action in the task's own format; null for none */
export function toPublishedAnswer(task: AnyTask, action: unknown): unknown {
  const keys = LISTED[task.id];
  return keys === undefined || !isObject(action) ? action : keys.map((key) => action[key]);
}

/** @returns undefined when it is no action of this task; null stays null */
export function fromPublishedAnswer(task: AnyTask, answer: unknown): unknown {
  if (answer === null) return null;
  const keys = LISTED[task.id];
  const isList = keys !== undefined && Array.isArray(answer) && answer.length === keys.length;
  const value = isList ? Object.fromEntries(keys.map((key, i) => [key, answer[i]])) : answer;
  const parsed = task.actionSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
