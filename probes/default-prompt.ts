/** The rollout prompt of a run that was given no other: the template that comes with the package. */
import { loadRolloutTemplate } from "../core/prompt-files.ts";
import { rolloutPromptOf } from "../tasks/rollout-prompt.ts";
import type { PromptOf } from "./work-item.ts";

/** Reads the template of a task when it is first asked for. */
export const defaultPromptOf: PromptOf = (task, state, plan) =>
  rolloutPromptOf(task, loadRolloutTemplate(task.id))(state, plan);
