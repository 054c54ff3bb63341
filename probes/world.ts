/** Carries a decoded plan out in the task's own rules, as an agent's actions would be. Pure. */

import type { WorldOutcome } from "../core/schema/episode.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { AnyTask } from "../tasks/task.ts";

/**
 * Executes actions from the instance's start. Every action costs a step; an illegal or unreadable
 * one changes nothing. Ends when the goal is reached or the budget is spent.
 *
 * @param actions null when no plan could be decoded: nothing is done
 */
export function executePlan(
  task: AnyTask,
  instance: Instance,
  actions: readonly unknown[] | null,
): WorldOutcome {
  let state: unknown = task.initialState(instance);
  let steps = 0;
  let illegal = 0;
  for (const raw of actions ?? []) {
    if (steps >= instance.actionBudget || task.isSolved(state)) break;
    steps += 1;
    const action = task.actionSchema.safeParse(raw);
    const result = action.success ? task.step(state, action.data) : undefined;
    if (result?.ok === true) state = result.state;
    else illegal += 1;
  }
  return { steps, illegal, success: task.isSolved(state) };
}
