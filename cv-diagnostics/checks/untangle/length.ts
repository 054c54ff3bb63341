/**
 * Ropes keep their length as far as the published physics has them: there a rope is let out while it
 * is pulled, and drawn in when it hangs loose, down to 1.15 times the straight distance of its ends,
 * so that its length is no constant. What no simulated rope does: grow while nothing moves it, or
 * exceed both the longest that it ever was and that distance by far. Lengths are seen from above, so
 * that a rope also grows a little when it comes down from a carry.
 */
import type { Point } from "../../../core/geometry/homography.ts";
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import type { RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import type { Run } from "../track.ts";
import { byFrame, SOUND, steadyRuns, violationOver } from "./lasting.ts";
import { distanceOfLines, resample } from "./lines.ts";
import type { Hop } from "./rests.ts";
import { countFrames, distanceOf, type RopeTracks, secondsBetween } from "./tracks.ts";

/** Corners by which the places of a rope are compared. */
const CORNERS = 17;

/** @param startLengths of the simulated start, seen from above */
export function checkLengths(
  tracks: RopeTracks,
  hops: readonly Hop[],
  startLengths: readonly number[],
): CheckResult {
  const { observations, ropes } = tracks;
  const motions = motionsOf(tracks, hops);
  const violations = ropes.flatMap(({ where, readings }, rope): Violation[] => {
    const limits = limitsOf(
      readings,
      motions.map((moving) => moving.get(rope)),
      startLengths[rope] ?? 0,
    );
    const excesses = readings.map((reading, at) => excessOf(reading, limits[at]));
    const values = excesses.map((excess) => excess && excess !== SOUND);
    return steadyRuns(observations, values)
      .filter(({ value }) => value)
      .map((run) => {
        const { growth, length = 0 } = limits[run.first] ?? {};
        const reason = excesses[run.first] ?? TOO_LONG;
        return violationOver(observations, dateExcess(run, readings, limits), {
          ...{ where, reason },
          measured: rounded(readings[run.first]?.length ?? 0),
          limit: rounded(reason === GREW ? (growth ?? length) : length),
        });
      });
  });
  return checkResult("length_conserved", "static", {
    violations: violations.sort(byFrame),
    ...countFrames(observations, ropes),
  });
}

/** moved: carried, or touched by ropes that are. lifted: the same, before an end is seen to leave. */
type Motion = "moved" | "lifted" | undefined;

/** What moves each rope at each observation. */
function motionsOf(
  { observations, ropes }: RopeTracks,
  hops: readonly Hop[],
): readonly ReadonlyMap<number, Motion>[] {
  const { liftSec, lowerSec, touchReach } = ROPE_MOTION_THRESHOLDS;
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
    const underWay = hops.filter(
      ({ takeoff, landing }) =>
        secondsBetween(observations, at, takeoff) <= liftSec &&
        secondsBetween(observations, landing, at) <= lowerSec,
    );
    for (const { rope, takeoff } of underWay) if (takeoff <= at) motions.set(rope, "moved");
    spread("moved");
    for (const { rope } of underWay) if (!motions.has(rope)) motions.set(rope, "lifted");
    spread("lifted");
    return motions;
  });
}

/** A line of few corners. */
function coarse(reading: RopeReading | undefined): readonly Point[] | undefined {
  return reading && resample(reading.line, CORNERS);
}

/** What a rope may measure. */
type Limit = {
  /** Settled ropes: what it has measured since it settled, and some more. */
  readonly growth: number | undefined;
  /** By what it has ever measured, and by how far its ends are apart. */
  readonly length: number;
  /** In motion, or perhaps; and surely so. */
  readonly isMoved: boolean;
  readonly isCarried: boolean;
};

const GREW = "grew_while_nothing_moved_it";
const TOO_LONG = "too_long";

