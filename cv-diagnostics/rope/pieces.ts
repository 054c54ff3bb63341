/** A rope's centre line in pieces, for drawing: broken where it lies under another rope or is not drawn. */
import type { Point } from "../../core/geometry/homography.ts";
import { distanceBetween } from "./points.ts";
import type { RopeReading } from "./state.ts";

/** Half of the break in the lower line at a crossing, in hole spacings. */
const BREAK = 0.13;

/** The line without its gaps, and without a little on both sides of each crossing under another rope. */
export function visiblePieces(rope: RopeReading): Point[][] {
  const { length, crossings } = rope;
  const reach = length > 0 ? BREAK / length : 0;
  const under = crossings.filter(({ isOver }) => isOver === false).map(({ share }) => share);
  return piecesOutside(rope, [
    ...under.map((share) => [share - reach, share + reach] as const),
    ...gapShares(rope),
  ]);
}

/** The line without its gaps. */
export function drawnPieces(rope: RopeReading): Point[][] {
  return piecesOutside(rope, gapShares(rope));
}

type Stretch = readonly [from: number, to: number];

/** Gaps as shares of the length. */
function gapShares({ line, length, gaps }: RopeReading): Stretch[] {
  const last = Math.max(1, line.length - 1);
  return gaps.map(({ at, size }) => {
    const distances = line.map((point) => distanceBetween(point, at));
    const middle = distances.indexOf(Math.min(...distances)) / last;
    const reach = length > 0 ? size / 2 / length : 0;
    return [middle - reach, middle + reach];
  });
}

function piecesOutside({ line }: RopeReading, breaks: readonly Stretch[]): Point[][] {
  const last = Math.max(1, line.length - 1);
  const pieces: Point[][] = [];
  let open: Point[] = [];
  for (const [k, point] of line.entries()) {
    if (breaks.some(([from, to]) => from < k / last && k / last < to)) {
      if (open.length > 1) pieces.push(open);
      open = [];
    } else open.push(point);
  }
  if (open.length > 1) pieces.push(open);
  return pieces;
}
