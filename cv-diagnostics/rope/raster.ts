/**
 * The grid of samples on which ropes are read, and how its cells lie on the board. Board units: one
 * hole spacing = 1, hole (row, col) at x = row, y = column. Owns geometry only.
 */
import type { Point } from "../../core/geometry/homography.ts";
import type { SampleGrid } from "../image/resample.ts";

/** Samples to one hole spacing: a rope is six of them wide, and a 480p picture has about twice as many. */
export const SAMPLES_PER_UNIT = 32;
/** How far ropes are looked for beyond the outer holes. */
const MARGIN = 1;

/** A board plane cut into cells; index = row * cols + col. */
export type Raster = SampleGrid & { readonly gridSize: number; readonly size: number };

export function createRaster(gridSize: number): Raster {
  const side = (gridSize - 1 + 2 * MARGIN) * SAMPLES_PER_UNIT;
  const corner = { left: -MARGIN, top: -MARGIN, step: 1 / SAMPLES_PER_UNIT };
  return { ...corner, cols: side, rows: side, gridSize, size: side * side };
}

/** Place of a cell's centre. */
export function placeOf({ left, top, step, cols }: Raster, index: number): Point {
  const row = Math.floor(index / cols);
  return [left + (index - row * cols + 0.5) * step, top + (row + 0.5) * step];
}

/** The cell in which a place lies; the nearest one for places beyond the grid. */
export function cellAt({ left, top, step, cols, rows }: Raster, [x, y]: Point): number {
  const col = Math.min(cols - 1, Math.max(0, Math.floor((x - left) / step)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor((y - top) / step)));
  return row * cols + col;
}

/** A cell relative to another one: columns, rows, and the distance in hole spacings. */
export type Offset = { readonly dx: number; readonly dy: number; readonly distance: number };

/** Cells whose centres lie between two distances from a cell's centre, in hole spacings. */
export function offsetsWithin(from: number, to: number): readonly Offset[] {
  const reach = Math.ceil(to * SAMPLES_PER_UNIT);
  const found: Offset[] = [];
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const distance = Math.sqrt(dx * dx + dy * dy) / SAMPLES_PER_UNIT;
      if (distance >= from && distance < to) found.push({ dx, dy, distance });
    }
  }
  return found;
}

/** Calls `visit` with each cell of the grid at the offsets from a cell. */
export function visitAround(
  { cols, rows }: Raster,
  index: number,
  offsets: readonly Offset[],
  visit: (index: number, offset: Offset) => void,
): void {
  const row = Math.floor(index / cols);
  const col = index - row * cols;
  for (const offset of offsets) {
    const x = col + offset.dx;
    const y = row + offset.dy;
    if (x >= 0 && y >= 0 && x < cols && y < rows) visit(y * cols + x, offset);
  }
}

/** Labels stand outside the outer holes by at least this much; no rope lies there. */
const LABEL_DISTANCE = 0.42;

/** Whether a place lies so far outside the outer holes that labels may stand there. */
export function isAmongLabels(gridSize: number, [x, y]: Point): boolean {
  return Math.max(-x, -y, x - gridSize + 1, y - gridSize + 1) >= LABEL_DISTANCE;
}

export function holePoint(gridSize: number, hole: number): Point {
  const row = Math.floor(hole / gridSize);
  return [row, hole - row * gridSize];
}
