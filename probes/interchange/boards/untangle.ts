/**
 * Untangle boards in published words. They tell the holes and not how the ropes lie, so that a start
 * cannot be read from them alone.
 */
import { rowColOf } from "../../../tasks/untangle/board.ts";
import { ropeColourNumber } from "../../../tasks/untangle/look.ts";
import { occupiedHoles, untangleStateSchema } from "../../../tasks/untangle/state.ts";
import type { Board } from "./board.ts";

export const untangleBoard: Board = {
  describe: ({ initialState, seed, tier }) => {
    const state = untangleStateSchema.parse(initialState);
    const { gridSize, ropes } = state;
    const hole = (id: number) => ({ ...rowColOf(gridSize, id), id });
    return {
      level: tier,
      initial_state: {
        gridSize,
        ropeCount: ropes.length,
        ropes: ropes.map(({ id, colour, ends: [start, end] }) => ({
          id,
          color: ropeColourNumber(colour),
          startHole: hole(start),
          endHole: hole(end),
        })),
        occupiedHoles: occupiedHoles(state),
        reset_config: { difficulty: tier, seed },
      },
    };
  },
};
