/** The policy that knows nothing: any legal move, each as likely. */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import { rngFromText } from "../../core/rng/mt19937.ts";
import type { PolicyReasoner } from "./reasoner.ts";

/** Bits of a step's seed: it stays below 2^31. */
const SEED_SHIFT = 1;

/**
 * The seed of one step, from the text "{episode}:{step}:random", as the published baseline has it.
 *
 * @param step from 0
 * @returns 0..2^31 - 1
 */
export function seedOfStep(episodeId: string, step: number): number {
  return rngFromText(`${episodeId}:${step}:random`).nextUint32() >>> SEED_SHIFT;
}

export const randomReasoner: PolicyReasoner = {
  kind: "policy",
  id: "random",
  version: "1",
  params: {},
  answer: (task, state, seed) => {
    const actions = task.legalActions(state);
    if (actions.length === 0) {
      throw new RuleError(describeMismatch("a state of the world", "a legal action", "none"));
    }
    return task.encodeAnswer(rngFromText(`${seed}:random`).choice(actions));
  },
};
