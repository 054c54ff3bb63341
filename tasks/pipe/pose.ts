/** From states to poses: where each piece stands, at rest or while one of them turns, and its colour. */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import type { PipePose } from "./render.ts";
import { cellIndex, connectedCells, currentMasks, step } from "./rules.ts";
import type { PipeAction, PipeState } from "./state.ts";

/** The pose at rest. */
export function poseOf(state: PipeState): PipePose {
  return buildPose(state, connectedCells(currentMasks(state), state.sourceIndex, state.gridSize));
}

/**
 * The pose while a piece turns. Strictly between 0 and 1 the turning piece joins nothing, so that it
 * and what hangs on it show as disconnected; the source alone keeps its colour.
 * @param progress share of the quarter turn, 0 (before) to 1 (after), linear in the angle
 * @throws RuleError when the action is illegal, or the progress is outside 0..1
 */
export function poseDuring(state: PipeState, action: PipeAction, progress: number): PipePose {
  const after = step(state, action);
  if (!after.ok) {
    throw new RuleError(
      `${describeMismatch("action", "a legal turn", action)}, refused as ${after.reason}`,
    );
  }
  if (!(progress >= 0 && progress <= 1)) {
    throw new RuleError(describeMismatch("progress", "a number in 0..1", progress));
  }
  if (progress === 0) return poseOf(state);
  if (progress === 1) return poseOf(after.state);
  const turning = cellIndex(action, state.gridSize);
  const masks = currentMasks(state).map((mask, index) => (index === turning ? 0 : mask));
  const pose = buildPose(state, connectedCells(masks, state.sourceIndex, state.gridSize));
  return {
    ...pose,
    cells: pose.cells.map((cell, index) =>
      index === turning ? { ...cell, angleDeg: cell.angleDeg + 90 * progress } : cell,
    ),
  };
}

function buildPose(state: PipeState, connected: readonly boolean[]): PipePose {
  return {
    gridSize: state.gridSize,
    cells: state.solvedMasks.map((mask, index) => ({
      mask,
      angleDeg: 90 * (state.rotations[index] ?? 0),
      connected: connected[index] === true,
      isSource: index === state.sourceIndex,
    })),
  };
}
