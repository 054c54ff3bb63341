/** What moves each rope: an end that is carried, or another rope that is moved. Owns no verdict. */
import type { Point } from "../../../core/geometry/homography.ts";
import type { RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { distanceOfLines, resample } from "./lines.ts";
import type { Hop } from "./rests.ts";
import { distanceOf, type RopeTracks, secondsBetween } from "./tracks.ts";

/** Corners by which places and distances of ropes are compared. */
const CORNERS = 17;

/** moved: carried, or touched by ropes that are. lifted: the same, before an end is seen to leave. */
export type Motion = "moved" | "lifted" | undefined;

/** What moves each rope at each observation. */
export function motionsOf(
  { observations, ropes }: RopeTracks,
  hops: readonly Hop[],
): readonly ReadonlyMap<number, Motion>[] {
  const { touchReach } = ROPE_MOTION_THRESHOLDS;
  return observations.map((_, at) => {
    const motions = new Map<number, Motion>();
    const spread = (motion: Motion): void => {
      for (const [rope] of motions) {
        const line = coarse(ropes[rope]?.readings[at]);
        ropes.forEach(({ readings }, other) => {
          if (motions.has(other)) return;
          const second = coarse(readings[at]);
          const isApart = line && second ? distanceOfLines(line, second) > touchReach : false;
          if (!isApart) motions.set(other, motion);
        });
      }
    };
    const underWay = hops.filter((hop) => isUnderWay(observations, hop, at));
    for (const { rope, takeoff } of underWay) if (takeoff <= at) motions.set(rope, "moved");
    spread("moved");
    for (const { rope } of underWay) if (!motions.has(rope)) motions.set(rope, "lifted");
    spread("lifted");
    return motions;
  });
}

/** Whether a rope is carried and let down, or another one is in flight, at each observation. */
export function flightsOf(
  { observations }: RopeTracks,
  hops: readonly Hop[],
  rope: number,
): readonly boolean[] {
  return observations.map((_, at) =>
    hops.some((hop) => {
      if (at <= hop.takeoff) return false;
      return at <= hop.landing + 1 || (hop.rope === rope && isUnderWay(observations, hop, at));
    }),
  );
}

/** Whether an end is down: landed, and not to be let down any further. */
export function isDown(
  observations: RopeTracks["observations"],
  { takeoff, landing }: Hop,
  at: number,
): boolean {
  const flightSec = secondsBetween(observations, takeoff, landing);
  return secondsBetween(observations, landing, at) > lowerSecOf(flightSec);
}

/** Whether a rope was read at an observation as in the one before. */
export function isRestingAt({ readings }: RopeTracks["ropes"][number], at: number): boolean {
  const [before, reading] = [readings[at - 1], readings[at]];
  return before !== undefined && reading !== undefined && isStill(before, reading);
}

/** An end of the rope is lifted, carried or let down. */
function isUnderWay(observations: RopeTracks["observations"], hop: Hop, at: number): boolean {
  const { liftSec } = ROPE_MOTION_THRESHOLDS;
  return secondsBetween(observations, at, hop.takeoff) <= liftSec && !isDown(observations, hop, at);
}

/** How long an end comes down, unseen from above, after a flight of so many seconds. */
function lowerSecOf(flightSec: number): number {
  const { lowerSec, lowerShare } = ROPE_MOTION_THRESHOLDS;
  return Math.min(lowerSec, lowerShare * flightSec);
}

/** A line of few corners. */
function coarse(reading: RopeReading | undefined): readonly Point[] | undefined {
  return reading && resample(reading.line, CORNERS);
}

/** No part of a rope moved between two readings, but for their errors. */
export function isStill(before: RopeReading, after: RopeReading): boolean {
  const line = resample(after.line, CORNERS);
  return resample(before.line, CORNERS).every(
    (point, k) => distanceOf(point, line[k] ?? point) <= ROPE_MOTION_THRESHOLDS.stillReach,
  );
}
