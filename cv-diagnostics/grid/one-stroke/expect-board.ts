/**
 * What of a One Stroke board may be followed: patches that look as in the first state, the slab's
 * rim, the pegs. Where a stroke or the cursor may come there is no weight.
 */
import { SIZES } from "../../../tasks/one-stroke/look.ts";
import {
  type AlignmentPoints,
  type BoardTemplate,
  pickAlignmentPoints,
} from "../../board/template.ts";
import type { ReaderMemory } from "../../judge.ts";
import type { LatticeSize } from "./lattice.ts";
import type { StrokeFrameState } from "./state.ts";

/** Half width of the band along lattice lines that a stroke may cover. Board units. */
const STROKE_BAND = SIZES.strokeRadius + 0.03;
/** Cells that changed are left out with their patch's sides. */
const CELL_REACH = 0.5;

/**
 * @param state the last reading; cells whose colour differs from the first reading lose their weight
 * @param last memory whose points are kept when the cells did not change
 */
export function expectStrokeBoard(
  reference: BoardTemplate,
  size: LatticeSize,
  state: StrokeFrameState | undefined,
  last?: ReaderMemory<StrokeFrameState>,
): AlignmentPoints {
  if (last && (!state || !hasChangedCells(last.state, state))) return last.points;
  const changed = state?.cells.map((cell, k) => cell !== (last?.state ?? state).cells[k]) ?? [];
  const { grid } = reference;
  const weight = reference.weight.slice();
  for (let r = 0; r < grid.rows; r++) {
    const y = size.height - 1 - (grid.top + (r + 0.5) * grid.step);
    for (let c = 0; c < grid.cols; c++) {
      const x = grid.left + (c + 0.5) * grid.step;
      if (isOnBand(x, y, size) || isInChangedCell(x, y, size, changed)) {
        weight[r * grid.cols + c] = 0;
      }
    }
  }
  return pickAlignmentPoints({ grid, luma: reference.luma, weight });
}

function hasChangedCells(before: StrokeFrameState | undefined, after: StrokeFrameState): boolean {
  return before?.cells.some((cell, k) => cell !== after.cells[k]) ?? false;
}

/** Near a lattice line or, in a wider disc, near a vertex where the cursor's rings may lie. */
function isOnBand(x: number, y: number, size: LatticeSize): boolean {
  const inBoard =
    x > -SIZES.ringOuter &&
    y > -SIZES.ringOuter &&
    x < size.width - 1 + SIZES.ringOuter &&
    y < size.height - 1 + SIZES.ringOuter;
  if (!inBoard) return false;
  const dx = Math.abs(x - Math.round(x));
  const dy = Math.abs(y - Math.round(y));
  return Math.min(dx, dy) < STROKE_BAND || Math.hypot(dx, dy) < SIZES.ringOuter;
}

function isInChangedCell(
  x: number,
  y: number,
  size: LatticeSize,
  changed: readonly boolean[],
): boolean {
  const cols = size.width - 1;
  const i = Math.floor(x);
  const j = Math.floor(y);
  return (
    i >= 0 &&
    j >= 0 &&
    i < cols &&
    j < size.height - 1 &&
    changed[j * cols + i] === true &&
    Math.abs(x - i - 0.5) <= CELL_REACH
  );
}
