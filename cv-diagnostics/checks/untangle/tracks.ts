/** Ropes and their ends through time. Owns no verdict. */
import type { Point } from "../../../core/geometry/homography.ts";
import type { UntangleState } from "../../../tasks/untangle/index.ts";
import { ropeName } from "../../../tasks/untangle/names.ts";
import type { Observation } from "../../judge.ts";
import type { RopeEndReading, RopeFrameState, RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { type Track, withoutSpikes } from "../track.ts";

export type RopeObservation = Observation<RopeFrameState>;

/** A rope at every observation; undefined where it was not traced. */
export type RopeTrack = Track<RopeReading>;

/** One end of a rope at every observation. */
export type EndTrack = Track<RopeEndReading> & {
  readonly rope: number;
  readonly end: 0 | 1;
};

/** A clip's observations by rope and end. */
export type RopeTracks = {
  /** One a source frame, in order. */
  readonly observations: readonly RopeObservation[];
  readonly gridSize: number;
  /** In the instance's order. */
  readonly ropes: readonly RopeTrack[];
  /** Ends 0 and 1 of rope 0, of rope 1, and so on. */
  readonly ends: readonly EndTrack[];
};

/** @param seen observations in order; of those of one source frame the first one counts */
export function trackRopes(
  seen: readonly RopeObservation[],
  initial: Pick<UntangleState, "gridSize" | "ropes">,
): RopeTracks {
  const observations = seen.filter(({ index }, at) => index !== seen[at - 1]?.index);
  const ropes = initial.ropes.map(({ colour }, rope): RopeTrack => {
    const readings = observations.map(({ state, label }) => {
      const reading = label === "failed" ? undefined : state?.ropes[rope];
      return reading?.status === "read" ? reading : undefined;
    });
    return { where: ropeName(colour), readings };
  });
  const ends = ropes.flatMap((track, rope) =>
    ([0, 1] as const).map((end): EndTrack => {
      const readings = track.readings.map((reading) => reading?.ends?.[end]);
      return { where: track.where, rope, end, readings: withoutSpikes(readings, isSamePlace) };
    }),
  );
  return { observations, gridSize: initial.gridSize, ropes, ends };
}

export function distanceOf([x, y]: Point, [u, v]: Point): number {
  return Math.hypot(x - u, y - v);
}

/** Where a hole's centre stands. */
export function holePoint(gridSize: number, hole: number): Point {
  const row = Math.floor(hole / gridSize);
  return [row, hole - row * gridSize];
}

function isSamePlace(a: RopeEndReading, b: RopeEndReading): boolean {
  return distanceOf(a.at, b.at) <= ROPE_MOTION_THRESHOLDS.awayReach;
}

/** Seconds from one observation to another. */
export function secondsBetween(
  observations: readonly Observation<unknown>[],
  from: number,
  to: number,
): number {
  return (observations[to]?.timeSec ?? 0) - (observations[from]?.timeSec ?? 0);
}

/** What was read there, or shortly before and after: a short unread moment hides nothing. */
export function isCovered(
  observations: readonly Observation<unknown>[],
  readings: readonly unknown[],
  at: number,
  maxSec: number = ROPE_MOTION_THRESHOLDS.maxUnreadSec,
): boolean {
  if (readings[at] !== undefined) return true;
  let before = at;
  while (before >= 0 && readings[before] === undefined) before--;
  let after = at;
  while (after < readings.length && readings[after] === undefined) after++;
  const isInside = before >= 0 && after < readings.length;
  return isInside && secondsBetween(observations, before, after) <= maxSec;
}

/** Sampled frames in which every track is covered, and the others. */
export function countFrames(
  observations: readonly Observation<unknown>[],
  tracks: readonly Pick<Track<unknown>, "readings">[],
): { readonly decided: number; readonly unread: number } {
  let decided = 0;
  let unread = 0;
  observations.forEach(({ sampled }, at) => {
    if (!sampled) return;
    if (tracks.every(({ readings }) => isCovered(observations, readings, at))) decided++;
    else unread++;
  });
  return { decided, unread };
}

/** Pairs of neighbouring sampled frames in which every track is covered on both sides, and the others. */
export function countSteps(
  observations: readonly Observation<unknown>[],
  tracks: readonly Pick<Track<unknown>, "readings">[],
): { readonly decided: number; readonly unread: number } {
  let decided = 0;
  let unread = 0;
  let last: boolean | undefined;
  observations.forEach(({ sampled }, at) => {
    if (!sampled) return;
    const isRead = tracks.every(({ readings }) => isCovered(observations, readings, at));
    if (last !== undefined) {
      if (last && isRead) decided++;
      else unread++;
    }
    last = isRead;
  });
  return { decided, unread };
}
