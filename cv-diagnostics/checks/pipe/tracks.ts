/**
 * Pipe cells through time: their readings, and the motions between the moments at which they rest.
 * Owns no verdict.
 */
import { isAtRest } from "../../grid/pipe/expect-board.ts";
import { maskAtAngle, PIECE_SHAPES, turnBetween } from "../../grid/pipe/pieces.ts";
import type { CellReading } from "../../grid/pipe/read-cell.ts";
import { cellName, type PipeFrameState } from "../../grid/pipe/state.ts";
import type { Observation } from "../../judge.ts";
import { PIPE_MOTION_THRESHOLDS, PIPE_READ_THRESHOLDS } from "../../thresholds.ts";
import { type Track, withoutSpikes } from "../track.ts";

export type PipeObservation = Observation<PipeFrameState>;

/** A cell at every observation. */
export type CellTrack = Track<CellReading> & { readonly cell: number };

/** From the last rest in one pose to the first rest in the next. Indices into the observations. */
export type Motion = {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  /** Total turn over the motion, positive clockwise; NaN when the piece itself changed. */
  readonly turnDeg: number;
};

export function trackCells(observations: readonly PipeObservation[]): readonly CellTrack[] {
  const seen = observations.find((o) => o.state !== undefined)?.state;
  return (seen?.cells ?? []).map((_, cell) => ({
    cell,
    where: cellName(cell, seen?.gridSize ?? 1),
    readings: withoutSpikes(
      observations.map((o) => {
        const reading = o.state?.cells[cell];
        return reading?.isRead === true ? reading : undefined;
      }),
      looksAlike,
    ),
  }));
}

function looksAlike(a: CellReading, b: CellReading): boolean {
  return (
    a.kind === b.kind &&
    a.isSource === b.isSource &&
    Math.abs(turnBetween(a.angleDeg, b.angleDeg, PIECE_SHAPES[a.kind].periodDeg)) <
      2 * PIPE_MOTION_THRESHOLDS.stillDeg
  );
}

/** Openings of a resting cell; undefined when it moves or is unread. */
export function restMask(reading: CellReading | undefined): number | undefined {
  if (!reading || !isAtRest(reading)) return undefined;
  return maskAtAngle(reading.kind, reading.angleDeg);
}

/** Every change of a resting cell's openings. */
export function motionsOf(track: CellTrack): readonly Motion[] {
  const motions: Motion[] = [];
  let from: number | undefined;
  track.readings.forEach((reading, at) => {
    const mask = restMask(reading);
    if (mask === undefined) return;
    const before = from === undefined ? undefined : restMask(track.readings[from]);
    if (from !== undefined && before !== mask) {
      motions.push({ cell: track.cell, from, to: at, turnDeg: turnOver(track, from, at) });
    }
    from = at;
  });
  return motions;
}

/** Sum of the turns between neighbouring readings of one kind; NaN when the kind changes. */
export function turnOver(track: CellTrack, from: number, to: number): number {
  let total = 0;
  let last = track.readings[from];
  for (let at = from + 1; at <= to; at++) {
    const reading = track.readings[at];
    if (!reading || !last) continue;
    if (reading.kind !== last.kind) return Number.NaN;
    total += turnSeen(last, reading);
    last = reading;
  }
  return total;
}

/**
 * The turn between two neighbouring readings of one piece, in degrees, positive clockwise. Half a
 * period looks the same in both directions: so near to it that errors of reading would decide, the
 * turn counts as clockwise.
 */
export function turnSeen(before: CellReading, after: CellReading): number {
  const { periodDeg } = PIECE_SHAPES[after.kind];
  const turn = turnBetween(before.angleDeg, after.angleDeg, periodDeg);
  const isEitherWay = turn < PIPE_READ_THRESHOLDS.restAngleDeg - periodDeg / 2;
  return isEitherWay ? turn + periodDeg : turn;
}
