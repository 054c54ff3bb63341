/**
 * Turns that no single action gives: backwards, or two pieces at once, in the frames of the moves
 * that they stand in for. Outside of that window the rollout is untouched.
 */
import type { PipePose } from "../../../../tasks/pipe/render.ts";
import { connectedCells, currentMasks } from "../../../../tasks/pipe/rules.ts";
import type { PipeState } from "../../../../tasks/pipe/state.ts";
import { easeTurn, turningFrames } from "../../timeline.ts";
import type { PipeContext } from "./plant.ts";

/** One piece and how far it turns in the window, in degrees, clockwise positive. */
export type Turn = { readonly index: number; readonly byDeg: number };

export type TurnWindow = {
  readonly poses: readonly PipePose[];
  /** First frame that shows it, and the frame at which it is complete. */
  readonly frame: number;
  readonly toFrame: number;
};

/**
 * Replaces moves `fromMove` to `toMove` (not included) by the turns, all at once, over the frames
 * of these moves. The turns must lead to the state that the moves lead to.
 * @returns null when the window has no frame
 */
export function replaceMoves(
  context: PipeContext,
  fromMove: number,
  toMove: number,
  turns: readonly Turn[],
): TurnWindow | null {
  const { timeline, states, poses, task } = context;
  const firstFrame = timeline.slots[fromMove]?.firstFrame ?? 0;
  const endFrame = timeline.slots[toMove - 1]?.endFrame ?? 0;
  const before = states[fromMove];
  const after = states[toMove];
  if (endFrame <= firstFrame || before === undefined || after === undefined) return null;
  const turning = turningFrames(endFrame - firstFrame);
  const atRest = task.poseOf(after);
  return {
    poses: poses.map((pose, frame) => {
      if (frame < firstFrame || frame >= endFrame) return pose;
      const turned = frame - firstFrame;
      return turned < turning ? poseTurning(before, turns, easeTurn(turned, turning)) : atRest;
    }),
    frame: firstFrame,
    toFrame: firstFrame + turning,
  };
}

/** The pose with several pieces under way; none of them joins anything. */
function poseTurning(state: PipeState, turns: readonly Turn[], progress: number): PipePose {
  const { gridSize, sourceIndex, solvedMasks, rotations } = state;
  const turnOf = (index: number): Turn | undefined => turns.find((turn) => turn.index === index);
  const masks = currentMasks(state).map((mask, index) => (turnOf(index) === undefined ? mask : 0));
  const connected = connectedCells(masks, sourceIndex, gridSize);
  return {
    gridSize,
    cells: solvedMasks.map((mask, index) => ({
      mask,
      angleDeg: 90 * (rotations[index] ?? 0) + progress * (turnOf(index)?.byDeg ?? 0),
      connected: connected[index] === true,
      isSource: index === sourceIndex,
    })),
  };
}
