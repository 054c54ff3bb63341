/** The units of work of a run, and the keys that name them. Pure. */
import { sha256, sha256Json } from "../core/hash/sha256.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { RunConfig } from "../core/schema/run.ts";
import type { AnyTask } from "../tasks/task.ts";

/** Bumped when the meaning of a key changes: finished work of an older version does not count. */
const WORK_KEY_VERSION = 1;

export type WorkItem = {
  readonly instance: Instance;
  /** What the generator is asked. */
  readonly prompt: string;
  readonly promptSha256: string;
  /** Seed handed to the generator, 0..2^31 - 1. */
  readonly rolloutSeed: number;
  readonly key: string;
};

/** Makes the prompt of a rollout. @param plan moves of the task's own solver; empty when it has none */
export type PromptOf = (task: AnyTask, state: unknown, plan: readonly unknown[]) => string;

/**
 * Builds the work of a run, one item an instance, in order. The rollout prompt asks for the moves of
 * the task's own solver; a generator that plans by itself is free to ignore them.
 */
export function planWork(
  task: AnyTask,
  instances: readonly Instance[],
  config: RunConfig,
  promptOf: PromptOf,
): readonly WorkItem[] {
  return instances.map((instance) => {
    const state: unknown = task.initialState(instance);
    const prompt = promptOf(task, state, task.solve(state) ?? []);
    const promptSha256 = sha256(prompt);
    const asked = { instance, prompt, promptSha256 };
    return toWorkItem(config, asked, { reasoner: config.reasoner });
  });
}

/**
 * The unit of work, with the name that all that affects its output gives it.
 *
 * @param decider who decides, as the name has it
 */
export function toWorkItem(
  config: RunConfig,
  asked: Pick<WorkItem, "instance" | "prompt" | "promptSha256">,
  decider: Pick<RunConfig, "reasoner"> | Required<Pick<RunConfig, "agent">>,
): WorkItem {
  const { instance, promptSha256 } = asked;
  const { task, taskVersion, generator, condition, rollout, judge } = config;
  const rolloutSeed = deriveSeed(config.instances.seed, instance.id);
  const key = sha256Json({
    ...{ keyVersion: WORK_KEY_VERSION, task, taskVersion, instance, generator, condition },
    ...{ rollout, rolloutSeed, promptSha256, judge },
    ...decider,
  });
  return { ...asked, rolloutSeed, key };
}

/** The run's seed and the instance id decide the generator's seed: 31 bits of their sha256. */
export function deriveSeed(seed: number, instanceId: string): number {
  return Number.parseInt(sha256(`${seed}/${instanceId}`).slice(0, 8), 16) >>> 1;
}
