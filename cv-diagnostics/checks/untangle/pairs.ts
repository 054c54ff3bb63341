/**
 * How two ropes lie to each other in one frame, in numbers that no motion changes while their ends
 * stay: seen from above, ropes that do not pass through each other change by Reidemeister's moves
 * only, and of these the second one adds or takes two crossings of opposite signs with the same rope
 * over, the third one shifts crossings. So for ropes A and B the sum of the signs of the crossings in
 * which A is over is invariant, and so is that of those in which B is over (the over and under linking
 * numbers of tangles and knotoids). Only an end that passes the other rope changes one of them, by 1.
 */
import type { Point } from "../../../core/geometry/homography.ts";
import { crossingName } from "../../../tasks/untangle/names.ts";
import type { RopeCrossing, RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import type { Track } from "../track.ts";
import { distanceToLine, lineBetween } from "./lines.ts";
import { distanceOf, type RopeTracks } from "./tracks.ts";

export type PairReading = {
  /** Sum of the signs of all crossings, counted from the first rope. */
  readonly total: number;
  /** Of those in which the first rope lies over; undefined when it could not be told, or is tight. */
  readonly over: number | undefined;
  /** Crossings that are more than a touch. */
  readonly crossings: readonly RopeCrossing[];
  /** Pairs of crossings that may be a touch: they enclose next to nothing. */
  readonly touches: number;
  /** Depth of the deepest region that two neighbouring crossings enclose; 0 without one. */
  readonly depth: number;
  /** An end lies so near to the other rope that the sums may be off by one. */
  readonly isDoubtful: boolean;
};

/** Two ropes at every observation; undefined where one of them was not traced. */
export type PairTrack = Track<PairReading> & {
  /** Indices of the ropes, the lower one first. */
  readonly ropes: readonly [number, number];
};

/** All pairs of ropes. */
export function trackPairs(tracks: RopeTracks): readonly PairTrack[] {
  const known = new Map<RopeReading, Map<RopeReading, PairReading>>();
  return tracks.ropes.flatMap((first, a) =>
    tracks.ropes.slice(a + 1).map((second, k): PairTrack => {
      const b = a + 1 + k;
      const readings = first.readings.map((one, at) => {
        const other = second.readings[at];
        if (one === undefined || other === undefined) return undefined;
        const seconds = known.get(one) ?? new Map<RopeReading, PairReading>();
        known.set(one, seconds);
        const reading = seconds.get(other) ?? readPair(one, other, b);
        seconds.set(other, reading);
        return reading;
      });
      return { where: pairName(tracks, a, b), ropes: [a, b], readings };
    }),
  );
}

function pairName({ observations }: RopeTracks, a: number, b: number): string {
  const ropes = observations.find(({ state }) => state !== undefined)?.state?.ropes;
  const [first, second] = [ropes?.[a], ropes?.[b]];
  return first && second ? crossingName(first.colour, second.colour) : "";
}

/** @param b index of the second rope */
export function readPair(first: RopeReading, second: RopeReading, b: number): PairReading {
  const all = first.crossings.filter(({ other }) => other === b);
  const { crossings, touches, depth, isHooked } = withoutTouches(first, second, all);
  const isTold =
    !isHooked && !isTightIn(crossings) && crossings.every(({ isOver }) => isOver !== undefined);
  const sum = (list: readonly RopeCrossing[]): number =>
    list.reduce((total, { sign }) => total + sign, 0);
  return {
    total: sum(all),
    over: isTold ? sum(crossings.filter(({ isOver }) => isOver === true)) : undefined,
    ...{ crossings, touches, depth },
    isDoubtful: hasNearEnd(first, second) || hasNearEnd(second, first),
  };
}

/**
 * Leaves out neighbouring crossings of opposite signs between which the ropes hardly part: ropes side
 * by side are read so, and there over and under mean nothing. Ropes that hook into each other part by
 * a rope's width at least.
 */
function withoutTouches(
  first: RopeReading,
  second: RopeReading,
  all: readonly RopeCrossing[],
): Pick<PairReading, "crossings" | "touches" | "depth"> & { readonly isHooked: boolean } {
  const left = [...all].sort((a, b) => a.share - b.share);
  let touches = 0;
  let isHooked = false;
  for (;;) {
    const depths = left.slice(1).map((next, k) => lensDepth(first, second, left[k] ?? next, next));
    const shallow = depths.findIndex((depth) => depth < ROPE_MOTION_THRESHOLDS.minLensDepth);
    if (shallow < 0) {
      const depth = depths.reduce(
        (most, value) => (Number.isFinite(value) ? Math.max(most, value) : most),
        0,
      );
      return { crossings: left, touches, depth, isHooked };
    }
    const [from, to] = left.splice(shallow, 2);
    if (from?.isOver !== undefined && to?.isOver === !from.isOver) isHooked = true;
    touches++;
  }
}

/**
 * Whether crossings with one and with the other rope over lie too near to each other: such places
 * look alike however the ropes lie in them, so that over and under are not compared. Nor are they where a
 * line goes over the other one and back nearer than two ropes can lie side by side: it was misread.
 */
function isTightIn(crossings: readonly RopeCrossing[]): boolean {
  const { tightReach, hairpinReach } = ROPE_MOTION_THRESHOLDS;
  return crossings.some((crossing, k) =>
    crossings.slice(k + 1).some((other) => {
      const apart = distanceOf(crossing.at, other.at);
      const isHairpin = crossing.sign !== other.sign && apart < hairpinReach;
      return isHairpin || (crossing.isOver !== other.isOver && apart < tightReach);
    }),
  );
}

/** How far two ropes part between two crossings; infinite when these cannot cancel. */
function lensDepth(
  first: RopeReading,
  second: RopeReading,
  from: RopeCrossing,
  to: RopeCrossing,
): number {
  if (from.sign === to.sign) return Number.POSITIVE_INFINITY;
  const along = lineBetween(first.line, from.share, to.share);
  const beside = lineBetween(second.line, from.otherShare, to.otherShare);
  const farthest = (points: readonly Point[], line: readonly Point[]): number =>
    points.reduce((most, point) => Math.max(most, distanceToLine(point, line)), 0);
  return Math.max(farthest(along, beside), farthest(beside, along));
}

function hasNearEnd({ ends }: RopeReading, { line }: RopeReading): boolean {
  return (ends ?? []).some(({ at }) => distanceToLine(at, line) < ROPE_MOTION_THRESHOLDS.sideReach);
}
