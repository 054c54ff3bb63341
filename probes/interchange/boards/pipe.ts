/** Pipe boards in published words. */
import { actionBudget, solutionTicks } from "../../../tasks/pipe/rules.ts";
import { pipeStateSchema } from "../../../tasks/pipe/state.ts";
import type { Board } from "./board.ts";
import { findField } from "./find-field.ts";

export const pipeBoard: Board = {
  describe: ({ initialState, seed, tier, actionBudget: maxSteps }) => {
    const { gridSize, sourceIndex, solvedMasks, rotations } = pipeStateSchema.parse(initialState);
    return {
      level: `grid_${gridSize}x${gridSize}`,
      initial_state: {
        gridSize,
        sourceIndex,
        difficulty: tier,
        reset_config: {
          gridSize,
          seed,
          sourceIndex,
          solvedMasks,
          rotations,
          maxSteps,
          difficulty: tier,
        },
      },
    };
  },
  read: (meta) => {
    const state = {
      gridSize: findField(meta, "gridSize"),
      sourceIndex: findField(meta, "sourceIndex"),
      solvedMasks: findField(meta, "solvedMasks"),
      rotations: findField(meta, "rotations"),
    };
    if (state.solvedMasks === undefined || state.rotations === undefined) return undefined;
    return { state, budget: () => actionBudget(solutionTicks(pipeStateSchema.parse(state))) };
  },
};
