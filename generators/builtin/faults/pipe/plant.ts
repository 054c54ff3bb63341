/**
 * Where and when a fault is planted in a valid pipe rollout. Owns the choice among candidates and
 * the measure of side effects; what changes is each fault's own.
 */
import { RuleError } from "../../../../core/errors.ts";
import type { Rng } from "../../../../core/rng/mt19937.ts";
import type { PipeCellPose, PipePose } from "../../../../tasks/pipe/render.ts";
import { connectedCells, currentMask } from "../../../../tasks/pipe/rules.ts";
import type { PipeAction, PipeState } from "../../../../tasks/pipe/state.ts";
import {
  type ClipScript,
  type PlantedTruth,
  plainShots,
  type ScriptContext,
} from "../../script.ts";
import { isInMiddle, minVisibleFrames } from "../timing.ts";

export type PipeContext = ScriptContext<PipeState, PipeAction, PipePose>;

/** One possible planting. */
export type Candidate = {
  readonly poses: readonly PipePose[];
  readonly truth: PlantedTruth;
};

/** A place and time: a frame at rest and a cell that does not move around it. */
export type Site = { readonly frame: number; readonly index: number };

/** Candidates tried in each group before the best so far is taken. */
const MAX_TRIED = 150;

/**
 * Frames at which something may change that no move explains, the best first: within a rest in the
 * middle of the clip, at the end of a move there, in a hold.
 */
export function listPlantingFrames(context: PipeContext): number[][] {
  const { frames } = context.timeline;
  const last = frames.length - minVisibleFrames(context);
  const resting = frames.flatMap(({ progress }, frame) =>
    progress === 0 && frame >= 1 && frame <= last ? [frame] : [],
  );
  const isMiddle = (frame: number): boolean => isInMiddle(frame, frames.length);
  const isQuiet = (frame: number): boolean => {
    const before = frames[frame - 1];
    return before?.progress === 0 && before.moveIndex === frames[frame]?.moveIndex;
  };
  return [
    resting.filter((frame) => isMiddle(frame) && isQuiet(frame)),
    resting.filter((frame) => isMiddle(frame) && !isQuiet(frame)),
    resting.filter((frame) => !isMiddle(frame)),
  ];
}

/** Sites of all frames and cells that `accepts`, except cells that move just before or after. */
export function listSites(
  context: PipeContext,
  accepts: (cell: PipeCellPose, index: number, moveIndex: number) => boolean,
): Site[][] {
  const { plan, timeline, poses } = context;
  return listPlantingFrames(context).map((frames) =>
    frames.flatMap((frame) => {
      const moveIndex = timeline.frames[frame]?.moveIndex ?? 0;
      const moving = [plan[moveIndex - 1], plan[moveIndex]];
      const pose = poses[frame];
      if (pose === undefined) return [];
      return pose.cells.flatMap((cell, index) => {
        const { x, y } = cellAt(index, pose.gridSize);
        if (moving.some((action) => action?.x === x && action.y === y)) return [];
        return accepts(cell, index, moveIndex) ? [{ frame, index }] : [];
      });
    }),
  );
}

/**
 * The candidate with the fewest frames whose colours contradict the visible connections; groups and,
 * within a group, random order decide among equals.
 * @throws RuleError when there is no candidate
 */
export function chooseCandidate<T>(
  rng: Rng,
  groups: readonly (readonly T[])[],
  build: (item: T) => Candidate,
  fault: string,
): ClipScript<PipePose> {
  let best: { candidate: Candidate; conflicts: number } | undefined;
  for (const group of groups) {
    for (const item of rng.shuffle(group).slice(0, MAX_TRIED)) {
      const candidate = build(item);
      const conflicts = countColourConflicts(candidate.poses);
      if (best === undefined || conflicts < best.conflicts) best = { candidate, conflicts };
      if (conflicts === 0) break;
    }
    if (best?.conflicts === 0) break;
  }
  if (best === undefined) {
    throw new RuleError(
      `expected a cell and a time for fault:${fault} but received a board and clip without any. ` +
        "Take another instance, or more frames.",
    );
  }
  const { poses, truth } = best.candidate;
  return {
    shots: plainShots(poses),
    truth: { ...truth, colourConflictFrames: best.conflicts },
  };
}

/** The poses with one cell changed from a frame on; equal poses stay one object. */
export function changeFrom(
  poses: readonly PipePose[],
  from: number,
  change: (cell: PipeCellPose, index: number) => PipeCellPose,
): PipePose[] {
  const changed = new Map<PipePose, PipePose>();
  return poses.map((pose, frame) => {
    if (frame < from) return pose;
    const known = changed.get(pose) ?? { ...pose, cells: pose.cells.map(change) };
    changed.set(pose, known);
    return known;
  });
}

/** Frames in which some piece's colour is not that of the connections that the picture shows. */
export function countColourConflicts(poses: readonly PipePose[]): number {
  const known = new Map<PipePose, boolean>();
  let count = 0;
  for (const pose of poses) {
    const hasConflict = known.get(pose) ?? hasColourConflict(pose);
    known.set(pose, hasConflict);
    if (hasConflict) count++;
  }
  return count;
}

function hasColourConflict(pose: PipePose): boolean {
  const masks = pose.cells.map(visibleMask);
  const source = pose.cells.findIndex((cell) => cell.isSource);
  const reached = connectedCells(masks, source, pose.gridSize);
  return pose.cells.some((cell, index) => isPiece(cell) && cell.connected !== reached[index]);
}

/** Openings as drawn; a piece between two quarter turns joins nothing. */
function visibleMask(cell: PipeCellPose): number {
  return cell.angleDeg % 90 === 0 ? currentMask(cell.mask, cell.angleDeg / 90) : 0;
}

/** The cell holds a piece. */
export function isPiece(cell: PipeCellPose): boolean {
  return cell.mask !== 0 || cell.isSource;
}

/** Column and row of a cell index. */
export function cellAt(index: number, gridSize: number): { x: number; y: number } {
  return { x: index % gridSize, y: Math.floor(index / gridSize) };
}
