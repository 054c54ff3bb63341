/**
 * Rules of the pipe board: what a turn does, which cells the source reaches, when it is solved.
 * `connectedCells` takes plain masks, so that whoever reads masks off a picture can use it as well.
 */
import type { StepResult } from "../task.ts";
import { type PipeAction, type PipeState, pipeActionSchema, SIDES } from "./state.ts";

/** Why an action is refused. */
export const ILLEGAL_REASONS = [
  "invalid_action",
  "out_of_range",
  "empty_cell",
  "already_done",
] as const;
export type IllegalReason = (typeof ILLEGAL_REASONS)[number];

/** The mask after `rotation` clockwise quarter turns (any integer): bit b moves to bit b + 1, cyclic. */
export function currentMask(mask: number, rotation: number): number {
  const turns = ((rotation % 4) + 4) % 4;
  return ((mask << turns) | (mask >> (4 - turns))) & 15;
}

/** Openings of every cell as they are now, row-major. */
export function currentMasks(state: PipeState): number[] {
  return state.solvedMasks.map((mask, index) => currentMask(mask, state.rotations[index] ?? 0));
}

/**
 * Cells that the source reaches: neighbours are joined when both have an opening facing the other.
 * @param masks current openings, row-major, `gridSize` squared entries
 * @returns one flag per cell; the source is always reached
 */
export function connectedCells(
  masks: readonly number[],
  sourceIndex: number,
  gridSize: number,
): boolean[] {
  const reached = masks.map((_, index) => index === sourceIndex);
  const queue = [sourceIndex];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const x = at % gridSize;
    const y = Math.floor(at / gridSize);
    for (const side of SIDES) {
      const nextX = x + side.dx;
      const nextY = y + side.dy;
      if (nextX < 0 || nextY < 0 || nextX >= gridSize || nextY >= gridSize) continue;
      const next = nextY * gridSize + nextX;
      if (reached[next] === true) continue;
      if (((masks[at] ?? 0) & side.bit) === 0 || ((masks[next] ?? 0) & side.facing) === 0) continue;
      reached[next] = true;
      queue.push(next);
    }
  }
  return reached;
}

/** Every cell with openings is reached from the source. Open ends do not matter. */
export function isAllConnected(
  masks: readonly number[],
  sourceIndex: number,
  gridSize: number,
): boolean {
  const reached = connectedCells(masks, sourceIndex, gridSize);
  return masks.every((mask, index) => mask === 0 || reached[index] === true);
}

export function isSolved(state: PipeState): boolean {
  return isAllConnected(currentMasks(state), state.sourceIndex, state.gridSize);
}

/** Every turn that the rules allow, row-major; none once the board is solved. */
export function legalActions(state: PipeState): PipeAction[] {
  if (isSolved(state)) return [];
  return state.solvedMasks.flatMap((mask, index) =>
    mask === 0 ? [] : [cellAction(index, state.gridSize)],
  );
}

/** The action on a cell index. */
export function cellAction(index: number, gridSize: number): PipeAction {
  return { x: index % gridSize, y: Math.floor(index / gridSize) };
}

/** The cell index of an action inside the board. */
export function cellIndex(action: PipeAction, gridSize: number): number {
  return action.y * gridSize + action.x;
}

/** Turns one piece by a quarter clockwise. Refusals are values, one of ILLEGAL_REASONS. */
export function step(state: PipeState, action: PipeAction): StepResult<PipeState> {
  const refuse = (reason: IllegalReason): StepResult<PipeState> => ({ ok: false, reason });
  if (!pipeActionSchema.safeParse(action).success) return refuse("invalid_action");
  const { gridSize } = state;
  if (action.x < 0 || action.y < 0 || action.x >= gridSize || action.y >= gridSize) {
    return refuse("out_of_range");
  }
  const index = cellIndex(action, gridSize);
  if (state.solvedMasks[index] === 0) return refuse("empty_cell");
  if (isSolved(state)) return refuse("already_done");
  const rotations = state.rotations.map((turns, at) => (at === index ? (turns + 1) % 4 : turns));
  return { ok: true, state: { ...state, rotations } };
}

/** Fewest clockwise quarter turns, 0..3, from one mask to another of its kind; null for two kinds. */
export function turnsBetween(from: number, to: number): number | null {
  for (let turns = 0; turns < 4; turns++) if (currentMask(from, turns) === to) return turns;
  return null;
}

/** Fewest clockwise turns of all cells back to the stored solution: the published solutionTicks. */
export function solutionTicks(state: PipeState): number {
  return currentMasks(state).reduce(
    (sum, mask, index) => sum + (turnsBetween(mask, state.solvedMasks[index] ?? 0) ?? 0),
    0,
  );
}

/** Published budget: ceil(1.3 t), at least 1, in integers to stay exact. */
export function actionBudget(ticks: number): number {
  return Math.max(1, Math.floor((13 * ticks + 9) / 10));
}
