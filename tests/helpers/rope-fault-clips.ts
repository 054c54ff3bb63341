/** Rollouts of ropes with a planted fault, as poses, for tests that must not know who makes clips. */
import { UNTANGLE_FAULTS } from "../../generators/builtin/faults/untangle/index.ts";
import type { PlantedTruth } from "../../generators/builtin/script.ts";
import type { UntanglePose } from "../../tasks/untangle/index.ts";
import { type RolloutName, rolloutOf } from "./untangle-rollouts.ts";

export const ROPE_FAULTS: readonly string[] = Object.keys(UNTANGLE_FAULTS);

/** @throws Error when there is no such fault, or no place for it in the rollout */
export function plantRopeFault(
  fault: string,
  rollout: RolloutName,
): { readonly poses: readonly UntanglePose[]; readonly truth: PlantedTruth } {
  const { shots, truth } = UNTANGLE_FAULTS[fault]?.(rolloutOf(rollout, fault)) ?? {};
  if (shots === undefined || truth === undefined) {
    throw new Error(`expected a fault of ropes but received ${fault}`);
  }
  return { poses: shots.map(({ pose }) => pose), truth };
}
