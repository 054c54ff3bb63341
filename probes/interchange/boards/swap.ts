/** Swap boards in published words. */
import { actionBudget, minSwaps } from "../../../tasks/swap/rules.ts";
import { swapStateSchema } from "../../../tasks/swap/state.ts";
import type { Board } from "./board.ts";
import { findField } from "./find-field.ts";

export const swapBoard: Board = {
  describe: ({ initialState, seed, tier, actionBudget: stepBudget }) => {
    const { rows, cols, cells, goal } = swapStateSchema.parse(initialState);
    const gridOf = (flat: readonly string[]) =>
      Array.from({ length: rows }, (_, row) => flat.slice(row * cols, (row + 1) * cols));
    return {
      level: `grid_${rows}x${cols}`,
      grid_shape: `${rows}x${cols}`,
      initial_state: {
        initialGrid: gridOf(cells),
        goalGrid: gridOf(goal),
        reset_config: {
          gridRows: rows,
          gridCols: cols,
          difficulty: tier,
          seed,
          initialArrangement: cells,
          goalArrangement: goal,
          stepBudget,
        },
      },
    };
  },
  read: (meta) => {
    const [start, goal] = [findField(meta, "initialGrid"), findField(meta, "goalGrid")];
    if (!Array.isArray(start) || !Array.isArray(goal)) return undefined;
    const state = {
      rows: start.length,
      cols: Array.isArray(start[0]) ? start[0].length : 0,
      cells: start.flat(),
      goal: goal.flat(),
    };
    return { state, budget: () => actionBudget(minSwaps(state.cells, state.goal)) };
  },
};
