/**
 * Where ropes lie on the board as seen from above, and how near they come to each other. Distances
 * in hole spacings, of centre lines; a rope is 0.2 wide, a plug 0.32.
 */
import type { Point } from "../../../../core/geometry/homography.ts";
import {
  type Crossing,
  type CrossingMap,
  crossingsOf,
  type Point3,
} from "../../../../core/geometry/polyline-crossings.ts";
import type { RopePose, UntanglePose } from "../../../../tasks/untangle/index.ts";
import { pointOnPiece } from "../../../../tasks/untangle/physics/curve.ts";

/** Pieces of a drawn rope to each segment of its centre line. */
export const PIECES = 3;

const lines = new WeakMap<RopePose["points"], readonly Point3[]>();

/** The drawn curve of a rope: PIECES straight pieces to a segment. Kept for each points object. */
export function drawnLine(points: RopePose["points"]): readonly Point3[] {
  const known = lines.get(points);
  if (known !== undefined) return known;
  const count = (points.length - 1) * PIECES;
  const line = Array.from({ length: count + 1 }, (_, at) => {
    const segment = Math.min(points.length - 2, Math.floor(at / PIECES));
    return pointOnPiece(points, segment, at / PIECES - segment);
  });
  lines.set(points, line);
  return line;
}

/** Length of a line seen from above. */
export function planeLength(line: readonly Point3[]): number {
  return line.reduce((sum, [x, y], index) => {
    const before = line[index - 1];
    return before === undefined ? 0 : sum + Math.hypot(x - before[0], y - before[1]);
  }, 0);
}

/** Distance from the first point along a line, for each of its points. */
export function wayAlong(line: readonly Point3[]): number[] {
  let way = 0;
  return line.map(([x, y], index) => {
    const before = line[index - 1];
    if (before !== undefined) way += Math.hypot(x - before[0], y - before[1]);
    return way;
  });
}

/** Distance of a point from a line. */
export function distanceTo([x, y]: Point, line: readonly Point3[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < line.length; index++) {
    const [x1, y1] = line[index - 1] as Point3;
    const [x2, y2] = line[index] as Point3;
    least = Math.min(least, squaredDistance(x, y, x1, y1, x2 - x1, y2 - y1));
  }
  return Math.sqrt(least);
}

function squaredDistance(
  x: number,
  y: number,
  x1: number,
  y1: number,
  ux: number,
  uy: number,
): number {
  const length = ux * ux + uy * uy;
  const along = length === 0 ? 0 : ((x - x1) * ux + (y - y1) * uy) / length;
  const share = Math.min(1, Math.max(0, along));
  const dx = x - x1 - ux * share;
  const dy = y - y1 - uy * share;
  return dx * dx + dy * dy;
}

/** The point of a line nearest to a point; `at` is the index of its piece plus the share of it. */
export function nearestOn(
  [x, y]: Point,
  line: readonly Point3[],
): { readonly distance: number; readonly at: number; readonly point: Point } {
  let best = { squared: Number.POSITIVE_INFINITY, at: 0, point: [0, 0] as Point };
  for (let index = 1; index < line.length; index++) {
    const [x1, y1] = line[index - 1] as Point3;
    const [x2, y2] = line[index] as Point3;
    const [ux, uy] = [x2 - x1, y2 - y1];
    const length = ux * ux + uy * uy;
    const along = length === 0 ? 0 : ((x - x1) * ux + (y - y1) * uy) / length;
    const share = Math.min(1, Math.max(0, along));
    const point: Point = [x1 + ux * share, y1 + uy * share];
    const squared = (x - point[0]) ** 2 + (y - point[1]) ** 2;
    if (squared < best.squared) best = { squared, at: index - 1 + share, point };
  }
  return { distance: Math.sqrt(best.squared), at: best.at, point: best.point };
}

/** Least distance of points from ropes of a pose. @param isMeant ropes that count. @default all */
export function clearance(
  points: readonly Point[],
  pose: UntanglePose,
  isMeant: (rope: number) => boolean = () => true,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [index, rope] of pose.ropes.entries()) {
    if (!isMeant(index)) continue;
    const line = drawnLine(rope.points);
    for (const point of points) least = Math.min(least, distanceTo(point, line));
  }
  return least;
}

/** Least distance in space of the drawn points of two ropes. */
export function spaceBetween({ ropes }: UntanglePose, first: number, second: number): number {
  const others = drawnLine(ropes[second]?.points ?? []);
  let least = Number.POSITIVE_INFINITY;
  for (const [x, y, height] of drawnLine(ropes[first]?.points ?? [])) {
    for (const other of others) {
      const [dx, dy, dz] = [x - other[0], y - other[1], height - other[2]];
      least = Math.min(least, dx * dx + dy * dy + dz * dz);
    }
  }
  return Math.sqrt(least);
}

const maps = new WeakMap<UntanglePose, CrossingMap>();

/** Crossings of a pose's ropes. Kept for each pose object. */
export function crossingsIn(pose: UntanglePose): CrossingMap {
  const known = maps.get(pose) ?? crossingsOf(pose.ropes.map(({ points }) => points));
  maps.set(pose, known);
  return known;
}

/** The two ropes of a crossing, the lower index first. */
export function pairOf({ over, under }: Crossing): readonly [number, number] {
  return over.line < under.line ? [over.line, under.line] : [under.line, over.line];
}

/** Crossings of two ropes in the order along the first one: "o" where it lies over, "u" where under. */
export function pairText(pose: UntanglePose, first: number, second: number): string {
  return (crossingsIn(pose).along[first] ?? [])
    .filter(({ other }) => other === second)
    .map(({ isOver }) => (isOver ? "o" : "u"))
    .join("");
}

/**
 * What a pose's crossings look like but for where they are. Equal texts: nothing has passed anything.
 * @param without a pair of ropes that is left out
 */
export function crossingText(
  pose: UntanglePose,
  without: readonly [number, number] = [-1, -1],
): string {
  const count = pose.ropes.length;
  let text = "";
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) {
      const isLeftOut = without.includes(first) && without.includes(second);
      const pair = isLeftOut ? "" : pairText(pose, first, second);
      if (pair !== "") text += `${first}/${second}:${pair} `;
    }
  }
  return text;
}
