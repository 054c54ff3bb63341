/** Checks that hold within one frame: colours, source, and the first frame against the instance. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { connectedCells, currentMasks } from "../../../tasks/pipe/rules.ts";
import { type PipeState, pipeKind } from "../../../tasks/pipe/state.ts";
import { cellName } from "../../grid/pipe/state.ts";
import { PIPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult } from "../result.ts";
import { lastingRuns, runsOf } from "../track.ts";
import { type CellTrack, type Motion, type PipeObservation, restMask } from "./tracks.ts";

/** Combinations of cells in motion that are tried before a frame counts as undecidable. */
const MAX_MOVING_CELLS = 3;

/**
 * Green exactly where the source reaches. A piece in mid-turn may count as before, as after or as
 * open; a colour may lag behind a move by `colourLagSec`, and what is shorter than that is not told
 * from an error of reading, unless the clip ends with it.
 */
export function checkColours(
  observations: readonly PipeObservation[],
  tracks: readonly CellTrack[],
  motions: readonly Motion[],
  initial: PipeState,
): CheckResult {
  const { gridSize, sourceIndex } = initial;
  const wrong = tracks.map(() => ({ since: -1, last: -1, isReported: false }));
  const violations: Violation[] = [];
  const report = (track: CellTrack, run: { since: number; last: number; isReported: boolean }) => {
    const start = observations[run.since];
    const end = observations[run.last];
    const colour = track.readings[run.last]?.colour;
    if (!start || !end || colour === undefined) return;
    run.isReported = true;
    const isConnected = colour === "connected";
    violations.push({
      frame: start.index,
      toFrame: end.index,
      where: track.where,
      reason: isConnected ? "green_but_not_connected" : "blue_but_connected",
      measured: colour,
      limit: isConnected ? "disconnected" : "connected",
    });
  };
  let decided = 0;
  let unread = 0;
  observations.forEach((observation, at) => {
    const allowed = allowedConnections(tracks, motions, at, sourceIndex, gridSize);
    if (!allowed || tracks.length === 0) {
      if (observation.sampled) unread++;
      return;
    }
    if (observation.sampled) decided++;
    tracks.forEach((track, cell) => {
      const reading = track.readings[at];
      const run = wrong[cell];
      if (!run || !reading || reading.kind === "empty" || reading.colour === "mixed") return;
      if (allowed[cell]?.has(reading.colour === "connected") !== false) {
        run.since = -1;
        return;
      }
      if (run.since < 0) {
        run.since = at;
        run.isReported = false;
      }
      run.last = at;
      const lasting = observation.timeSec - (observations[run.since]?.timeSec ?? 0);
      if (!run.isReported && lasting >= PIPE_MOTION_THRESHOLDS.colourLagSec) report(track, run);
    });
  });
  // Too short to tell by its duration because the clip ends, but no move explains it either.
  tracks.forEach((track, cell) => {
    const run = wrong[cell];
    const isOpen = run && run.since >= 0 && run.last === observations.length - 1;
    if (isOpen && !run.isReported && !mayLag(observations, motions, run.since)) report(track, run);
  });
  violations.sort((a, b) => a.frame - b.frame);
  return checkResult("color_matches_connectivity", "static", { violations, decided, unread });
}

/** Some piece moved so shortly before an observation that colours may still have to follow. */
function mayLag(
  observations: readonly PipeObservation[],
  motions: readonly Motion[],
  at: number,
): boolean {
  const since = (observations[at]?.timeSec ?? 0) - PIPE_MOTION_THRESHOLDS.colourLagSec;
  return motions.some((m) => m.from <= at && (observations[m.to]?.timeSec ?? 0) > since);
}

/**
 * For every cell the set of connection states that some reading of the moving cells allows;
 * undefined when too many cells are unread or in motion.
 */
