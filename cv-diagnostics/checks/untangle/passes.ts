/**
 * How often an end of one rope may have passed another rope, from readings in order. Between two of
 * them ends and lines are taken to go straight.
 */
import type { Point } from "../../../core/geometry/homography.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { mixLines, nearestOn, resample } from "./lines.ts";
import { distanceOf, type RopeTracks, secondsBetween } from "./tracks.ts";

export type Passes = {
  /** Times that an end may have passed the other rope: came near it, and moved against it there. */
  readonly count: number;
  /** The same of ends and lines that came so near that little doubt is left. */
  readonly sure: number;
  /** An end went far where nobody saw its way. */
  readonly isBlind: boolean;
};

/** Corners of the lines that are compared. */
const CORNERS = 33;
/** Looks between two observations, at most. */
const MAX_LOOKS = 80;

type Moment = {
  readonly at: number;
  readonly lines: readonly [readonly Point[], readonly Point[]];
};

type Watch = {
  /** 0: an end of the first rope against the second one; 1: the other way round. */
  readonly rope: 0 | 1;
  readonly end: 0 | 1;
  /** From the end to the nearest point of the other rope, at the first look. */
  start: Point | undefined;
  /** Least distance of each time that it was near. */
  readonly approaches: number[];
  isNear: boolean;
};

/** @param from first and @param to last observation to look at */
export function countPasses(
  tracks: RopeTracks,
  [a, b]: readonly [number, number],
  from: number,
  to: number,
): Passes {
  const moments = momentsOf(tracks, [a, b], from, to);
  const watches = ([0, 1] as const).flatMap((rope) =>
    ([0, 1] as const).map(
      (end): Watch => ({ rope, end, start: undefined, approaches: [], isNear: false }),
    ),
  );
  const look = (lines: Moment["lines"]): void => {
    for (const watch of watches) lookAt(watch, lines);
  };
  let isBlind = false;
  moments.forEach((moment, k) => {
    const before = moments[k - 1];
    if (before !== undefined) {
      const far = farthestStep(before, moment);
      const looks = Math.min(MAX_LOOKS, Math.ceil(far / ROPE_MOTION_THRESHOLDS.passStep));
      const sec = secondsBetween(tracks.observations, before.at, moment.at);
      if (sec > ROPE_MOTION_THRESHOLDS.maxUnreadSec) isBlind = true;
      for (let step = 1; step < looks; step++) {
        const share = step / looks;
        look([
          mixLines(before.lines[0], moment.lines[0], share),
          mixLines(before.lines[1], moment.lines[1], share),
        ]);
      }
    }
    look(moment.lines);
  });
  const approaches = watches.flatMap((watch) => watch.approaches);
  const { pushReach, surePassReach } = ROPE_MOTION_THRESHOLDS;
  // An end that comes down on a rope may push it to either side, so that it passes it twice or not at all.
  const times = (least: number): number => (least <= pushReach ? 2 : 1);
  const countOf = (list: readonly number[]): number =>
    list.reduce((sum, least) => sum + times(least), 0);
  return {
    count: countOf(approaches),
    sure: countOf(approaches.filter((least) => least <= surePassReach)),
    isBlind,
  };
}

function lookAt(watch: Watch, lines: Moment["lines"]): void {
  const { passingReach, passStep } = ROPE_MOTION_THRESHOLDS;
  const line = lines[watch.rope];
  const end = watch.end === 0 ? line[0] : line.at(-1);
  if (end === undefined) return;
  const on = nearestOn(end, lines[watch.rope === 0 ? 1 : 0]);
  const apart: Point = [on[0] - end[0], on[1] - end[1]];
  watch.start ??= apart;
  const distance = distanceOf(on, end);
  const hasMoved = distanceOf(apart, watch.start) > passStep / 2;
  const isNear = distance <= passingReach && hasMoved;
  if (isNear) {
    const least = watch.isNear ? watch.approaches.pop() : undefined;
    watch.approaches.push(Math.min(distance, least ?? distance));
  }
  watch.isNear = isNear;
}

/** Observations at which both ropes were traced. */
function momentsOf(
  { ropes }: RopeTracks,
  [a, b]: readonly [number, number],
  from: number,
  to: number,
): readonly Moment[] {
  const moments: Moment[] = [];
  for (let at = Math.max(0, from); at <= to; at++) {
    const first = ropes[a]?.readings[at];
    const second = ropes[b]?.readings[at];
    if (first === undefined || second === undefined) continue;
    moments.push({ at, lines: [resample(first.line, CORNERS), resample(second.line, CORNERS)] });
  }
  return moments;
}

function farthestStep(before: Moment, after: Moment): number {
  return [0, 1].reduce((most, rope) => {
    const line = after.lines[rope] ?? [];
    return (before.lines[rope] ?? []).reduce(
      (far, point, k) => Math.max(far, distanceOf(point, line[k] ?? point)),
      most,
    );
  }, 0);
}
