/** Where rope ends rest, and how they get from one rest to the next. Owns no verdict. */
import type { Point } from "../../../core/geometry/homography.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { type Run, runsOf } from "../track.ts";
import {
  distanceOf,
  type EndTrack,
  type RopeObservation,
  type RopeTracks,
  secondsBetween,
} from "./tracks.ts";

/** A stretch of observations over which an end stays where it is. */
export type Rest = {
  /** Hole in which it stands; null beside holes. */
  readonly hole: number | null;
  readonly at: Point;
  /** First and last observation at which it is there. */
  readonly first: number;
  readonly last: number;
};

/** An end's way from one rest to the next, or to nowhere before the clip is over. */
export type Hop = {
  readonly rope: number;
  readonly end: 0 | 1;
  readonly where: string;
  readonly from: Rest;
  readonly to: Rest | undefined;
  /** Last observation at the old place, and first one at the new place or the last one of the clip. */
  readonly takeoff: number;
  readonly landing: number;
  /** Observations in between at which it is seen away from both. */
  readonly inFlight: readonly number[];
};

/** Rests of every end, in the order of `RopeTracks.ends`. */
export function findRests({ ends, observations }: RopeTracks): readonly (readonly Rest[])[] {
  return ends.map((track) =>
    runsOf(track, ({ hole }) => hole ?? BESIDE).flatMap((run) =>
      run.value === BESIDE
        ? restsBeside(observations, track, run)
        : restInHole(observations, track, run),
    ),
  );
}

/** Stands for no hole among the values of runs. */
const BESIDE = -1;

/** The rest of an end that is seen over a hole, unless it only passes over it. */
function restInHole(
  observations: readonly RopeObservation[],
  track: EndTrack,
  run: Run<number>,
): readonly Rest[] {
  const seen = readObservations(track, run.first, run.last);
  const at = middleOf(seen.map((index) => track.readings[index]?.at ?? [0, 0]));
  const there = seen.filter((index) => isNear(track, index, at));
  const [first, last] = [there[0] ?? run.first, there.at(-1) ?? run.last];
  const isAtEdge =
    run.first <= firstRead(track) || run.last >= lastRead(track, observations.length);
  const isLong =
    last > first && secondsBetween(observations, first, last) >= ROPE_MOTION_THRESHOLDS.minRestSec;
  if (!isAtEdge && (!isLong || isPassing(observations, track, seen))) return [];
  return [{ hole: run.value, at, first, last }];
}

/** Goes on all the time along a line, so that it stops nowhere. */
function isPassing(
  observations: readonly RopeObservation[],
  track: EndTrack,
  seen: readonly number[],
): boolean {
  const { passReach, restReach } = ROPE_MOTION_THRESHOLDS;
  const [first, last] = [seen[0] ?? 0, seen.at(-1) ?? 0];
  const from = track.readings[first]?.at ?? [0, 0];
  const to = track.readings[last]?.at ?? from;
  if (distanceOf(from, to) < passReach) return false;
  const wholeSec = secondsBetween(observations, first, last);
  return seen.every((index) => {
    const share = secondsBetween(observations, first, index) / wholeSec;
    const on: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    return isNear(track, index, on, restReach);
  });
}

/** Rests among observations of an end beside holes: long ones only, as carrying may be slow. */
function restsBeside(
  observations: readonly RopeObservation[],
  track: EndTrack,
  run: Run<number>,
): readonly Rest[] {
  const { floatSec, restReach } = ROPE_MOTION_THRESHOLDS;
  const seen = readObservations(track, run.first, run.last);
  const rests: Rest[] = [];
  for (let start = 0; start < seen.length; ) {
    let end = start;
    let points: Point[] = [];
    for (let next = start; next < seen.length; next++) {
      const more = [...points, track.readings[seen[next] ?? 0]?.at ?? [0, 0]];
      const middle = meanOf(more);
      if (more.some((point) => distanceOf(point, middle) > restReach)) break;
      points = more;
      end = next;
    }
    const [first, last] = [seen[start] ?? 0, seen[end] ?? 0];
    const isAtEnd = end === seen.length - 1 && run.last >= lastRead(track, observations.length);
    const leastSec = isAtEnd ? ROPE_MOTION_THRESHOLDS.lastingSec : floatSec;
    const isLong = secondsBetween(observations, first, last) >= leastSec;
    if (!isLong || isDrifting(points)) {
      start++;
      continue;
    }
    rests.push({ hole: null, at: meanOf(points), first, last });
    start = end + 1;
  }
  return rests;
}

