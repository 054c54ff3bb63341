/** Which tasks a generator can show: a planted fault belongs to the rules of some, the others to all. */
import { BUILTINS } from "../generators/builtin/index.ts";
import { TASKS } from "../tasks/registry.ts";

/** Task ids, in the order of the registry. */
export function tasksOf(generator: string): readonly string[] {
  const own = BUILTINS.find((entry) => entry.id === generator)?.tasks;
  return own === undefined ? TASKS.ids : TASKS.ids.filter((id) => own.includes(id));
}

/** "all", or the ids. */
export function describeTasks(tasks: readonly string[]): string {
  return tasks.length === TASKS.ids.length ? "all" : tasks.join(", ");
}
