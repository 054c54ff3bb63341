/** What is told about a fault that is planted in an untangle rollout. */
import type { UntanglePose } from "../../../../tasks/untangle/index.ts";
import { type ClipScript, type PlantedTruth, plainShots } from "../../script.ts";
import type { Staged } from "./stage.ts";

/** Checks of an untangle clip that a fault may break, by their published names. */
export type RopeCheck =
  | "endpoint_configuration"
  | "rope_integrity"
  | "rope_identity"
  | "length_conserved"
  | "board_intact"
  | "initial_state_match"
  | "endpoint_track_consistency"
  | "topology_flicker_consistency"
  | "one_move_at_a_time"
  | "crossing_change_valid";

/** What was planted in an untangle clip. */
export type RopeTruth = PlantedTruth & {
  readonly check: RopeCheck;
  /** Names of the places, as in tasks/untangle/names.ts. Any of them is right. */
  readonly where: readonly string[];
  /** What may fail besides, unavoidably; empty for nothing. */
  readonly alsoChecks: readonly RopeCheck[];
};

/** A clip with its truth, and what its time costs. */
export function plantedClip(
  poses: readonly UntanglePose[],
  { warnings }: Pick<Staged, "warnings">,
  truth: RopeTruth,
): ClipScript<UntanglePose> {
  return { shots: plainShots(poses), truth, warnings };
}
