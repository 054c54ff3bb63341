/**
 * Label grids painted by hand for tests of the rope reader: thick lines and discs, later ones over
 * earlier ones. What is painted is exact; no picture, light or colour is involved.
 */
import type { Point } from "../../../core/geometry/homography.ts";
import { FIRST_ROPE } from "../colours.ts";
import { distanceBetween, nearestOnPiece } from "../points.ts";
import { cellAt, createRaster, placeOf, type Raster } from "../raster.ts";

/** As drawn, in hole spacings: half of a rope's width, and a plug's radius in the plane of ropes. */
export const ROPE_RADIUS = 0.1;
export const PLUG_RADIUS = 0.15;

/** A thing that is painted. `rope` is the place in the instance's list; other labels by `label`. */
export type Mark = ({ readonly rope: number } | { readonly label: number }) &
  (
    | { readonly line: readonly Point[]; readonly radius?: number }
    | { readonly disc: Point; readonly radius?: number }
  );

export type Painted = {
  readonly raster: Raster;
  readonly labels: Uint8Array;
  /** Samples of a rope, in ascending order. */
  cellsOf(rope: number): readonly number[];
};

export function paint(gridSize: number, marks: readonly Mark[]): Painted {
  const raster = createRaster(gridSize);
  const labels = new Uint8Array(raster.size);
  for (const mark of marks) {
    const label = "rope" in mark ? FIRST_ROPE + mark.rope : mark.label;
    for (const index of cellsAround(raster, mark)) {
      if (isCovered(mark, placeOf(raster, index))) labels[index] = label;
    }
  }
  const cellsOf = (rope: number): number[] =>
    [...labels.keys()].filter((index) => labels[index] === FIRST_ROPE + rope);
  return { raster, labels, cellsOf };
}

/** Cells of the box around a mark. */
function cellsAround(raster: Raster, mark: Mark): number[] {
  const points = "disc" in mark ? [mark.disc] : mark.line;
  const reach = 0.05 + (mark.radius ?? PLUG_RADIUS);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const from = cellAt(raster, [Math.min(...xs) - reach, Math.min(...ys) - reach]);
  const to = cellAt(raster, [Math.max(...xs) + reach, Math.max(...ys) + reach]);
  const [left, right] = [from % raster.cols, to % raster.cols];
  const cells: number[] = [];
  for (let row = from - left; row <= to; row += raster.cols) {
    for (let col = left; col <= right; col++) cells.push(row + col);
  }
  return cells;
}

function isCovered(mark: Mark, place: Point): boolean {
  if ("disc" in mark) return distanceBetween(mark.disc, place) < (mark.radius ?? PLUG_RADIUS);
  const { line, radius = ROPE_RADIUS } = mark;
  return line.some((to, k) => {
    const from = line[k - 1] ?? to;
    return nearestOnPiece(place, from, to).distance < radius;
  });
}

/** A rope with both its plugs, as it lies on a board. */
export function ropeMarks(rope: number, line: readonly Point[]): readonly Mark[] {
  const ends = [line[0], line.at(-1)].filter((end) => end !== undefined);
  return [{ rope, line }, ...ends.map((disc): Mark => ({ rope, disc }))];
}

/** Points on an arc of a circle; angles in degrees, 0 to the right, growing downwards. */
export function arc(centre: Point, radius: number, fromDeg: number, toDeg: number): Point[] {
  const count = Math.max(2, Math.ceil((Math.abs(toDeg - fromDeg) * radius) / 2));
  return Array.from({ length: count + 1 }, (_, k): Point => {
    const angle = ((fromDeg + ((toDeg - fromDeg) * k) / count) * Math.PI) / 180;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

/** Greatest distance of a line's points from another line. */
export function farthestOff(points: readonly Point[], line: readonly Point[]): number {
  return Math.max(
    ...points.map((point) =>
      Math.min(...line.map((to, k) => nearestOnPiece(point, line[k - 1] ?? to, to).distance)),
    ),
  );
}
