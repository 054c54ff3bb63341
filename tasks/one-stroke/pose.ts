/** From states to poses: the stroke as stretches of tube, at rest or while its end moves. */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import type { StrokePose } from "./render.ts";
import { step } from "./rules.ts";
import {
  edgesOfPath,
  goalVertex,
  headVertex,
  type Move,
  type StrokeState,
  type Vertex,
} from "./state.ts";

/** The pose at rest. */
export function poseOf(state: StrokeState): StrokePose {
  return buildPose(state, state.path, headVertex(state));
}

/**
 * The pose while the cursor moves: the last edge grows behind it, or retracts with it on a step back.
 * @param progress share of the edge, 0 (before) to 1 (after), linear in the way
 * @throws RuleError when the move is illegal, or the progress is outside 0..1
 */
export function poseDuring(state: StrokeState, move: Move, progress: number): StrokePose {
  const after = step(state, move);
  if (!after.ok) {
    throw new RuleError(
      `${describeMismatch("action", "a legal move", move)}, refused as ${after.reason}`,
    );
  }
  if (!(progress >= 0 && progress <= 1)) {
    throw new RuleError(describeMismatch("progress", "a number in 0..1", progress));
  }
  if (progress === 0) return poseOf(state);
  if (progress === 1) return poseOf(after.state);
  const [fromX, fromY] = headVertex(state);
  const [toX, toY] = headVertex(after.state);
  const head: Vertex = [fromX + (toX - fromX) * progress, fromY + (toY - fromY) * progress];
  const isStepBack = after.state.path.length < state.path.length;
  const settled = isStepBack ? after.state.path : state.path;
  return buildPose(state, [...settled, head], head);
}

function buildPose(state: StrokeState, path: readonly Vertex[], head: Vertex): StrokePose {
  const { width, height, cells } = state;
  return {
    width,
    height,
    cells,
    segments: edgesOfPath(path),
    head,
    start: [0, 0],
    goal: goalVertex(state),
  };
}
