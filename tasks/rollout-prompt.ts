/**
 * What a video model is asked: a template filled with the start and the plan of an instance. Pure;
 * core/prompt-files.ts reads the templates.
 */
import { fillTemplate, type Template } from "../core/template.ts";
import type { Task } from "./task.ts";

/**
 * The prompts that a task and a template make.
 *
 * @returns the prompt of a start state and a plan from it; throws UsageError when the template has
 *   a placeholder that the task does not know
 */
export function rolloutPromptOf<State, Action, Pose>(
  task: Pick<Task<State, Action, Pose>, "rolloutValues">,
  template: Template,
): (state: State, plan: readonly Action[]) => string {
  return (state, plan) =>
    fillTemplate(template.text, task.rolloutValues(state, plan), template.name);
}
