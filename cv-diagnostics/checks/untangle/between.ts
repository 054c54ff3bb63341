/** Which pairs of samples do not tell by themselves what happened between them. */

import type { RopeFrameState, RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { readPair } from "./pairs.ts";
import { distanceOf, type RopeObservation } from "./tracks.ts";

/**
 * An end moved to or from a hole, far, or with another one; ropes came to cross otherwise; something
 * was read in one sample only.
 */
export function needsFramesBetween(before: RopeObservation, after: RopeObservation): boolean {
  const [a, b] = [before.state, after.state];
  if (a === undefined || b === undefined) return false;
  if (a === b) return false;
  if (a.ropes.some(({ status }, rope) => status !== b.ropes[rope]?.status)) return true;
  return hasEndMoved(a, b) || hasPairChanged(a, b);
}

function hasEndMoved(a: RopeFrameState, b: RopeFrameState): boolean {
  const { movedReach, awayReach } = ROPE_MOTION_THRESHOLDS;
  const steps = a.ropes.flatMap(({ ends }, rope) =>
    (ends ?? []).map((end, k) => {
      const later = b.ropes[rope]?.ends?.[k];
      if (later === undefined) return 0;
      return later.hole === end.hole ? distanceOf(later.at, end.at) : Number.POSITIVE_INFINITY;
    }),
  );
  return (
    steps.some((step) => step >= movedReach) || steps.filter((step) => step > awayReach).length > 1
  );
}

function hasPairChanged(a: RopeFrameState, b: RopeFrameState): boolean {
  return a.ropes.some((first, k) =>
    a.ropes.slice(k + 1).some((second, rest) => {
      const other = k + 1 + rest;
      const [laterFirst, laterSecond] = [b.ropes[k], b.ropes[other]];
      if (laterFirst === undefined || laterSecond === undefined) return false;
      if (!isTraced(first, second, laterFirst, laterSecond)) return false;
      const then = readPair(first, second, other);
      const now = readPair(laterFirst, laterSecond, other);
      const isToldOtherwise =
        then.over !== undefined && now.over !== undefined && then.over !== now.over;
      return then.total !== now.total || isToldOtherwise;
    }),
  );
}

function isTraced(...ropes: readonly RopeReading[]): boolean {
  return ropes.every(({ status }) => status === "read");
}
