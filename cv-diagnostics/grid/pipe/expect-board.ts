/** The board as it should look in the next frame: the reference with each cell as last read. */
import type { PipePose } from "../../../tasks/pipe/render.ts";
import { TEMPLATE_SAMPLES_PER_UNIT } from "../../board/reference.ts";
import {
  type AlignmentPoints,
  type BoardTemplate,
  pickAlignmentPoints,
} from "../../board/template.ts";
import type { ReaderMemory } from "../../judge.ts";
import { PIPE_READ_THRESHOLDS } from "../../thresholds.ts";
import { offQuarterDeg, PIECE_SHAPES } from "./pieces.ts";
import type { CellReading } from "./read-cell.ts";
import type { PipeFrameState } from "./state.ts";
import { lumaTile } from "./templates.ts";

/**
 * Template points given the last reading. Cells at rest are drawn as read; cells in motion or not
 * read get no weight, so that they cannot pull the board along.
 * @param last the memory whose points are kept when nothing changed
 */
export function expectBoard(
  reference: BoardTemplate,
  pose: PipePose,
  state: PipeFrameState | undefined,
  last?: ReaderMemory<PipeFrameState>,
): AlignmentPoints {
  if (!state) return pickAlignmentPoints(reference);
  if (last?.state && looksAlike(last.state, state)) return last.points;
  const side = TEMPLATE_SAMPLES_PER_UNIT;
  const { grid } = reference;
  const luma = reference.luma.slice();
  const weight = reference.weight.slice();
  const originCol = Math.round(-grid.left / grid.step);
  const originRow = Math.round(-grid.top / grid.step);
  state.cells.forEach((cell, index) => {
    const isKnown = isAtRest(cell);
    const tile = isKnown ? lumaTile(poseOfReading(cell), side) : undefined;
    const col = originCol + (index % pose.gridSize) * side;
    const row = originRow + Math.floor(index / pose.gridSize) * side;
    for (let r = 0; r < side; r++) {
      for (let c = 0; c < side; c++) {
        const at = (row + r) * grid.cols + col + c;
        if (tile) luma[at] = tile[r * side + c] ?? 0;
        else weight[at] = 0;
      }
    }
  });
  return pickAlignmentPoints({ grid, luma, weight });
}

/** Arms end 0.39 cells from the centre: this far around a cell's border nothing ever moves. */
const BORDER_BAND = 0.09;

/**
 * What stays whatever the pieces do: labels, the board's edge, the bands between cells, cells that
 * are empty in the instance. Holds the board over a cut that changes every piece.
 */
export function anchorPoints(reference: BoardTemplate, pose: PipePose): AlignmentPoints {
  const { grid } = reference;
  const weight = reference.weight.slice();
  for (let r = 0; r < grid.rows; r++) {
    const y = grid.top + (r + 0.5) * grid.step;
    for (let c = 0; c < grid.cols; c++) {
      const x = grid.left + (c + 0.5) * grid.step;
      if (x < 0 || y < 0 || x >= pose.gridSize || y >= pose.gridSize) continue;
      const cell = pose.cells[Math.floor(y) * pose.gridSize + Math.floor(x)];
      const isEmpty = cell?.mask === 0 && !cell.isSource;
      const toBorder = Math.min(x % 1, 1 - (x % 1), y % 1, 1 - (y % 1));
      if (!isEmpty && toBorder > BORDER_BAND) weight[r * grid.cols + c] = 0;
    }
  }
  return pickAlignmentPoints({ grid, luma: reference.luma, weight });
}

/** Read, and within the tolerance of a quarter turn. */
export function isAtRest(cell: CellReading): boolean {
  return (
    cell.isRead &&
    (cell.kind === "empty" || offQuarterDeg(cell.angleDeg) <= PIPE_READ_THRESHOLDS.restAngleDeg)
  );
}

function poseOfReading(cell: CellReading): PipePose["cells"][number] {
  return {
    mask: PIECE_SHAPES[cell.kind].mask,
    angleDeg: Math.round(cell.angleDeg / 90) * 90,
    connected: cell.colour === "connected",
    isSource: cell.isSource,
  };
}

function looksAlike(a: PipeFrameState, b: PipeFrameState): boolean {
  return a.cells.every((cell, index) => {
    const other = b.cells[index];
    if (cell === other) return true;
    if (!other) return false;
    const rest = isAtRest(cell);
    if (rest !== isAtRest(other)) return false;
    return (
      !rest ||
      (cell.kind === other.kind &&
        Math.round(cell.angleDeg / 90) === Math.round(other.angleDeg / 90) &&
        cell.isSource === other.isSource &&
        cell.colour === other.colour)
    );
  });
}
