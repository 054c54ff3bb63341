/** Are the drawn ropes of the last frame free of each other, and were they before? */
import type { Verdict } from "../../../core/schema/verdict.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { concludeTerminal, type Solved } from "../terminal.ts";
import type { PairTrack } from "./pairs.ts";
import type { RopeObservation, RopeTracks } from "./tracks.ts";

/**
 * Solved: every rope of the instance is there once and traced, both its ends stand in holes, no two
 * ropes cross, and no other rope is there. A rope's crossings with itself do not count.
 */
export function judgeTerminal(
  tracks: RopeTracks,
  pairs: readonly PairTrack[],
): Verdict["terminal"] {
  const { observations } = tracks;
  const solved = observations.map((_, at) => solvedAt(tracks, pairs, at));
  const last = observations.length - 1;
  return concludeTerminal(observations, solved, (goalEverReached) =>
    goalEverReached ? "goal_not_held" : whyNot(tracks, pairs, last),
  );
}

function solvedAt(tracks: RopeTracks, pairs: readonly PairTrack[], at: number): Solved {
  const observation = tracks.observations[at];
  const state = observation?.state;
  if (!observation || !state || observation.label === "failed") return undefined;
  if (hasWrongRopes(observation) || crossesAt(pairs, at) || hasLooseEnd(observation)) return false;
  const isTraced = state.ropes.every(({ status }) => status === "read");
  return isTraced && !touchesAt(pairs, at) ? true : undefined;
}

/** A rope is missing or there twice, or an unknown one is there. */
function hasWrongRopes({ state }: RopeObservation): boolean {
  const isWrong = state?.ropes.some(
    ({ status, extraPlugs }) => status === "absent" || extraPlugs.length >= 2,
  );
  const isForeign = state?.foreign.some(({ size }) => size >= ROPE_MOTION_THRESHOLDS.minForeign);
  return isWrong === true || isForeign === true;
}

function hasLooseEnd({ state }: RopeObservation): boolean {
  return state?.ropes.some(({ ends }) => ends?.some(({ hole }) => hole === null)) === true;
}

/** Two ropes cross by more than a touch. */
function crossesAt(pairs: readonly PairTrack[], at: number): boolean {
  return pairs.some(({ readings }) => (readings[at]?.crossings.length ?? 0) > 0);
}

/** Two ropes may cross or only touch. */
function touchesAt(pairs: readonly PairTrack[], at: number): boolean {
  return pairs.some(({ readings }) => (readings[at]?.touches ?? 0) > 0);
}

function whyNot({ observations }: RopeTracks, pairs: readonly PairTrack[], at: number): string {
  const observation = observations[at];
  if (observation && hasWrongRopes(observation)) return "ropes_missing_or_foreign";
  if (crossesAt(pairs, at)) return "ropes_still_cross";
  return "end_not_in_a_hole";
}