function allowedConnections(
  tracks: readonly CellTrack[],
  motions: readonly Motion[],
  at: number,
  sourceIndex: number,
  gridSize: number,
): readonly Set<boolean>[] | undefined {
  const choices: (readonly number[])[] = [];
  let moving = 0;
  for (const track of tracks) {
    const mask = restMask(track.readings[at]);
    const near = motions.filter((m) => m.cell === track.cell && m.from <= at && at <= m.to);
    if (mask !== undefined && near.length === 0) {
      choices.push([mask]);
      continue;
    }
    const options = new Set<number>(mask === undefined ? [0] : [mask]);
    if (mask === undefined) {
      const before = lastMask(track, at, -1);
      const after = lastMask(track, at, 1);
      if (before === undefined && after === undefined) return undefined;
      for (const option of [before, after]) if (option !== undefined) options.add(option);
    } else {
      options.add(0);
    }
    moving++;
    if (moving > MAX_MOVING_CELLS) return undefined;
    choices.push([...options]);
  }
  const allowed = tracks.map(() => new Set<boolean>());
  const masks = choices.map((options) => options[0] ?? 0);
  const visit = (cell: number): void => {
    const options = choices[cell];
    if (!options) {
      connectedCells(masks, sourceIndex, gridSize).forEach((reached, i) => {
        allowed[i]?.add(reached);
      });
      return;
    }
    for (const option of options) {
      masks[cell] = option;
      visit(cell + 1);
    }
  };
  visit(0);
  return allowed;
}

function lastMask(track: CellTrack, at: number, step: 1 | -1): number | undefined {
  for (let i = at + step; i >= 0 && i < track.readings.length; i += step) {
    const mask = restMask(track.readings[i]);
    if (mask !== undefined) return mask;
  }
  return undefined;
}

/** The large hub stands in the instance's source cell, and nowhere else. */
export function checkSource(
  observations: readonly PipeObservation[],
  tracks: readonly CellTrack[],
  initial: PipeState,
): CheckResult {
  const violations: Violation[] = [];
  for (const track of tracks) {
    const isExpected = track.cell === initial.sourceIndex;
    const runs = runsOf(track, (reading) => reading.isSource);
    for (const run of lastingRuns(runs, observations.length)) {
      const start = observations[run.first];
      const end = observations[run.last];
      if (run.value === isExpected || !start || !end) continue;
      violations.push({
        frame: start.index,
        toFrame: end.index,
        where: track.where,
        reason: isExpected ? "source_missing" : "source_in_another_cell",
        measured: isExpected ? "no source hub" : "source hub",
        limit: cellName(initial.sourceIndex, initial.gridSize),
      });
    }
  }
  let decided = 0;
  let unread = 0;
  observations.forEach((observation, at) => {
    if (!observation.sampled) return;
    if (tracks[initial.sourceIndex]?.readings[at]) decided++;
    else unread++;
  });
  violations.sort((a, b) => a.frame - b.frame);
  return checkResult("source_identity", "static", { violations, decided, unread });
}

/** Frame 0 shows the instance: same pieces, same turns, same source. */
export function checkInitialState(
  observations: readonly PipeObservation[],
  initial: PipeState,
): CheckResult {
  const first = observations[0];
  const violations: Violation[] = [];
  let decided = 0;
  let unread = 0;
  currentMasks(initial).forEach((mask, cell) => {
    const reading = first?.state?.cells[cell];
    if (!first || reading?.isRead !== true) {
      unread++;
      return;
    }
    decided++;
    const kind = pipeKind(mask);
    const seen = restMask(reading);
    const isWrongKind = reading.kind !== kind;
    const isWrongTurn = !isWrongKind && seen !== mask;
    const isWrongSource = reading.isSource !== (cell === initial.sourceIndex);
    if (!isWrongKind && !isWrongTurn && !isWrongSource) return;
    violations.push({
      frame: first.index,
      where: cellName(cell, initial.gridSize),
      reason: isWrongKind ? "wrong_piece" : isWrongTurn ? "wrong_turn" : "wrong_source",
      measured: `${reading.kind} openings ${seen ?? "in mid-turn"}`,
      limit: `${kind} openings ${mask}`,
    });
  });
  return checkResult("initial_state_match", "static", { violations, decided, unread });
}
