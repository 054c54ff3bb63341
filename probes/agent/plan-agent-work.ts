/** The units of work of a run in which a reasoner decides, and the keys that name them. Pure. */
import type { AgentConfig } from "../../core/schema/agent.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { RunConfig } from "../../core/schema/run.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { type AgentCondition, createAgentPrompt } from "../reasoners/agent-prompt.ts";
import type { AgentTexts } from "../reasoners/agent-texts.ts";
import { toWorkItem, type WorkItem } from "../work-item.ts";

/**
 * One item an instance, in order. `promptSha256` is over every text that the episode may use; `prompt`,
 * the words of ours for a clip, which stand in where the reasoner gives none.
 *
 * @throws UsageError when the prompt style is not one of the task
 */
export function planAgentWork(
  task: AnyTask,
  instances: readonly Instance[],
  config: RunConfig,
  agent: AgentConfig,
  texts: AgentTexts,
): readonly WorkItem[] {
  const { promptStyle: style, maxPictures } = agent;
  const condition = config.condition as AgentCondition;
  return instances.map((instance) => {
    const { tier, actionBudget } = instance;
    const agentPrompt = createAgentPrompt({ texts, task, condition, tier, style, maxPictures });
    const promptSha256 = agentPrompt.sha256(task.initialState(instance), actionBudget);
    const asked = { instance, prompt: agentPrompt.fallbackVideoPrompt, promptSha256 };
    return toWorkItem(config, asked, { agent });
  });
}
