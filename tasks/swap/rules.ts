/**
 * Rules of the swap board: any block may be exchanged with the blank, adjacent or not. Owns legality,
 * the distance to the goal and the budget that follows from it.
 */
import type { StepResult } from "../task.ts";
import {
  BLANK,
  cellAction,
  cellIndex,
  type SwapAction,
  type SwapCell,
  type SwapState,
  swapActionSchema,
} from "./state.ts";

/** Why an action is refused. */
export const ILLEGAL_REASONS = [
  "invalid_action",
  "out_of_range",
  "selected_blank",
  "already_done",
] as const;
export type IllegalReason = (typeof ILLEGAL_REASONS)[number];

/** The arrangement is the goal, cell by cell. */
export function isSolved(state: SwapState): boolean {
  return state.cells.every((cell, index) => cell === state.goal[index]);
}

/** Every block, row-major; none once the board is solved. */
export function legalActions(state: SwapState): SwapAction[] {
  if (isSolved(state)) return [];
  return state.cells.flatMap((cell, index) =>
    cell === BLANK ? [] : [cellAction(index, state.cols)],
  );
}

/** Exchanges one block with the blank. Refusals are values, one of ILLEGAL_REASONS. */
export function step(state: SwapState, action: SwapAction): StepResult<SwapState> {
  const refuse = (reason: IllegalReason): StepResult<SwapState> => ({ ok: false, reason });
  if (!swapActionSchema.safeParse(action).success) return refuse("invalid_action");
  const { rows, cols, cells } = state;
  if (action.row < 0 || action.col < 0 || action.row >= rows || action.col >= cols) {
    return refuse("out_of_range");
  }
  const from = cellIndex(action, cols);
  const to = cells.indexOf(BLANK);
  if (from === to) return refuse("selected_blank");
  if (isSolved(state)) return refuse("already_done");
  return { ok: true, state: { ...state, cells: exchanged(cells, from, to) } };
}

/** A copy with two cells exchanged. */
export function exchanged(cells: readonly SwapCell[], a: number, b: number): SwapCell[] {
  return cells.map((cell, index) => {
    if (index === a) return cells[b] ?? cell;
    return index === b ? (cells[a] ?? cell) : cell;
  });
}

/**
 * Fewest exchanges with the blank from one arrangement to another of the same content: the published
 * theoreticalMinSteps. Of the cycles of the permutation that are longer than 1, one of length k costs
 * k - 1 when the blank is in it, and otherwise k + 1, for the blank has to get in and out (distance in
 * the star graph, Akers and Krishnamurthy 1989).
 */
export function minSwaps(cells: readonly SwapCell[], goal: readonly SwapCell[]): number {
  const seen = new Set<number>();
  let total = 0;
  for (let start = 0; start < cells.length; start++) {
    let length = 0;
    let hasBlank = false;
    for (let at = start; at >= 0 && !seen.has(at); at = goal.indexOf(cells[at] ?? BLANK)) {
      seen.add(at);
      length++;
      if (cells[at] === BLANK) hasBlank = true;
    }
    if (length > 1) total += hasBlank ? length - 1 : length + 1;
  }
  return total;
}

/** Published budget: ceil(1.2 m), at least 1, in integers to stay exact. */
export function actionBudget(swaps: number): number {
  return Math.max(1, Math.floor((12 * swaps + 9) / 10));
}
