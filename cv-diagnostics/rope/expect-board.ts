/**
 * What of a peg board may be followed: labels and holes of the bare board, away from where ropes
 * were last seen.
 */
import type { Point } from "../../core/geometry/homography.ts";
import {
  type AlignmentPoints,
  type BoardTemplate,
  pickAlignmentPoints,
} from "../board/template.ts";
import { isAmongLabels } from "./raster.ts";

/** Ropes with their shadows reach this far from their lines, plugs this far from the ends. */
const ROPE_REACH = 0.3;
const PLUG_REACH = 0.42;

/**
 * @param bare the board without ropes
 * @param lines centre lines of the ropes, in the plane of the holes
 */
export function expectPegBoard(
  bare: BoardTemplate,
  lines: readonly (readonly Point[])[],
): AlignmentPoints {
  const { grid } = bare;
  const weight = bare.weight.slice();
  const clear = ([x, y]: Point, reach: number): void => {
    const col = (x - grid.left) / grid.step - 0.5;
    const row = (y - grid.top) / grid.step - 0.5;
    const cells = reach / grid.step;
    for (
      let r = Math.max(0, Math.ceil(row - cells));
      r <= Math.min(grid.rows - 1, row + cells);
      r++
    ) {
      const half = Math.sqrt(Math.max(0, cells * cells - (r - row) * (r - row)));
      const from = Math.max(0, Math.ceil(col - half));
      const to = Math.min(grid.cols - 1, Math.floor(col + half));
      if (to >= from) weight.fill(0, r * grid.cols + from, r * grid.cols + to + 1);
    }
  };
  for (const line of lines) {
    for (const [k, point] of line.entries()) {
      clear(point, k === 0 || k === line.length - 1 ? PLUG_REACH : ROPE_REACH);
    }
  }
  return pickAlignmentPoints({ grid, luma: bare.luma, weight });
}

/** The labels alone: no rope ever lies there. */
export function labelPoints(bare: BoardTemplate, gridSize: number): AlignmentPoints {
  const { grid } = bare;
  const weight = bare.weight.slice();
  for (let r = 0; r < grid.rows; r++) {
    const y = grid.top + (r + 0.5) * grid.step;
    for (let c = 0; c < grid.cols; c++) {
      const x = grid.left + (c + 0.5) * grid.step;
      if (!isAmongLabels(gridSize, [x, y])) weight[r * grid.cols + c] = 0;
    }
  }
  return pickAlignmentPoints({ grid, luma: bare.luma, weight });
}
