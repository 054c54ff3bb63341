/**
 * Rules of One Stroke: where the cursor may go, what a move does to the stroke, when the episode is
 * over and whether it is solved.
 */
import type { StepResult } from "../task.ts";
import { regionsOf, separates } from "./regions.ts";
import {
  edgesOfPath,
  goalVertex,
  headVertex,
  isSameVertex,
  MOVE_DELTA,
  MOVES,
  type Move,
  moveSchema,
  type StrokeState,
  type Vertex,
} from "./state.ts";

/**
 * Why a move is refused; the upper-case ones are published. A stroke of single steps never meets
 * NOT_ADJACENT, nor REUSE_EDGE (its only drawn edge at the cursor is the one that a step back takes
 * off), but strokes read off pictures do.
 */
export const ILLEGAL_REASONS = [
  "OUT_OF_BOUNDS",
  "NOT_ADJACENT",
  "REUSE_EDGE",
  "CREATES_CYCLE",
  "DONE_BUT_CONSTRAINT_FAIL",
  "already_solved",
  "invalid_action",
] as const;
export type IllegalReason = (typeof ILLEGAL_REASONS)[number];

/** The stroke has reached the goal: no move is taken any more. */
export function isOver(state: StrokeState): boolean {
  return isSameVertex(headVertex(state), goalVertex(state));
}

/** The goal is reached and the stroke separates the colours. */
export function isSolved(state: StrokeState): boolean {
  if (!isOver(state)) return false;
  const regions = regionsOf(state.width, state.height, edgesOfPath(state.path));
  return separates(state.cells, regions);
}

/** Moves that the rules allow, in the order U, D, L, R; none once the episode is over. */
export function legalActions(state: StrokeState): Move[] {
  return MOVES.filter((move) => step(state, move).ok);
}

/**
 * Moves the cursor by one edge: onto a free vertex it draws the edge, back to the vertex before it
 * takes the last edge off. Refusals are values, one of ILLEGAL_REASONS.
 */
export function step(state: StrokeState, move: Move): StepResult<StrokeState> {
  if (!moveSchema.safeParse(move).success) return refuse("invalid_action");
  const [x, y] = headVertex(state);
  const [dx, dy] = MOVE_DELTA[move];
  return moveTo(state, [x + dx, y + dy]);
}

/** Moves the cursor to any vertex, as `step` does: the published test for strokes of any origin. */
export function moveTo(state: StrokeState, target: Vertex): StepResult<StrokeState> {
  if (isOver(state)) return refuse(isSolved(state) ? "already_solved" : "DONE_BUT_CONSTRAINT_FAIL");
  const { path, width, height } = state;
  const [x, y] = target;
  if (x < 0 || y < 0 || x >= width || y >= height) return refuse("OUT_OF_BOUNDS");
  const head = headVertex(state);
  if (Math.abs(x - head[0]) + Math.abs(y - head[1]) !== 1) return refuse("NOT_ADJACENT");
  const before = path[path.length - 2];
  if (before !== undefined && isSameVertex(before, target)) {
    return { ok: true, state: { ...state, path: path.slice(0, -1) } };
  }
  if (path.some((vertex) => isSameVertex(vertex, target))) return refuse("CREATES_CYCLE");
  return { ok: true, state: { ...state, path: [...path, target] } };
}

/** Plays moves until one is refused. @returns the state reached and how many moves were legal */
export function playMoves(
  state: StrokeState,
  moves: readonly Move[],
): { readonly state: StrokeState; readonly legal: number } {
  let reached = state;
  for (const [index, move] of moves.entries()) {
    const result = step(reached, move);
    if (!result.ok) return { state: reached, legal: index };
    reached = result.state;
  }
  return { state: reached, legal: moves.length };
}

/** Published budget of a generated board: ceil(1.2 n) for a construction path of n edges. */
export function actionBudget(constructionLength: number): number {
  return Math.floor((12 * constructionLength + 9) / 10);
}

function refuse(reason: IllegalReason): StepResult<StrokeState> {
  return { ok: false, reason };
}
