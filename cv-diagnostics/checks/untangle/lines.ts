/** Plane geometry of read centre lines: distances, parts, and two lines mixed. Tolerances are the callers'. */
import type { Point } from "../../../core/geometry/homography.ts";

/** Distance of a point from a line of corners; infinite when it has none. */
export function distanceToLine(point: Point, line: readonly Point[]): number {
  if (line.length === 0) return Number.POSITIVE_INFINITY;
  const [x, y] = nearestOn(point, line);
  return Math.hypot(x - point[0], y - point[1]);
}

/** The point of a line that lies nearest; the given one when the line has none. */
export function nearestOn(point: Point, line: readonly Point[]): Point {
  // Indices instead of patterns: this is the innermost loop of the checks.
  const x = point[0];
  const y = point[1];
  let least = Number.POSITIVE_INFINITY;
  let nearestX = x;
  let nearestY = y;
  for (let i = 0; i < line.length; i++) {
    const from = line[i] ?? point;
    const to = line[i + 1] ?? from;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    const squared = dx * dx + dy * dy;
    const along = squared === 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / squared;
    const share = Math.min(1, Math.max(0, along));
    const px = from[0] + dx * share;
    const py = from[1] + dy * share;
    const distance = (px - x) * (px - x) + (py - y) * (py - y);
    if (distance >= least) continue;
    least = distance;
    nearestX = px;
    nearestY = py;
  }
  return [nearestX, nearestY];
}

/** Least distance of the corners of two lines from the other line. */
export function distanceOfLines(first: readonly Point[], second: readonly Point[]): number {
  const from = (points: readonly Point[], line: readonly Point[]): number =>
    points.reduce(
      (least, point) => Math.min(least, distanceToLine(point, line)),
      Number.POSITIVE_INFINITY,
    );
  return Math.min(from(first, second), from(second, first));
}

/** Point of a line. @param share of its length, 0..1 */
export function pointAt(line: readonly Point[], share: number): Point {
  const [point] = lineBetween(line, share, share);
  return point ?? [0, 0];
}

/** The part of a line from one share of its length to another one, in either order. */
export function lineBetween(line: readonly Point[], from: number, to: number): readonly Point[] {
  const [low, high] = from <= to ? [from, to] : [to, from];
  const sums = lengthsAlong(line);
  const whole = sums.at(-1) ?? 0;
  const part: Point[] = [at(line, sums, low * whole)];
  for (const [i, sum] of sums.entries()) {
    if (sum > low * whole && sum < high * whole) part.push(line[i] ?? [0, 0]);
  }
  if (high > low) part.push(at(line, sums, high * whole));
  return part;
}

/** A line of `count` corners at equal distances along another one. */
export function resample(line: readonly Point[], count: number): readonly Point[] {
  const sums = lengthsAlong(line);
  const whole = sums.at(-1) ?? 0;
  return Array.from({ length: count }, (_, k) => at(line, sums, (k / (count - 1)) * whole));
}

/** Corner by corner between two lines of as many corners. @param share 0: the first one */
export function mixLines(
  first: readonly Point[],
  second: readonly Point[],
  share: number,
): readonly Point[] {
  return first.map((point, i) => mix(point, second[i] ?? point, share));
}

export function mix([x, y]: Point, [u, v]: Point, share: number): Point {
  return [x + (u - x) * share, y + (v - y) * share];
}

function lengthsAlong(line: readonly Point[]): readonly number[] {
  let sum = 0;
  return line.map(([x, y], i) => {
    const [u, v] = line[i - 1] ?? [x, y];
    sum += Math.hypot(x - u, y - v);
    return sum;
  });
}

/** The point after a length along a line. */
function at(line: readonly Point[], sums: readonly number[], length: number): Point {
  let next = sums.findIndex((sum) => sum >= length);
  if (next < 0) next = line.length - 1;
  const to = line[next] ?? [0, 0];
  const from = line[next - 1] ?? to;
  const [start, stop] = [sums[next - 1] ?? 0, sums[next] ?? 0];
  return stop === start ? to : mix(from, to, (length - start) / (stop - start));
}
