/**
 * Lines of points made even, and hidden stretches of them bridged. Owns curves only: what is hidden is
 * told by the caller.
 */
import type { Point } from "../../core/geometry/homography.ts";
import type { Cover } from "./centreline.ts";
import { directionBetween, distanceBetween } from "./points.ts";

/** Points on each side from which the direction into a hidden stretch is taken. */
const TANGENT_POINTS = 3;
/** Directions over less than this are those of the whole stretch. */
const LEAST_SPAN = 0.1;
/**
 * Smoothing in two steps, which takes out the noise of single points and leaves bends as wide as they
 * are, frame after frame (Taubin, "A signal processing approach to fair surface design", 1995).
 */
const FAIRING = { in: 0.5, out: -0.53 } as const;

/** Means over `reach` points on each side; fewer near the ends and near fixed points, which stay. */
export function smooth(points: readonly Point[], reach: number, fixed: readonly number[]): Point[] {
  return points.map((point, k) => {
    let wide = Math.min(Math.floor(reach), k, points.length - 1 - k);
    for (const index of fixed) wide = Math.min(wide, Math.abs(index - k));
    if (wide === 0) return point;
    let [x, y] = [0, 0];
    for (let at = k - wide; at <= k + wide; at++) {
      const [px, py] = points[at] ?? point;
      x += px;
      y += py;
    }
    return [x / (2 * wide + 1), y / (2 * wide + 1)];
  });
}

/** A line without the noise of its single points, and with its bends as they were; the ends stay. */
export function fair(points: readonly Point[]): readonly Point[] {
  return nudge(nudge(points, FAIRING.in), FAIRING.out);
}

/** Each point moved by a share of its way to the middle between its neighbours. */
function nudge(points: readonly Point[], share: number): readonly Point[] {
  return points.map((point, k) => {
    const [before, after] = [points[k - 1], points[k + 1]];
    if (before === undefined || after === undefined) return point;
    return [
      point[0] + share * ((before[0] + after[0]) / 2 - point[0]),
      point[1] + share * ((before[1] + after[1]) / 2 - point[1]),
    ];
  });
}

/**
 * Replaces hidden stretches by curves that go on as the rope does on both sides of them.
 * @param longest stretches of this many points and more stay as they are. @default none
 */
export function bridge(
  points: readonly Point[],
  covers: readonly Cover[],
  longest = Number.POSITIVE_INFINITY,
): Point[] {
  const bridged = [...points];
  let from = 0;
  while (from < points.length) {
    if (covers[from] !== "other") {
      from++;
      continue;
    }
    let to = from;
    while (to + 1 < points.length && covers[to + 1] === "other") to++;
    const [before, after] = [from - 1, to + 1];
    const start = points[before];
    const stop = points[after];
    if (start !== undefined && stop !== undefined && to > from && to - from < longest) {
      const span = distanceBetween(start, stop);
      const leaving = directionAlong(points, before - TANGENT_POINTS, before, start, stop);
      const arriving = directionAlong(points, after, after + TANGENT_POINTS, start, stop);
      for (let k = from; k <= to; k++) {
        bridged[k] = hermite(start, stop, leaving, arriving, span, (k - before) / (after - before));
      }
    }
    from = to + 1;
  }
  return bridged;
}

function directionAlong(
  points: readonly Point[],
  from: number,
  to: number,
  start: Point,
  stop: Point,
): Point {
  const a = points[Math.max(0, from)] ?? start;
  const b = points[Math.min(points.length - 1, to)] ?? stop;
  return distanceBetween(a, b) < LEAST_SPAN
    ? directionBetween(start, stop)
    : directionBetween(a, b);
}

function hermite(
  start: Point,
  stop: Point,
  leaving: Point,
  arriving: Point,
  span: number,
  t: number,
): Point {
  const [t2, t3] = [t * t, t * t * t];
  const mix = (axis: 0 | 1): number =>
    (2 * t3 - 3 * t2 + 1) * start[axis] +
    (t3 - 2 * t2 + t) * span * leaving[axis] +
    (3 * t2 - 2 * t3) * stop[axis] +
    (t3 - t2) * span * arriving[axis];
  return [mix(0), mix(1)];
}
