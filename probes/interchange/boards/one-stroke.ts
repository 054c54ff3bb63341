/** One Stroke boards in published words. */
import { actionBudget } from "../../../tasks/one-stroke/rules.ts";
import { solve } from "../../../tasks/one-stroke/solve.ts";
import { strokeStateSchema } from "../../../tasks/one-stroke/state.ts";
import { isObject } from "../parse-rows.ts";
import type { Board } from "./board.ts";
import { findField } from "./find-field.ts";

export const oneStrokeBoard: Board = {
  describe: ({ initialState, seed }) => {
    const { width, height, cells } = strokeStateSchema.parse(initialState);
    const level = { W: width, H: height, cells };
    return {
      level: 1,
      board_size: width - 1,
      level_json: level,
      initial_state: {
        level_json: level,
        reset_config: { levelJson: level, boardSize: width - 1, seed },
      },
    };
  },
  read: (meta) => {
    const level = findField(meta, "levelJson", "level_json");
    const cells = isObject(level) ? level["cells"] : findField(meta, "cells");
    if (!Array.isArray(cells) || !Array.isArray(cells[0])) return undefined;
    const state = {
      width: cells[0].length + 1,
      height: cells.length + 1,
      cells,
      path: [[0, 0]],
    };
    // The length of the generator's own path is not told: the shortest stands for it.
    const budget = (): number =>
      actionBudget(solve(strokeStateSchema.parse(state))?.length ?? cells.length * 4);
    return { state, budget };
  },
};
