/**
 * Pipe boards as text, and what the judge would have seen of them: literal observations for tests of
 * checks. One sign a cell, cells apart by blanks:
 *
 *   end ╵ ╶ ╷ ╴   straight │ ─   bend └ ┌ ┐ ┘   tee ├ ┬ ┤ ┴   cross ┼   empty ·   not read ?
 */
import type { Instance } from "../../core/schema/instance.ts";
import { PIECE_SHAPES } from "../../cv-diagnostics/grid/pipe/pieces.ts";
import type { CellReading } from "../../cv-diagnostics/grid/pipe/read-cell.ts";
import type { Observation } from "../../cv-diagnostics/judge.ts";
import { connectedCells, currentMask, turnsBetween } from "../../tasks/pipe/rules.ts";
import { type PipeState, pipeKind } from "../../tasks/pipe/state.ts";

type PipeObservation = Observation<{
  readonly gridSize: number;
  readonly cells: readonly CellReading[];
}>;

const MASKS: Readonly<Record<string, number>> = {
  ...{ "·": 0, "?": 0, "╵": 1, "╶": 2, "╷": 4, "╴": 8 },
  ...{ "│": 5, "─": 10, "└": 3, "┌": 6, "┐": 12, "┘": 9 },
  ...{ "├": 7, "┬": 14, "┤": 13, "┴": 11, "┼": 15 },
};

function signsOf(board: string): readonly string[] {
  const signs = board.split(/\s+/).filter((sign) => sign !== "");
  for (const sign of signs) {
    if (MASKS[sign] === undefined) throw new Error(`expected a piece but received "${sign}"`);
  }
  return signs;
}

/** Openings of every cell, row-major. */
export function masksOf(board: string): readonly number[] {
  return signsOf(board).map((sign) => MASKS[sign] ?? 0);
}

/** The state of a board at its start, given how it is solved and where its source stands. */
export function stateFrom(start: string, solved: string, sourceIndex: number): PipeState {
  const solvedMasks = masksOf(solved);
  return {
    gridSize: Math.sqrt(solvedMasks.length),
    sourceIndex,
    solvedMasks,
    rotations: masksOf(start).map((mask, i) => turnsBetween(solvedMasks[i] ?? 0, mask) ?? 0),
  };
}

export function instanceFrom(state: PipeState): Instance {
  return {
    ...{ schema: "topoprobe.instance/1", id: "pipe-literal", task: "pipe", taskVersion: "1" },
    ...{ tier: "easy", seed: 0, actionBudget: 9, initialState: state },
    origin: { kind: "generated", attempts: 1 },
  };
}

/** One observed frame. Places are written "x,y". */
export type Moment = {
  readonly board: string;
  /** Degrees clockwise by which a piece stands away from its sign. It joins nothing then. */
  readonly turned?: Readonly<Record<string, number>>;
  /** What was read otherwise than the board says. */
  readonly cells?: Readonly<Record<string, Partial<CellReading>>>;
  /** @default true */
  readonly sampled?: boolean;
  /** False when the board was not found in the frame. @default true */
  readonly found?: boolean;
};

/** The same moment over `count` frames. */
export function hold(board: string, count: number, rest: Omit<Moment, "board"> = {}): Moment[] {
  return Array.from({ length: count }, () => ({ board, ...rest }));
}

/** A piece at each of the given angles, one a frame, the others at rest. */
export function turn(board: string, place: string, anglesDeg: readonly number[]): Moment[] {
  return anglesDeg.map((angleDeg) => ({ board, turned: { [place]: angleDeg } }));
}

/**
 * What is seen of the moments, one a frame. Colours follow the connections from the source.
 * @param fps frames per second @default 16
 */
export function observe(
  moments: readonly Moment[],
  sourceIndex: number,
  fps = 16,
): readonly PipeObservation[] {
  return moments.map((moment, index) => {
    const base = { index, timeSec: index / fps, sampled: moment.sampled ?? true };
    if (moment.found === false) return { ...base, label: "not_found", confidence: 0 };
    const cells = readingsOf(moment, sourceIndex);
    const read = cells.filter((cell) => cell.isRead).length / cells.length;
    const state = { gridSize: Math.sqrt(cells.length), cells };
    const label = read === 1 ? "exact" : "degraded";
    return { ...base, label, confidence: 0.9 * read, state };
  });
}

function readingsOf(
  { board, turned = {}, cells = {} }: Moment,
  sourceIndex: number,
): readonly CellReading[] {
  const signs = signsOf(board);
  const gridSize = Math.sqrt(signs.length);
  const place = (index: number): string => `${index % gridSize},${Math.floor(index / gridSize)}`;
  const masks = masksOf(board);
  const joined = masks.map((mask, i) => ((turned[place(i)] ?? 0) % 90 === 0 ? mask : 0));
  const reached = connectedCells(joined, sourceIndex, gridSize);
  return signs.map((sign, index) => {
    const mask = masks[index] ?? 0;
    const kind = pipeKind(mask);
    const { periodDeg } = PIECE_SHAPES[kind];
    const angleDeg = angleOf(mask) + (turned[place(index)] ?? 0);
    return {
      isRead: sign !== "?",
      kind,
      angleDeg: ((angleDeg % periodDeg) + periodDeg) % periodDeg,
      colour: mask === 0 ? "none" : reached[index] === true ? "connected" : "disconnected",
      isSource: sign !== "?" && index === sourceIndex,
      confidence: sign === "?" ? 0.1 : 0.9,
      residual: sign === "?" ? 0.5 : 0.02,
      ...cells[place(index)],
    };
  });
}

function angleOf(mask: number): number {
  const base = PIECE_SHAPES[pipeKind(mask)].mask;
  const turns = [0, 1, 2, 3].find((count) => currentMask(base, count) === mask);
  return 90 * (turns ?? 0);
}

/** A literal board two turns from its goal: first (2, 0), then (2, 2). The source is cell 0. */
export const START = `
  ┌ ┬ ┌
  │ ╵ │
  ╵ · ╴`;
export const MIDDLE = `
  ┌ ┬ ┐
  │ ╵ │
  ╵ · ╴`;
export const SOLVED = `
  ┌ ┬ ┐
  │ ╵ │
  ╵ · ╵`;
export const LITERAL = stateFrom(START, SOLVED, 0);

/** Angles of a quarter turn that takes three frames. */
export const QUARTER = [15, 45, 75] as const;

/**
 * Both turns, one after the other: rest in frames 0-3, 7-10 and 14-18, turns in 4-6 and 11-13.
 * `instead` replaces single frames.
 */
export function validFilm(instead: Readonly<Record<number, Moment>> = {}): readonly Moment[] {
  return [
    ...hold(START, 4),
    ...turn(START, "2,0", QUARTER),
    ...hold(MIDDLE, 4),
    ...turn(MIDDLE, "2,2", QUARTER),
    ...hold(SOLVED, 5),
  ].map((moment, frame) => instead[frame] ?? moment);
}
