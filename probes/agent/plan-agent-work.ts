/** The units of work of a run in which a reasoner decides, and the keys that name them. Pure. */
import { sha256Json } from "../../core/hash/sha256.ts";
import type { AgentConfig } from "../../core/schema/agent.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { RunConfig } from "../../core/schema/run.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { type AgentCondition, createAgentPrompt } from "../reasoners/agent-prompt.ts";
import type { AgentTexts } from "../reasoners/agent-texts.ts";
import { deriveSeed, WORK_KEY_VERSION, type WorkItem } from "../work-item.ts";

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
    const rolloutSeed = deriveSeed(config.instances.seed, instance.id);
    const key = sha256Json({
      keyVersion: WORK_KEY_VERSION,
      task: config.task,
      taskVersion: config.taskVersion,
      instance,
      generator: config.generator,
      condition: config.condition,
      agent,
      rollout: config.rollout,
      rolloutSeed,
      promptSha256,
      judge: config.judge,
    });
    return { instance, prompt: agentPrompt.fallbackVideoPrompt, promptSha256, rolloutSeed, key };
  });
}
