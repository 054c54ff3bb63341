/**
 * Ropes keep their length as far as the published physics has them: there a rope is let out while it
 * is pulled, and drawn in when it hangs loose, down to 1.15 times the straight distance of its ends,
 * so that its length is no constant. What no simulated rope does: grow while nothing moves it, or
 * exceed both the longest that it ever was and that distance by far. Lengths are seen from above, so
 * that a rope also grows a little when it comes down from a carry.
 */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import type { RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import type { Run } from "../track.ts";
import { byFrame, SOUND, steadyRuns, violationOver } from "./lasting.ts";
import { type Limit, limitsOf } from "./length-limits.ts";
import { flightsOf, motionsOf } from "./motions.ts";
import type { Hop } from "./rests.ts";
import { countFrames, type RopeTracks } from "./tracks.ts";

const GREW = "grew_while_nothing_moved_it";
const TOO_LONG = "too_long";

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
      flightsOf(tracks, hops, rope),
      startLengths[rope] ?? 0,
      observations.map(({ timeSec }) => timeSec),
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

/** What is wrong with a length; undefined when it is not read, or in motion and may be either way. */
function excessOf(
  reading: RopeReading | undefined,
  limit: Limit | undefined,
): typeof GREW | typeof TOO_LONG | typeof SOUND | undefined {
  if (reading === undefined || limit === undefined) return undefined;
  if (limit.growth !== undefined && reading.length > limit.growth) return GREW;
  if (reading.length > limit.length) return TOO_LONG;
  return limit.isMoving ? undefined : SOUND;
}

/** It began when the rope first measured more than it can have been misread. */
function dateExcess(
  { first, last }: Pick<Run<unknown>, "first" | "last">,
  readings: readonly (RopeReading | undefined)[],
  limits: readonly (Limit | undefined)[],
): Pick<Run<unknown>, "first" | "last"> {
  const grownFrom = limits[first]?.grownFrom;
  if (grownFrom === undefined) return { first, last };
  const onset = grownFrom * ROPE_MOTION_THRESHOLDS.onsetGrowthRatio;
  let onsetAt = first;
  while ((readings[onsetAt - 1]?.length ?? 0) > onset && limits[onsetAt - 1]?.isMoving === false) {
    onsetAt--;
  }
  return { first: onsetAt, last };
}
