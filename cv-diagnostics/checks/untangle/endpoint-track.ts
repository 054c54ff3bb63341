/** Ends get from hole to hole by being carried, and do not vanish. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import { byFrame, lastingFaults, SOUND } from "./lasting.ts";
import { distanceToLine } from "./lines.ts";
import type { Hop, Rest } from "./rests.ts";
import {
  countSteps,
  distanceOf,
  type EndTrack,
  type RopeTracks,
  secondsBetween,
} from "./tracks.ts";

export function checkEndTracks(
  tracks: RopeTracks,
  rests: readonly (readonly Rest[])[],
  hops: readonly Hop[],
): CheckResult {
  const { observations, ends } = tracks;
  const violations: Violation[] = [];
  let hasUnseenChange = false;
  for (const hop of hops) {
    const seen = howItWent(tracks, hop, hops);
    if (seen === "unseen") hasUnseenChange = true;
    if (seen !== "jumped" || hop.to === undefined) continue;
    violations.push({
      frame: observations[arrivalOf(trackOf(tracks, hop), hop)]?.index ?? 0,
      where: hop.where,
      reason: "end_jumped",
      measured: rounded(distanceOf(hop.from.at, hop.to.at)),
      limit: ROPE_MOTION_THRESHOLDS.movedReach,
    });
  }
  ends.forEach((track, index) => {
    violations.push(...vanishedPlugs(tracks, track, rests[index] ?? []));
  });
  return checkResult("endpoint_track_consistency", "dynamic", {
    violations: violations.sort(byFrame),
    ...countSteps(observations, ends),
    hasUnseenChange,
  });
}

/**
 * carried: seen on its way. jumped: it cannot have been carried between these two frames. unseen:
 * frames in which its rope was not traced, or that are too far apart in time or for the pace of the
 * clip, may have shown its way.
 */
export function howItWent(
  tracks: RopeTracks,
  hop: Hop,
  hops: readonly Hop[],
): "carried" | "jumped" | "unseen" {
  const { observations, ropes } = tracks;
  if (hop.to === undefined) return "carried";
  const track = trackOf(tracks, hop);
  const isGlimpsed = hop.inFlight.some((at) => {
    // Beside pieces of the same colour, a bare end may be of a rope that dissolves.
    const isWhole = ropes[hop.rope]?.readings[at]?.extra.length === 0;
    return isWhole || track?.readings[at]?.isSeen === true;
  });
  if (isGlimpsed) return "carried";
  if (track !== undefined && isSeenLeavingAndComing(track, hop)) return "carried";
  const from = observations[departureOf(track, hop)];
  const to = observations[arrivalOf(track, hop)];
  if (from === undefined || to === undefined) return "unseen";
  const isConsecutive = to.index - from.index === 1;
  const { maxJumpSec, movedReach } = ROPE_MOTION_THRESHOLDS;
  if (distanceOf(hop.from.at, hop.to.at) < movedReach) return "carried";
  if (!isConsecutive || to.timeSec - from.timeSec > maxJumpSec) return "unseen";
  return isFast(observations, hops) ? "unseen" : "jumped";
}

function trackOf({ ends }: RopeTracks, hop: Hop): EndTrack | undefined {
  return ends.find(({ rope, end }) => rope === hop.rope && end === hop.end);
}

/** The last observation at which the end is seen where it was: an unseen one is placed there by habit. */
function departureOf(track: EndTrack | undefined, { takeoff, from }: Hop): number {
  for (let at = takeoff; at >= from.first; at--) {
    const reading = track?.readings[at];
    if (reading?.isSeen !== true) continue;
    if (distanceOf(reading.at, from.at) <= ROPE_MOTION_THRESHOLDS.restReach) return at;
  }
  return takeoff;
}

/** The first observation at which the end is where it lands; it may settle into its hole later. */
function arrivalOf(track: EndTrack | undefined, { takeoff, landing, to }: Hop): number {
  for (let at = takeoff + 1; at < landing; at++) {
    const reading = track?.readings[at];
    if (!reading || !to) continue;
    if (distanceOf(reading.at, to.at) <= ROPE_MOTION_THRESHOLDS.awayReach) return at;
  }
  return landing;
}

/**
 * An end whose flight took few frames, of which the middle ones were not read, may be seen only where it
 * left and where it came down: away from both places by more than it is misread, and at both sides.
 */
function isSeenLeavingAndComing(track: EndTrack, hop: Hop): boolean {
  const { from, to, landing } = hop;
  if (to === undefined) return false;
  const { restReach } = ROPE_MOTION_THRESHOLDS;
  const between = track.readings.slice(departureOf(track, hop) + 1, landing);
  const nearer = between.flatMap((reading) => {
    if (reading?.isSeen !== true) return [];
    const [left, right] = [distanceOf(reading.at, from.at), distanceOf(reading.at, to.at)];
    return Math.min(left, right) > restReach ? [left < right ? from : to] : [];
  });
  return nearer.includes(from) && nearer.includes(to);
}

/** Most moves follow each other so fast that their carries may fall between two frames. */
function isFast(observations: RopeTracks["observations"], hops: readonly Hop[]): boolean {
  const takeoffs = [...new Set(hops.map(({ takeoff }) => takeoff))].sort((a, b) => a - b);
  const pauses = takeoffs
    .slice(1)
    .map((takeoff, k) => secondsBetween(observations, takeoffs[k] ?? takeoff, takeoff))
    .sort((a, b) => a - b);
  const median = pauses[Math.floor(pauses.length / 2)];
  return median !== undefined && median < ROPE_MOTION_THRESHOLDS.fastMoveSec;
}

/** An end at rest without its plug, where no other rope may cover it. */
function vanishedPlugs(
  { observations, ropes }: RopeTracks,
  { where, rope, end, readings }: EndTrack,
  rests: readonly Rest[],
): readonly Violation[] {
  const reasons = readings.map((reading, at) => {
    const isResting = rests.some(({ first, last }) => first <= at && at <= last);
    if (reading === undefined || !isResting) return undefined;
    if (reading.isSeen) return SOUND;
    // Both plugs have one colour, and blur alike.
    if (ropes[rope]?.readings[at]?.ends?.[1 - end]?.isBlurred === true) return undefined;
    const isCovered = ropes.some(({ readings: others }, other) => {
      const line = others[at]?.line;
      if (other === rope) return false;
      return (
        line === undefined || distanceToLine(reading.at, line) < ROPE_MOTION_THRESHOLDS.coverReach
      );
    });
    return isCovered ? undefined : `end_${end}_vanished`;
  });
  return lastingFaults(observations, where, reasons, {
    minSec: ROPE_MOTION_THRESHOLDS.hiddenPlugSec,
  }).map((violation) => ({ ...violation, reason: "end_vanished" }));
}
