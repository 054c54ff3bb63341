/**
 * One cell through time: its readings in order, freed of readings that contradict both neighbours,
 * and the motions between the moments at which it rests. Owns no verdict.
 */
import type { PipeKind } from "../../../tasks/pipe/state.ts";
import { isAtRest } from "../../grid/pipe/expect-board.ts";
import { maskAtAngle, PIECE_SHAPES, turnBetween } from "../../grid/pipe/pieces.ts";
import type { CellReading } from "../../grid/pipe/read-cell.ts";
import type { PipeFrameState } from "../../grid/pipe/state.ts";
import type { Observation } from "../../judge.ts";
import { PIPE_MOTION_THRESHOLDS } from "../../thresholds.ts";

export type PipeObservation = Observation<PipeFrameState>;

/** A cell at every observation; undefined where it could not be read. */
export type CellTrack = {
  readonly cell: number;
  readonly readings: readonly (CellReading | undefined)[];
};

/** From the last rest in one pose to the first rest in the next. Indices into the observations. */
export type Motion = {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  /** Total turn over the motion, positive clockwise; NaN when the piece itself changed. */
  readonly turnDeg: number;
};

export function trackCells(observations: readonly PipeObservation[]): readonly CellTrack[] {
  const size = observations.find((o) => o.state !== undefined)?.state?.cells.length ?? 0;
  return Array.from({ length: size }, (_, cell) => ({
    cell,
    readings: withoutSpikes(
      observations.map((o) => {
        const reading = o.state?.cells[cell];
        return reading?.isRead === true ? reading : undefined;
      }),
    ),
  }));
}

/**
 * Drops a reading that differs from both neighbours while these agree with each other. Something
 * that lasts one observation cannot be told from an error of reading.
 */
function withoutSpikes(
  readings: readonly (CellReading | undefined)[],
): readonly (CellReading | undefined)[] {
  return readings.map((reading, i) => {
    const before = readings[i - 1];
    const after = readings[i + 1];
    if (!reading || !before || !after) return reading;
    return looksAlike(before, after) && !looksAlike(before, reading) && !looksAlike(reading, after)
      ? undefined
      : reading;
  });
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
    total += turnBetween(last.angleDeg, reading.angleDeg, PIECE_SHAPES[last.kind].periodDeg);
    last = reading;
  }
  return total;
}

/** A stretch of observations over which some property of a cell keeps one value. */
export type Run<Value> = {
  readonly value: Value;
  /** First and last observation at which it was read. */
  readonly first: number;
  readonly last: number;
};

/** Groups the readings of a track by a property; unread observations neither start nor end a run. */
export function runsOf<Value>(
  track: CellTrack,
  property: (reading: CellReading) => Value | undefined,
): readonly Run<Value>[] {
  const runs: Run<Value>[] = [];
  track.readings.forEach((reading, at) => {
    const value = reading ? property(reading) : undefined;
    if (value === undefined) return;
    const open = runs.at(-1);
    if (open && open.value === value) runs[runs.length - 1] = { ...open, last: at };
    else runs.push({ value, first: at, last: at });
  });
  return runs;
}

/** Kinds as a property for `runsOf`. */
export function kindOf(reading: CellReading): PipeKind {
  return reading.kind;
}
