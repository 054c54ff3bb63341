/**
 * From a way over samples to a rope's centre line: evenly spaced points, drawn to the middle between
 * the rope's two rims where these are seen, and carried on smoothly where another rope lies over it.
 */
import type { Point } from "../../core/geometry/homography.ts";
import { GROUND } from "./colours.ts";
import { bridge, smooth } from "./curves.ts";
import { directionBetween, distanceBetween, respace } from "./points.ts";
import { cellAt, placeOf, type Raster, SAMPLES_PER_UNIT } from "./raster.ts";

/** What is drawn at a point of the line: the rope, something over it, or nothing. */
export type Cover = "own" | "other" | "ground";

export type Centreline = {
  readonly points: readonly Point[];
  /** One entry a point. */
  readonly covers: readonly Cover[];
};

/** Spacing of the points, in hole spacings: half a rope's width. */
export const POINT_SPACING = 0.1;
/** Half of a rope's width. */
const HALF_WIDTH = 0.1;
/** Widths that a whole rope shows across, whatever borders it. */
const WHOLE_WIDTH = { least: 0.165, most: 0.26 } as const;
/** How far from the line its rims are looked for. */
const PROFILE_REACH = 0.22;
/** How far a point of the line is moved at a time, and how often. */
const MAX_SHIFT = 0.06;
const ROUNDS = 3;
/** Points nearer than this to an end lie in its plug, which has no rims of a rope. */
export const PLUG_REACH = 0.16;
/** Samples on each side over which the stairs of a way are smoothed. */
const STAIR_REACH = SAMPLES_PER_UNIT / 8;
/** Of five samples around a point so many show the rope, or the ground, when the point does. */
const LEAST_OWN = 2;
const LEAST_GROUND = 3;

/**
 * @param ends places of the two ends, kept as they are
 * @param pins places in between that the line must keep to
 */
export function followCentre(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  way: readonly number[],
  ends: readonly [Point, Point],
  pins: readonly Point[],
): Centreline {
  const rough = [ends[0], ...way.map((index) => placeOf(raster, index)), ends[1]];
  let points = respace(smooth(rough, STAIR_REACH, nearestIndices(rough, pins)), POINT_SPACING);
  let covers: readonly Cover[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pinned = nearestIndices(points, pins);
    const moved = points.map((point, k) => {
      const pin = pinned.indexOf(k);
      if (pin >= 0) return pins[pin] ?? point;
      const isInPlug = ends.some((end) => distanceBetween(end, point) < PLUG_REACH);
      return isInPlug ? point : centred(raster, labels, label, points, k);
    });
    covers = moved.map((point, k) =>
      pinned.includes(k) ? "own" : coverAt(raster, labels, label, point),
    );
    points = bridge(smooth(moved, 1, pinned), covers);
    points = respace([ends[0], ...points.slice(1, -1), ends[1]], POINT_SPACING);
  }
  return { points, covers: points.map((point) => coverAt(raster, labels, label, point)) };
}

/** For each place the point that is nearest to it. */
function nearestIndices(points: readonly Point[], places: readonly Point[]): number[] {
  return places.map((place) => {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [k, point] of points.entries()) {
      const apart = distanceBetween(point, place);
      if (apart >= least) continue;
      least = apart;
      nearest = k;
    }
    return nearest;
  });
}

/** The point moved across the line to the middle between the rims, as far as they are seen. */
export function centred(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  points: readonly Point[],
  k: number,
): Point {
  const point = points[k] ?? [0, 0];
  const [tx, ty] = tangentAt(points, k);
  const step = 0.5 / SAMPLES_PER_UNIT;
  const labelAt = (offset: number): number =>
    labels[cellAt(raster, [point[0] - ty * offset, point[1] + tx * offset])] as number;
  const nearest = nearestOwn(labelAt, label, step);
  if (nearest === undefined) return point;
  const rim = (direction: 1 | -1): number => {
    let at = nearest;
    while (Math.abs(at) < PROFILE_REACH && labelAt(at + direction * step) === label) {
      at += direction * step;
    }
    return at;
  };
  const [low, high] = [rim(-1), rim(1)];
  const middle = middleOf(
    low,
    high,
    labelAt(low - 1.5 * step) === GROUND,
    labelAt(high + 1.5 * step) === GROUND,
  );
  if (middle === undefined) return point;
  const shift = Math.min(MAX_SHIFT, Math.max(-MAX_SHIFT, middle));
  return [point[0] - ty * shift, point[1] + tx * shift];
}

/** Offset of the rope's sample that is nearest to the line. */
function nearestOwn(
  labelAt: (offset: number) => number,
  label: number,
  step: number,
): number | undefined {
  for (let offset = 0; offset < PROFILE_REACH; offset += step) {
    if (labelAt(offset) === label) return offset;
    if (labelAt(-offset) === label) return -offset;
  }
  return undefined;
}

/** Middle of the rope from its rims; undefined where other ropes hide both. */
function middleOf(
  low: number,
  high: number,
  isLowFree: boolean,
  isHighFree: boolean,
): number | undefined {
  const width = high - low;
  const isWhole = width >= WHOLE_WIDTH.least && width <= WHOLE_WIDTH.most;
  if (isWhole || (isLowFree && isHighFree)) return (low + high) / 2;
  if (isLowFree) return low + HALF_WIDTH;
  if (isHighFree) return high - HALF_WIDTH;
  return undefined;
}

/** What the samples right around a point show. */
export function coverAt(raster: Raster, labels: Uint8Array, label: number, point: Point): Cover {
  const middle = cellAt(raster, point);
  let own = 0;
  let ground = 0;
  for (const step of [0, -1, 1, -raster.cols, raster.cols]) {
    const shown = labels[middle + step];
    if (shown === label) own++;
    else if (shown === GROUND) ground++;
  }
  if (own >= LEAST_OWN) return "own";
  return ground >= LEAST_GROUND ? "ground" : "other";
}

function tangentAt(points: readonly Point[], k: number): Point {
  const before = points[Math.max(0, k - 1)] ?? [0, 0];
  const after = points[Math.min(points.length - 1, k + 1)] ?? [1, 0];
  return directionBetween(before, after);
}
