/**
 * The hexagonal board: which cells there are, which are neighbours, which lie on the boundary. Owns
 * addressing; nothing here knows of blocks or of the cat.
 *
 * Axial coordinates: (q, r) with max(|q|, |r|, |q + r|) <= radius. Cells are numbered row by row, r
 * from -radius (the top row) to radius, q ascending in a row.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";

/** Radii of boards that the rules support. */
export const RADII = [3, 4] as const;
export type Radius = (typeof RADII)[number];

/** Steps to the six neighbours, in the published order; paths and draws depend on it. */
const DIRECTIONS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
] as const;

export type HexCell = {
  readonly q: number;
  readonly r: number;
  /** On the rim: a cat that stands here has escaped. */
  readonly isBoundary: boolean;
  /** Cell numbers in the order of DIRECTIONS: 6 inside, 3 or 4 on the rim. */
  readonly neighbours: readonly number[];
};

export type HexBoard = {
  readonly radius: Radius;
  /** By cell number: 37 for radius 3, 61 for radius 4. */
  readonly cells: readonly HexCell[];
  /** The middle cell, where the cat starts: 18 or 30. */
  readonly centre: number;
  /** For each cell, all cells by their distance from it, the lower number first; itself at the head. */
  readonly nearest: readonly (readonly number[])[];
  /** `neighbours` of all cells as one table for searches: `sides` entries a cell, -1 for none. */
  readonly links: Int8Array;
  readonly sides: number;
  /** `isBoundary` of all cells as a table, 0 or 1. */
  readonly rim: Uint8Array;
};

const BOARDS = new Map(RADII.map((radius) => [radius as number, buildBoard(radius)]));

/** The board of a radius. @throws RuleError when there is none */
export function hexBoard(radius: number): HexBoard {
  const board = BOARDS.get(radius);
  if (board === undefined) {
    throw new RuleError(describeMismatch("radius", `one of ${RADII.join(", ")}`, radius));
  }
  return board;
}

/** Cells of a board of a radius. */
export function cellCount(radius: number): number {
  return 3 * radius * (radius + 1) + 1;
}

/** Steps between two cells of an empty board. */
export function hexDistance(board: HexBoard, a: number, b: number): number {
  const [from, to] = [board.cells[a], board.cells[b]];
  return from === undefined || to === undefined ? Number.POSITIVE_INFINITY : distance(from, to);
}

function buildBoard(radius: Radius): HexBoard {
  const coordinates: (readonly [q: number, r: number])[] = [];
  for (let r = -radius; r <= radius; r++) {
    for (let q = Math.max(-radius, -radius - r); q <= Math.min(radius, radius - r); q++) {
      coordinates.push([q, r]);
    }
  }
  const keyOf = (q: number, r: number): string => `${q},${r}`;
  const indices = new Map(coordinates.map(([q, r], index) => [keyOf(q, r), index]));
  const cells = coordinates.map(
    ([q, r]): HexCell => ({
      q,
      r,
      isBoundary: Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) === radius,
      neighbours: DIRECTIONS.flatMap(([dq, dr]) => indices.get(keyOf(q + dq, r + dr)) ?? []),
    }),
  );
  const sides = DIRECTIONS.length;
  const links = new Int8Array(cells.length * sides).fill(-1);
  for (const [index, cell] of cells.entries()) links.set(cell.neighbours, index * sides);
  return {
    radius,
    cells,
    centre: indices.get(keyOf(0, 0)) ?? 0,
    nearest: cells.map((from) =>
      [...cells.keys()].sort((a, b) => distance(from, cells[a]) - distance(from, cells[b])),
    ),
    links,
    sides,
    rim: Uint8Array.from(cells, (cell) => (cell.isBoundary ? 1 : 0)),
  };
}

function distance(from: HexCell, to: HexCell = from): number {
  const [dq, dr] = [from.q - to.q, from.r - to.r];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}
