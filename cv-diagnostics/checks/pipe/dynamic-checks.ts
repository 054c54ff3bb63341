/** Checks between frames: pieces stay what and where they are, and turn one at a time, clockwise. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { offQuarterDeg } from "../../grid/pipe/pieces.ts";
import type { CellReading } from "../../grid/pipe/read-cell.ts";
import { PIPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import { checkLastingProperty, countTransitions } from "../track.ts";
import { type CellTrack, type PipeObservation, turnSeen } from "./tracks.ts";

/** No piece appears in an empty cell and none disappears. */
export function checkOccupancy(
  observations: readonly PipeObservation[],
  tracks: readonly CellTrack[],
): CheckResult {
  return checkLastingProperty(
    "cell_occupancy_consistency",
    observations,
    tracks,
    (reading) => reading.kind !== "empty",
    (isOccupied) => (isOccupied ? "piece_appeared" : "piece_vanished"),
  );
}

/** A piece keeps its kind: its openings may turn, never change in number or arrangement. */
export function checkPieceTypes(
  observations: readonly PipeObservation[],
  tracks: readonly CellTrack[],
): CheckResult {
  return checkLastingProperty(
    "pipe_type_consistency",
    observations,
    tracks,
    (reading) => (reading.kind === "empty" ? undefined : reading.kind),
    (kind) => `became_${kind}`,
  );
}

/** Pieces turn clockwise, by quarter turns, and never further than one between two frames. */
export function checkRotations(
  observations: readonly PipeObservation[],
  tracks: readonly CellTrack[],
): CheckResult {
  const violations: Violation[] = [];
  let hasUnseenChange = false;
  for (const track of tracks) {
    const found = rotationFaults(track, observations);
    violations.push(...found.violations);
    hasUnseenChange ||= found.hasUnseenChange;
  }
  violations.sort((a, b) => a.frame - b.frame);
  const counted = countTransitions(observations, tracks);
  return checkResult("rotation_num_angle_valid", "dynamic", {
    violations,
    ...counted,
    hasUnseenChange,
  });
}

/** Since when a piece has stood near to one angle. */
type Rest = {
  /** Index into the observations, and what was read there. */
  readonly since: number;
  readonly reading: CellReading | undefined;
  readonly isReported: boolean;
};

function rotationFaults(
  track: CellTrack,
  observations: readonly PipeObservation[],
): { readonly violations: readonly Violation[]; readonly hasUnseenChange: boolean } {
  const limits = PIPE_MOTION_THRESHOLDS;
  const { where } = track;
  const violations: Violation[] = [];
  let hasUnseenChange = false;
  let last: { readonly at: number; readonly reading: CellReading } | undefined;
  let turned = 0;
  let furthest = { turned: 0, at: 0 };
  let isBackReported = false;
  let rest: Rest = { since: 0, reading: undefined, isReported: false };
  track.readings.forEach((reading, at) => {
    const observation = observations[at];
    if (!reading || reading.kind === "empty" || !observation) return;
    if (!last || last.reading.kind !== reading.kind) {
      last = { at, reading };
      turned = 0;
      furthest = { turned: 0, at };
      rest = { since: at, reading, isReported: false };
      return;
    }
    const before = observations[last.at];
    const step = turnSeen(last.reading, reading);
    const unreadSec = at - last.at > 1 && before ? observation.timeSec - before.timeSec : 0;
    const isQuarterAtMost = Math.abs(step) <= 90 + limits.quarterToleranceDeg;
    const isUnseen =
      unreadSec > limits.maxUnseenTurnSec
        ? Math.abs(step) > limits.stillDeg
        : unreadSec > 0 && !isQuarterAtMost;
    if (isUnseen) {
      hasUnseenChange = true;
      turned = 0;
      furthest = { turned: 0, at };
    } else {
      turned += step;
      if (!isQuarterAtMost && before) {
        violations.push({
          frame: before.index,
          toFrame: observation.index,
          where,
          reason: "more_than_a_quarter_turn_at_once",
          measured: rounded(Math.abs(step)),
          limit: 90,
        });
        furthest = { turned, at };
      } else if (turned >= furthest.turned) {
        furthest = { turned, at };
        isBackReported = false;
      } else if (furthest.turned - turned > limits.maxBackwardDeg && !isBackReported) {
        isBackReported = true;
        const onset = observations[onsetOf(track, furthest.at, at)];
        violations.push({
          frame: onset?.index ?? observation.index,
          toFrame: observation.index,
          where,
          reason: "counter_clockwise",
          measured: rounded(turned - furthest.turned),
          limit: 0,
        });
      }
    }
    if (rest.reading && Math.abs(turnSeen(rest.reading, reading)) > limits.stillDeg / 2) {
      rest = { since: at, reading, isReported: false };
    }
    const start = observations[rest.since];
    if (
      start &&
      !rest.isReported &&
      offQuarterDeg(reading.angleDeg) > 2 * limits.stillDeg &&
      observation.timeSec - start.timeSec >= limits.restOffQuarterSec
    ) {
      violations.push({
        frame: start.index,
        toFrame: observation.index,
        where,
        reason: "rests_off_a_quarter_turn",
        measured: rounded(reading.angleDeg % 90),
        limit: 0,
      });
      rest = { ...rest, isReported: true };
    }
    last = { at, reading };
  });
  return { violations, hasUnseenChange };
}

/** First observation after `from` at which the piece has visibly turned back. */
function onsetOf(track: CellTrack, from: number, to: number): number {
  let turned = 0;
  let last = track.readings[from];
  for (let at = from + 1; at <= to; at++) {
    const reading = track.readings[at];
    if (!reading || !last) continue;
    turned += turnSeen(last, reading);
    if (turned < -PIPE_MOTION_THRESHOLDS.onsetDeg) return at;
    last = reading;
  }
  return to;
}
