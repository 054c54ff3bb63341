/** Distances between points of a plane, and lines of points on it. Owns no samples and no ropes. */
import type { Point } from "../../core/geometry/homography.ts";

export function distanceBetween(a: Point, b: Point): number {
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  return Math.sqrt(dx * dx + dy * dy);
}

/**
 * The nearest place on a straight piece.
 * @returns the distance to it, and its share of the way from `from` to `to`, 0..1
 */
export function nearestOnPiece(
  point: Point,
  from: Point,
  to: Point,
): { readonly distance: number; readonly share: number } {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const squared = dx * dx + dy * dy || 1;
  const along = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / squared;
  const share = Math.min(1, Math.max(0, along));
  return { distance: distanceBetween(point, [from[0] + dx * share, from[1] + dy * share]), share };
}

/** Direction from one point to another one, of length 1; 0 when they are the same. */
export function directionBetween(from: Point, to: Point): Point {
  const length = distanceBetween(from, to) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

export function lengthOf(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, point, k) => sum + distanceBetween(line[k] ?? point, point), 0);
}

/** Points at even distances of about `spacing` along a line, both ends included. */
export function respace(line: readonly Point[], spacing: number): Point[] {
  const length = lengthOf(line);
  const first = line[0];
  const last = line.at(-1);
  if (first === undefined || last === undefined) return [];
  const count = Math.max(1, Math.round(length / spacing));
  const spaced: Point[] = [first];
  let walked = 0;
  for (let k = 1; k < line.length; k++) {
    const from = line[k - 1] ?? first;
    const to = line[k] ?? last;
    const piece = distanceBetween(from, to);
    while (spaced.length < count && walked + piece >= (spaced.length * length) / count) {
      const share = ((spaced.length * length) / count - walked) / (piece || 1);
      spaced.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
    }
    walked += piece;
  }
  spaced.push(last);
  return spaced;
}
