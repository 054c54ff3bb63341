/**
 * One Stroke boards and strokes as strings of moves, and what the judge would have seen of them:
 * literal observations for tests of checks.
 */
import type { Instance } from "../../core/schema/instance.ts";
import {
  type LatticeSize,
  latticeCells,
  latticeEdges,
  latticeVertices,
} from "../../cv-diagnostics/grid/one-stroke/lattice.ts";
import type {
  EdgeReading,
  PatchColour,
  StrokeFrameState,
  VertexMark,
} from "../../cv-diagnostics/grid/one-stroke/state.ts";
import type { Observation } from "../../cv-diagnostics/judge.ts";
import { edgeKey } from "../../tasks/one-stroke/regions.ts";
import {
  type Cells,
  MOVE_DELTA,
  moveSchema,
  type StrokeState,
  startState,
  type Vertex,
} from "../../tasks/one-stroke/state.ts";

/** Three by three cells, listed from the bottom: blue below and to the right, red at the upper left. */
export const CELLS: Cells = [
  ["blue", null, "blue"],
  ["red", null, null],
  [null, "red", "blue"],
];
/** Separates the colours of `CELLS`. */
export const SOLUTION = "URRUUR";
/** Reaches the goal along the border and separates nothing. */
export const BORDER = "UUURRR";
export const LITERAL: StrokeState = startState(CELLS);
export const SIZE: LatticeSize = { width: 4, height: 4 };

export function instanceFrom(state: StrokeState): Instance {
  return {
    ...{ schema: "topoprobe.instance/1", id: "stroke-literal", task: "one-stroke" },
    ...{ taskVersion: "1", tier: "easy", seed: 0, actionBudget: 9, initialState: state },
    origin: { kind: "generated", attempts: 1 },
  };
}

/** One observed frame. Edges are named "x0,y0-x1,y1", cells and vertices "x,y". */
export type Moment = {
  /** Steps from the start; a step back to the vertex before takes the last edge off. */
  readonly moves: string;
  /** Share of the last edge that is drawn. @default 1 */
  readonly share?: number;
  /** What was read otherwise than the moves say. */
  readonly edges?: Readonly<Record<string, EdgeReading["cover"]>>;
  readonly cells?: Readonly<Record<string, PatchColour | undefined>>;
  readonly vertices?: Readonly<Record<string, VertexMark>>;
  readonly corners?: Readonly<Record<string, number>>;
  /** @default true */
  readonly sampled?: boolean;
  /** False when the board was not found in the frame. @default true */
  readonly found?: boolean;
};
type Changes = Omit<Moment, "moves">;

/** The vertices of a stroke, whether it is legal or not. */
export function pathOf(moves: string): readonly Vertex[] {
  const path: Vertex[] = [[0, 0]];
  for (const sign of moves) {
    const [dx, dy] = MOVE_DELTA[moveSchema.parse(sign)];
    const [x, y] = path.at(-1) ?? [0, 0];
    const before = path.at(-2);
    if (before && before[0] === x + dx && before[1] === y + dy) path.pop();
    else path.push([x + dx, y + dy]);
  }
  return path;
}

/** The same stroke over `count` frames. */
export function hold(moves: string, count: number, changes: Changes = {}): Moment[] {
  return Array.from({ length: count }, () => ({ moves, ...changes }));
}

/** Draws further steps, three frames a step: a third, two thirds, and the whole of its edge. */
export function grow(moves: string, further: string): Moment[] {
  return [...further].flatMap((_, k) => {
    const now = moves + further.slice(0, k + 1);
    return [{ moves: now, share: 1 / 3 }, { moves: now, share: 2 / 3 }, { moves: now }];
  });
}

/** Takes the last `count` edges off again, three frames each. */
export function retract(moves: string, count: number): Moment[] {
  return Array.from({ length: count }, (_, k) => moves.slice(0, moves.length - k)).flatMap(
    (now) => [
      { moves: now, share: 2 / 3 },
      { moves: now, share: 1 / 3 },
      { moves: now.slice(0, -1) },
    ],
  );
}

/**
 * The solution, or another stroke, at rest in frames 0-2, then three frames a step, then three at
 * rest: step k, from 0, is finished in frame 5 + 3 k. `changes` spoils frames.
 */
export function validFilm(
  changes: (frame: number) => Changes = () => ({}),
  moves: string = SOLUTION,
): readonly Moment[] {
  const film = [...hold("", 3), ...grow("", moves), ...hold(moves, 3)];
  return film.map((moment, frame) => ({ ...moment, ...changes(frame) }));
}

/** Changes that hold from one frame to another. */
export const during = (from: number, to: number, changes: Changes) => (frame: number) =>
  frame < from || frame > to ? {} : changes;

/** What is seen of the moments, one a frame. @param fps frames per second @default 16 */
export function observe(
  moments: readonly Moment[],
  fps = 16,
): readonly Observation<StrokeFrameState>[] {
  return moments.map((moment, index) => {
    const base = { index, timeSec: index / fps, sampled: moment.sampled ?? true };
    if (moment.found === false) return { ...base, label: "not_found", confidence: 0 };
    return { ...base, label: "exact", confidence: 0.9, state: stateOf(moment) };
  });
}

/** What a frame reader would have read. */
export function stateOf(moment: Moment): StrokeFrameState {
  const { moves, share = 1, edges = {}, cells = {}, vertices = {}, corners = {} } = moment;
  const path = pathOf(moves);
  const keyOf = ([from, to]: readonly (Vertex | undefined)[]): string =>
    from && to ? edgeKey([from[0], from[1], to[0], to[1]]) : "";
  const drawn = path.slice(1).map((vertex, k) => keyOf([path[k], vertex]));
  const places = new Set(path.map(String));
  return {
    size: SIZE,
    cells: latticeCells(SIZE).map(([i, j]) =>
      `${i},${j}` in cells ? cells[`${i},${j}`] : (CELLS[j]?.[i] ?? "empty"),
    ),
    edges: latticeEdges(SIZE).map((edge): EdgeReading => {
      const key = edgeKey(edge);
      const instead = edges[key];
      const at = drawn.lastIndexOf(key);
      if (instead !== undefined) return readingOf(instead, 0.5);
      if (at < 0) return readingOf("none", 0);
      if (at < drawn.length - 1 || share === 1) return readingOf("full", 1);
      const [x, y] = path[at] ?? [0, 0];
      return readingOf(x === edge[0] && y === edge[1] ? "from-first" : "from-second", share);
    }),
    vertices: latticeVertices(SIZE).map(([x, y]) => {
      if (x === 0 && y === 0) return vertices["0,0"] ?? "start";
      if (x === 3 && y === 3) return vertices["3,3"] ?? "goal";
      return vertices[`${x},${y}`] ?? (places.has(`${x},${y}`) ? "stroke" : "bare");
    }),
    corners: latticeCells(SIZE).map(([i, j]) => corners[`${i},${j}`] ?? 0),
  };
}

function readingOf(cover: EdgeReading["cover"], share: number): EdgeReading {
  const whole = { none: 0, full: 1, unread: 0 } as Readonly<Record<string, number>>;
  return { cover, share: whole[cover] ?? share, confidence: cover === "unread" ? 0 : 0.9 };
}