/** The first third of the points lies elsewhere than the last third. */
function isDrifting(points: readonly Point[]): boolean {
  const third = Math.max(1, Math.floor(points.length / 3));
  const drift = distanceOf(meanOf(points.slice(0, third)), meanOf(points.slice(-third)));
  return drift > ROPE_MOTION_THRESHOLDS.driftReach;
}

/** The ways between rests, in order of their landing; a rest that merely goes on is none. */
export function findHops(tracks: RopeTracks, rests: readonly (readonly Rest[])[]): readonly Hop[] {
  const { observations } = tracks;
  const hops = tracks.ends.flatMap((track, index): Hop[] => {
    const list = rests[index] ?? [];
    return list.flatMap((from, k): Hop[] => {
      const to = list[k + 1];
      const landing = to?.first ?? observations.length - 1;
      const isSamePlace = to !== undefined && !isElsewhere(from, to);
      const inFlight = readObservations(track, from.last + 1, to ? to.first - 1 : landing).filter(
        (at) =>
          isAway(track, at, from) &&
          (to === undefined || isAway(track, at, to)) &&
          // An end that stands where it stood, and was only covered meanwhile, was not lifted.
          (!isSamePlace || isSeenFarFrom(track, at, from)),
      );
      if (inFlight.length === 0 && (to === undefined || isSamePlace)) return [];
      const { rope, end, where } = track;
      return [{ rope, end, where, from, to, takeoff: from.last, landing, inFlight }];
    });
  });
  return hops.sort((a, b) => a.landing - b.landing || a.takeoff - b.takeoff || a.rope - b.rope);
}

/** In another hole, or that much beside the old place. */
function isElsewhere(from: Rest, to: Rest): boolean {
  if (from.hole !== null && from.hole === to.hole) return false;
  return distanceOf(from.at, to.at) > ROPE_MOTION_THRESHOLDS.awayReach;
}

function isAway(track: EndTrack, index: number, { at }: Rest): boolean {
  const reading = track.readings[index];
  return reading !== undefined && distanceOf(reading.at, at) > ROPE_MOTION_THRESHOLDS.awayReach;
}

function isSeenFarFrom(track: EndTrack, index: number, { at }: Rest): boolean {
  const reading = track.readings[index];
  if (reading?.isSeen !== true) return false;
  return distanceOf(reading.at, at) > ROPE_MOTION_THRESHOLDS.returnReach;
}

function isNear(
  track: EndTrack,
  index: number,
  point: Point,
  reach: number = ROPE_MOTION_THRESHOLDS.restReach,
): boolean {
  const reading = track.readings[index];
  return reading !== undefined && distanceOf(reading.at, point) <= reach;
}

/** Observations from one to another at which the end was read. */
function readObservations({ readings }: EndTrack, from: number, to: number): readonly number[] {
  const count = Math.max(0, to - from + 1);
  return Array.from({ length: count }, (_, k) => from + k).filter(
    (index) => readings[index] !== undefined,
  );
}

function firstRead({ readings }: EndTrack): number {
  return readings.findIndex((reading) => reading !== undefined);
}

function lastRead({ readings }: EndTrack, count: number): number {
  const last = readings.findLastIndex((reading) => reading !== undefined);
  return last < 0 ? count : last;
}

function meanOf(points: readonly Point[]): Point {
  const count = Math.max(1, points.length);
  return [
    points.reduce((sum, [x]) => sum + x, 0) / count,
    points.reduce((sum, [, y]) => sum + y, 0) / count,
  ];
}

/** Median of each coordinate. */
function middleOf(points: readonly Point[]): Point {
  const median = (values: readonly number[]): number =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return [median(points.map(([x]) => x)), median(points.map(([, y]) => y))];
}
