/** What no text for a chat model may hold: the state, and the way to the goal, as they would be written. */
import type { AnyTask } from "../../../tasks/task.ts";

/** The states on the way to the goal, at most four. */
export function wayOf(task: AnyTask, start: unknown): { states: unknown[]; plan: unknown[] } {
  const plan = [...(task.solve(start) ?? [])];
  const states = [start];
  for (const action of plan.slice(0, 3)) {
    const result = task.step(states.at(-1), action);
    if (result.ok) states.push(result.state);
  }
  return { states, plan };
}

/** What a state is made of, as it would be written down: lists, and lines of video prompts. */
export function secretsOf(
  task: AnyTask,
  states: readonly unknown[],
  plan: readonly unknown[],
): string[] {
  const lists = states.flatMap((state) => listsIn(state)).map((list) => JSON.stringify(list));
  const { start = "", moves = "" } = task.rolloutValues(states[0], plan);
  return [
    ...lists,
    ...lists.map((list) => list.replaceAll(",", ", ")),
    ...lists.map((list) => list.slice(1, -1)),
    ...lists.map((list) => list.slice(1, -1).replaceAll(",", ", ")),
    ...`${start}\n${moves}`.split("\n"),
    ...plan.flatMap((action) => [
      task.encodeAnswer(action),
      task.encodeAnswer(action).slice(10, -1),
      task.describeAction(action),
    ]),
    // Shorter than this it is found in any text.
  ].filter((secret) => secret.length >= 6);
}

function listsIn(value: unknown): unknown[][] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) ? [value, ...inner] : inner;
}
