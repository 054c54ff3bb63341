/**
 * What each rope may measure at each observation, given what moves it. The reasons stand in length.ts,
 * which compares.
 */

import type { RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { isStill, type Motion } from "./motions.ts";
import { distanceOf } from "./tracks.ts";

/** What a rope may measure. */
export type Limit = {
  /** By what it has measured since it settled, or before it jumped. */
  readonly growth: number | undefined;
  /** The length that it may have grown from so far. */
  readonly grownFrom: number | undefined;
  /** By what it has ever measured, and by how far its ends are apart. */
  readonly length: number;
  readonly isMoving: boolean;
};

/**
 * @param motions what moves the rope
 * @param flying whether an end of any rope is in flight
 * @param startLength of the simulated start
 * @param timesSec of the readings
 */
export function limitsOf(
  readings: readonly (RopeReading | undefined)[],
  motions: readonly Motion[],
  flying: readonly boolean[],
  startLength: number,
  timesSec: readonly number[],
): readonly (Limit | undefined)[] {
  const { slackRatio, settledLengthRatio } = ROPE_MOTION_THRESHOLDS;
  const { movedLengthRatio, movedLengthExtra } = ROPE_MOTION_THRESHOLDS;
  const jumps = jumpsOf(readings, flying);
  let longest = startLength;
  /** Least length since it settled. */
  let least: number | undefined;
  /** Lengths of late, and when. */
  let recent: readonly { readonly length: number; readonly timeSec: number }[] = [];
  let last: RopeReading | undefined;
  let isSettled = true;
  /** Length before a jump, as long as nothing moves it afterwards. */
  let jumpedFrom: number | undefined;
  /** Observations in a row over the limit at rest: what it measures after that is no measure. */
  let over = 0;
  return readings.map((reading, at) => {
    const [from, to] = reading?.ends ?? [];
    const isMoved = motions[at] === "moved";
    if (isMoved) {
      isSettled = false;
      least = undefined;
      recent = [];
    }
    if (reading === undefined || from === undefined || to === undefined) return undefined;
    const { length } = reading;
    const isResting = last !== undefined && isStill(last, reading);
    if (!isMoved && !isSettled) isSettled = isResting;
    if (jumps[at] === true) jumpedFrom = last?.length;
    else if (isMoved && !isResting) jumpedFrom = undefined;
    const isFree = jumpedFrom !== undefined || (isSettled && (!motions[at] || isResting));
    const measure = jumpedFrom ?? (isFree ? least : undefined);
    const allowed = Math.max(longest, slackRatio * distanceOf(from.at, to.at));
    const leastOfLate = isFree ? leastOf(recent) : undefined;
    const limit: Limit = {
      ...growthFrom(measure, leastOfLate),
      length: isFree ? allowed * settledLengthRatio : allowed * movedLengthRatio + movedLengthExtra,
      isMoving: !isFree,
    };
    const isOver = length > Math.min(limit.length, limit.growth ?? limit.length);
    if (isFree) over = isOver ? over + 1 : 0;
    if (!isOver && over < 2) longest = Math.max(longest, length);
    // A length that was read once only is no measure.
    const sure = last === undefined ? undefined : Math.max(last.length, length);
    if (isFree && !isOver && sure !== undefined) {
      least = Math.min(least ?? sure, sure);
      const timeSec = timesSec[at] ?? 0;
      const isLate = (other: { readonly timeSec: number }): boolean =>
        timeSec - other.timeSec <= ROPE_MOTION_THRESHOLDS.fastGrowthSec;
      recent = [...recent.filter(isLate), { length: sure, timeSec }];
    }
    last = reading;
    return limit;
  });
}

function leastOf(readings: readonly { readonly length: number }[]): number | undefined {
  return readings.length === 0 ? undefined : Math.min(...readings.map(({ length }) => length));
}

/** The lower one of what a rope may grow to at its leisure, and what from its length of late. */
function growthFrom(
  measure: number | undefined,
  leastOfLate: number | undefined,
): Pick<Limit, "growth" | "grownFrom"> {
  const slow = measure === undefined ? Number.POSITIVE_INFINITY : grown(measure);
  const fast = leastOfLate === undefined ? Number.POSITIVE_INFINITY : grownFast(leastOfLate);
  const growth = Math.min(slow, fast);
  if (growth === Number.POSITIVE_INFINITY) return { growth: undefined, grownFrom: undefined };
  return { growth, grownFrom: slow <= fast ? measure : leastOfLate };
}

/** What a rope of some length may measure shortly after, when nothing moves it. */
function grownFast(length: number): number {
  const { fastGrowthRatio, minFastGrowth } = ROPE_MOTION_THRESHOLDS;
  return Math.max(length * fastGrowthRatio, length + minFastGrowth);
}

/** What a rope of some length may measure, when nothing moves it. */
function grown(length: number): number {
  const { maxGrowthRatio, minGrowth } = ROPE_MOTION_THRESHOLDS;
  return Math.max(length * maxGrowthRatio, length + minGrowth);
}

/**
 * Where a rope that lay still lies still again and is much longer, from one observation to the next:
 * ropes that are dragged take longer, and swing.
 */
function jumpsOf(
  readings: readonly (RopeReading | undefined)[],
  flying: readonly boolean[],
): readonly boolean[] {
  return readings.map((reading, at) => {
    const [earlier, before, after] = [readings[at - 2], readings[at - 1], readings[at + 1]];
    if (!reading || !earlier || !before || !after || flying[at] === true) return false;
    const isJump = reading.length > grown(before.length) && areEndsStill(before, reading);
    return isJump && isStill(earlier, before) && isStill(reading, after);
  });
}

function areEndsStill({ ends: before }: RopeReading, { ends: after }: RopeReading): boolean {
  return (before ?? []).every((end, k) => {
    const other = after?.[k];
    return other !== undefined && distanceOf(end.at, other.at) <= ROPE_MOTION_THRESHOLDS.awayReach;
  });
}
