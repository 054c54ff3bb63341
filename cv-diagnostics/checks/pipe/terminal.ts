/** Does the last frame show a solved board, and was one shown before? */
import type { Verdict } from "../../../core/schema/verdict.ts";
import { connectedCells } from "../../../tasks/pipe/rules.ts";
import type { PipeState } from "../../../tasks/pipe/state.ts";
import { concludeTerminal, type Solved } from "../terminal.ts";
import { type CellTrack, type PipeObservation, restMask } from "./tracks.ts";

/**
 * Solved: every piece is at rest and reached from the source, and no piece of the instance is gone.
 * Unread cells leave it open, unless what was read already rules success out.
 */
export function judgeTerminal(
  observations: readonly PipeObservation[],
  tracks: readonly CellTrack[],
  initial: PipeState,
): Verdict["terminal"] {
  const solved = observations.map((_, at) => isSolvedAt(tracks, at, initial));
  return concludeTerminal(observations, solved, () =>
    whyNotSolved(tracks, observations.length - 1, initial),
  );
}

function masksAt(tracks: readonly CellTrack[], at: number): readonly (number | undefined)[] {
  return tracks.map((track) => {
    const reading = track.readings[at];
    return reading ? (restMask(reading) ?? 0) : undefined;
  });
}

function isSolvedAt(tracks: readonly CellTrack[], at: number, initial: PipeState): Solved {
  if (tracks.length === 0) return undefined;
  const { sourceIndex, gridSize, solvedMasks } = initial;
  const masks = masksAt(tracks, at);
  const isMissing = masks.some((mask, cell) => {
    const reading = tracks[cell]?.readings[at];
    return mask !== undefined && reading?.kind === "empty" && (solvedMasks[cell] ?? 0) !== 0;
  });
  if (isMissing) return false;
  const solvedWith = (unreadMask: number): boolean => {
    const filled = masks.map((mask) => mask ?? unreadMask);
    const reached = connectedCells(filled, sourceIndex, gridSize);
    return masks.every((mask, cell) => {
      if (mask === undefined) return unreadMask !== 0 || (solvedMasks[cell] ?? 0) === 0;
      return tracks[cell]?.readings[at]?.kind === "empty" || reached[cell] === true;
    });
  };
  if (masks.every((mask) => mask !== undefined)) return solvedWith(0);
  return solvedWith(15) ? undefined : false;
}

function whyNotSolved(tracks: readonly CellTrack[], at: number, initial: PipeState): string {
  const masks = masksAt(tracks, at).map((mask) => mask ?? 0);
  const reached = connectedCells(masks, initial.sourceIndex, initial.gridSize);
  const loose = masks.filter(
    (_, cell) => tracks[cell]?.readings[at]?.kind !== "empty" && reached[cell] !== true,
  ).length;
  return loose > 0 ? `${loose}_pieces_not_connected` : "pieces_missing";
}
