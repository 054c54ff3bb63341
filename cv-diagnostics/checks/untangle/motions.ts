/** What moves each rope: an end that is carried, or another rope that is moved. Owns no verdict. */
import type { Point } from "../../../core/geometry/homography.ts";
import type { RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { distanceOfLines, resample } from "./lines.ts";
import type { Hop } from "./rests.ts";
import { type RopeTracks, secondsBetween } from "./tracks.ts";

/** Corners by which distances of ropes are measured. */
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

/** An end of the rope is lifted, carried or let down. */
function isUnderWay(
  observations: RopeTracks["observations"],
  { takeoff, landing }: Hop,
  at: number,
): boolean {
  return (
    secondsBetween(observations, at, takeoff) <= ROPE_MOTION_THRESHOLDS.liftSec &&
    secondsBetween(observations, landing, at) <=
      lowerSecOf(secondsBetween(observations, takeoff, landing))
  );
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
