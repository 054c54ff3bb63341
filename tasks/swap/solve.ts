/**
 * Fewest exchanges that bring a swap board to its goal. No search: the greedy rule is exact, as it
 * spends one exchange on each block out of place and one more on each cycle that the blank has to
 * enter; see `minSwaps`.
 */
import { exchanged, isSolved } from "./rules.ts";
import { BLANK, cellAction, type SwapAction, type SwapState } from "./state.ts";

/**
 * A shortest plan, [] when the board is solved; every board has one. While the blank is away from its
 * goal cell, the block that belongs where it is comes in; else the first block out of place, row-major.
 */
export function solve(state: SwapState): SwapAction[] {
  const plan: SwapAction[] = [];
  let { cells } = state;
  while (!isSolved({ ...state, cells })) {
    const blank = cells.indexOf(BLANK);
    const wanted = state.goal[blank] ?? BLANK;
    const from =
      wanted === BLANK
        ? cells.findIndex((cell, index) => cell !== state.goal[index])
        : cells.indexOf(wanted);
    plan.push(cellAction(from, state.cols));
    cells = exchanged(cells, from, blank);
  }
  return plan;
}
