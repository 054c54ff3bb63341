/**
 * When a fault is planted in a valid One Stroke rollout, which of the possible places is taken, and
 * what is told about it. What changes is each fault's own.
 */
import { RuleError } from "../../../../core/errors.ts";
import type { Rng } from "../../../../core/rng/mt19937.ts";
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

/** Frames in which the stroke rests between two moves, both ends included. */
export type Rest = {
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** Moves done. */
  readonly moveIndex: number;
};

/** Part of the clip in which a fault is planted if it can be. */
const MIDDLE = { fromRatio: 0.2, toRatio: 0.75 } as const;
/** A lasting fault stays visible for at least this long. */
const MIN_VISIBLE_SEC = 0.4;

/** Frames that `MIN_VISIBLE_SEC` takes. */
export function minVisibleFrames({ fps }: Pick<StrokeContext, "fps">): number {
  return Math.max(1, Math.ceil(MIN_VISIBLE_SEC * fps));
}

/** Items by the frame at which they begin: those in the middle of the clip, then the others that last. */
export function groupByTime<T>(
  context: Pick<StrokeContext, "fps" | "poses">,
  items: readonly T[],
  frameOf: (item: T) => number,
): T[][] {
  const count = context.poses.length;
  const isMiddle = (item: T): boolean =>
    frameOf(item) >= MIDDLE.fromRatio * count && frameOf(item) <= MIDDLE.toRatio * count;
  const lasting = items.filter(
    (item) => frameOf(item) >= 1 && frameOf(item) <= count - minVisibleFrames(context),
  );
  return [lasting.filter(isMiddle), lasting.filter((item) => !isMiddle(item))];
}

/** All rests between two moves, grouped as by `groupByTime`. */
export function listRests(context: StrokeContext): Rest[][] {
  const { frames } = context.timeline;
  const rests = new Map<number, Rest>();
  for (const [frame, { moveIndex, progress }] of frames.entries()) {
    if (progress !== 0 || moveIndex === 0 || moveIndex === context.plan.length) continue;
    const firstFrame = rests.get(moveIndex)?.firstFrame ?? frame;
    rests.set(moveIndex, { firstFrame, lastFrame: frame, moveIndex });
  }
  return groupByTime(context, [...rests.values()], (rest) => rest.firstFrame);
}

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

/**
 * One of the cheapest places of the first group that has any, each as likely.
 * @throws RuleError when no group has any
 */
export function choosePlace<T>(
  rng: Rng,
  groups: readonly (readonly T[])[],
  costOf: (place: T) => number,
  fault: string,
): T {
  const group = groups.find((places) => places.length > 0);
  if (group === undefined) {
    throw new RuleError(
      `expected a place and a time for fault:${fault} but received a board and clip without any. ` +
        "Take another instance, or more frames.",
    );
  }
  const costs = group.map(costOf);
  const least = Math.min(...costs);
  return rng.choice(group.filter((_, index) => costs[index] === least));
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