function limitsOf(
  readings: readonly (RopeReading | undefined)[],
  motions: readonly Motion[],
  startLength: number,
): readonly (Limit | undefined)[] {
  const { slackRatio, settledLengthRatio, movedLengthRatio } = ROPE_MOTION_THRESHOLDS;
  const { maxGrowthRatio, minGrowth } = ROPE_MOTION_THRESHOLDS;
  let longest = startLength;
  /** Lengths while it may be lifted: a rope that jumps and rests again was not. */
  let lifted = 0;
  /** Least length since it settled. */
  let least: number | undefined;
  let last: RopeReading | undefined;
  let isSettled = true;
  /** Observations in a row over the limit at rest: what it measures after that is no measure. */
  let over = 0;
  return readings.map((reading, at) => {
    const [from, to] = reading?.ends ?? [];
    const motion = motions[at];
    if (motion === "moved") {
      isSettled = false;
      least = undefined;
    }
    if (reading === undefined || from === undefined || to === undefined) return undefined;
    const { length } = reading;
    const isResting = last !== undefined && isStill(last, reading);
    if (motion === undefined && !isSettled) isSettled = isResting;
    const isLifted = motion === "lifted" && isSettled && !isResting && last !== undefined;
    const isFree = isSettled && !isLifted;
    const allowed = Math.max(longest, slackRatio * distanceOf(from.at, to.at));
    const limit: Limit = {
      growth:
        isFree && least !== undefined
          ? Math.max(least * maxGrowthRatio, least + minGrowth)
          : undefined,
      length: allowed * (isFree ? settledLengthRatio : movedLengthRatio),
      isMoved: !isFree,
      isCarried: !isSettled,
    };
    const isOver = excessOf(reading, limit) === GREW || length > limit.length;
    if (isFree) over = isOver ? over + 1 : 0;
    if (isLifted) lifted = Math.max(lifted, length);
    else if (isFree) lifted = 0;
    if (motion === "moved") longest = over < 2 ? Math.max(longest, lifted) : longest;
    if (!isLifted && !isOver && over < 2) longest = Math.max(longest, length);
    // A length that was read once only is no measure.
    const sure = last === undefined ? undefined : Math.max(last.length, length);
    if (isFree && !isOver && sure !== undefined) least = Math.min(least ?? sure, sure);
    last = reading;
    return limit;
  });
}

/** What is wrong with a length; undefined when it is not read, or in motion and may be either way. */
function excessOf(
  reading: RopeReading | undefined,
  limit: Limit | undefined,
): typeof GREW | typeof TOO_LONG | typeof SOUND | undefined {
  if (reading === undefined || limit === undefined) return undefined;
  if (limit.growth !== undefined && reading.length > limit.growth) return GREW;
  if (reading.length > limit.length) return TOO_LONG;
  return limit.isMoved ? undefined : SOUND;
}

/** It began when the rope first measured more than it can have been misread. */
function dateExcess(
  { first, last }: Pick<Run<unknown>, "first" | "last">,
  readings: readonly (RopeReading | undefined)[],
  limits: readonly (Limit | undefined)[],
): Pick<Run<unknown>, "first" | "last"> {
  const { maxGrowthRatio, onsetGrowthRatio } = ROPE_MOTION_THRESHOLDS;
  const growth = limits[first]?.growth;
  if (growth === undefined) return { first, last };
  const onset = (growth / maxGrowthRatio) * onsetGrowthRatio;
  let onsetAt = first;
  while ((readings[onsetAt - 1]?.length ?? 0) > onset && limits[onsetAt - 1]?.isCarried !== true) {
    onsetAt--;
  }
  return { first: onsetAt, last };
}

/** No part of a rope moved between two readings, but for their errors. */
function isStill(before: RopeReading, after: RopeReading): boolean {
  const line = resample(after.line, CORNERS);
  return resample(before.line, CORNERS).every(
    (point, k) => distanceOf(point, line[k] ?? point) <= ROPE_MOTION_THRESHOLDS.stillReach,
  );
}
