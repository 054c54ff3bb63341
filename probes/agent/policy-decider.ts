/**
 * Decisions of a policy of our own: it sees the state, answers in the task's format, and imagines
 * nothing. In the condition with a clip one is made all the same, in words of ours.
 */
import type { AnyTask } from "../../tasks/task.ts";
import { seedOfStep } from "../reasoners/random.ts";
import type { PolicyReasoner } from "../reasoners/reasoner.ts";
import type { Decider } from "./decider.ts";
import type { Imaginer } from "./imaginer.ts";

export type PolicyDeciderOptions = {
  readonly reasoner: PolicyReasoner;
  readonly task: AnyTask;
  readonly instanceId: string;
  /** Where the episode has a clip: how it is made, and the words for it. */
  readonly clip?: { readonly imaginer: Imaginer; readonly prompt: string };
};

export function createPolicyDecider(options: PolicyDeciderOptions): Decider {
  const { reasoner, task, instanceId, clip } = options;
  return {
    decide: async ({ state, step, seen }) => {
      const imaginations =
        clip === undefined || step > 0
          ? []
          : [(await clip.imaginer.imagine(clip.prompt, seen.board, "no_prompt")).record];
      const reply = reasoner.answer(task, state, seedOfStep(instanceId, step));
      return { reply, imaginations, calls: 0 };
    },
    note: () => undefined,
    summary: () => ({
      usage: { calls: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 },
      warnings: [],
    }),
  };
}
