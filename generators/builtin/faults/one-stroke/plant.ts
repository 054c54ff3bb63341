/**
 * When moves happen in a One Stroke rollout, and what is told about a fault that is planted in it.
 * What changes is each fault's own.
 */
import type { StrokePose } from "../../../../tasks/one-stroke/index.ts";
import { type ClipScript, type PlantedTruth, plainShots } from "../../script.ts";
import type { StrokeContext } from "./rollout.ts";

/** Checks of a One Stroke clip that a fault may break, by their published names. */
export type StrokeCheck =
  | "path_validity"
  | "start_end_validity"
  | "path_continuity"
  | "different_color_separation_valid"
  | "grid_cell_temporal_consistency"
  | "path_temporal_consistency";

/** What was planted in a One Stroke clip. */
export type StrokeTruth = PlantedTruth & {
  readonly check: StrokeCheck;
  /**
   * Names of the places: "edge (0,1)-(0,2)", "cell (2,0)" (column, row from the bottom), "goal".
   * Any of them is right.
   */
  readonly where: readonly string[];
  /** What may fail besides, unavoidably; empty for nothing. */
  readonly alsoChecks: readonly StrokeCheck[];
};

/** First frame at which `moves` moves are done, or the next one is under way; -1 for none. */
export function frameOfMove({ timeline }: Pick<StrokeContext, "timeline">, moves: number): number {
  return timeline.frames.findIndex(({ moveIndex }) => moveIndex >= moves);
}

/** First frame at which a move is seen under way, or done when it has no frame in motion; -1 for none. */
export function frameOfMotion({ timeline }: Pick<StrokeContext, "timeline">, move: number): number {
  return timeline.frames.findIndex(
    ({ moveIndex, progress }) => moveIndex > move || (moveIndex === move && progress > 0),
  );
}

/** A clip with its truth. */
export function plantedClip(
  poses: readonly StrokePose[],
  truth: StrokeTruth,
): ClipScript<StrokePose> {
  return { shots: plainShots(poses), truth };
}

/** The check when separation is lost, nothing when it is kept. */
export function ifSeparationLost(isKept: boolean): StrokeCheck[] {
  return isKept ? [] : ["different_color_separation_valid"];
}
