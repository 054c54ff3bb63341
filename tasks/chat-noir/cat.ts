/**
 * How the cat answers a block. Owns the published policies and the cat's random generator; a policy is
 * asked only where the cat has an open neighbour.
 *
 * - medium: the neighbour with the shortest way to the boundary, the lowest number among equals.
 * - hard: looks at more than the distance, see `hardKeys`.
 * - easy: with probability .3 as medium, else any open neighbour. The published description of the
 *   saved boards says one half; the published game draws against .3, and so does this one.
 */
import type { HexBoard } from "./board.ts";
import {
  type Blocks,
  escapeField,
  isOneBlockFromShut,
  openNeighbours,
  type Reach,
  reachOf,
} from "./paths.ts";
import type { CatPolicy } from "./state.ts";

/** Share of the easy cat's moves that are those of the medium cat. */
const EASY_GREEDY_SHARE = 0.3;

/** The cat's generator: state * MULTIPLIER + INCREMENT modulo 2^32 (Numerical Recipes). */
const MULTIPLIER = 1664525;
const INCREMENT = 1013904223;
const RANGE = 2 ** 32;

export type CatMove = {
  /** Where the cat goes. */
  readonly to: number;
  /** State of its random generator afterwards. */
  readonly catRng: number;
};

/** The first state of the cat's generator: the lowest 32 bits of a seed, 1 in place of 0. */
export function catRngOf(seed: number): number {
  const state = seed % RANGE;
  return state === 0 ? 1 : state;
}

/** The cat's answer; undefined when it has no open neighbour. The easy cat alone draws: once or twice. */
export function moveCat(
  board: HexBoard,
  blocks: Blocks,
  cat: number,
  policy: CatPolicy,
  catRng: number,
): CatMove | undefined {
  if (policy !== "easy") {
    const to = predictCat(board, blocks, cat, policy);
    return to === undefined ? undefined : { to, catRng };
  }
  const mode = advance(catRng);
  if (mode / RANGE < EASY_GREEDY_SHARE) {
    const to = predictCat(board, blocks, cat, policy);
    return to === undefined ? undefined : { to, catRng: mode };
  }
  const moves = openNeighbours(board, blocks, cat);
  const drawn = advance(mode);
  const to = moves[Math.floor((drawn / RANGE) * moves.length)];
  return to === undefined ? undefined : { to, catRng: drawn };
}

/** The answer that a player may expect: the easy cat's is taken to be the medium one's. */
export function predictCat(
  board: HexBoard,
  blocks: Blocks,
  cat: number,
  policy: CatPolicy,
): number | undefined {
  const moves = openNeighbours(board, blocks, cat).sort((a, b) => a - b);
  const keys = policy === "hard" ? hardKeys(board, blocks) : [distanceKey(board, blocks)];
  return leastBy(moves, keys);
}

/** What a cell is worth to the cat, less being better. */
type Key = (cell: number) => number;

function distanceKey(board: HexBoard, blocks: Blocks): Key {
  const steps = escapeField(board, blocks);
  return (cell) => {
    const distance = steps[cell] ?? -1;
    return distance < 0 ? Number.POSITIVE_INFINITY : distance;
  };
}

/**
 * What the hard cat looks at, in this order: to escape at once; not to be shut in by the next block;
 * the shorter way out; then more of each in turn: boundary cells in reach, shortest ways, cells in
 * reach, open neighbours.
 */
function hardKeys(board: HexBoard, blocks: Blocks): readonly Key[] {
  const distance = distanceKey(board, blocks);
  const known = new Map<number, Reach>();
  const reach = (cell: number): Reach => {
    const found = known.get(cell) ?? reachOf(board, blocks, cell);
    known.set(cell, found);
    return found;
  };
  return [
    (cell) => (distance(cell) === 0 ? 0 : 1),
    (cell) => (isOneBlockFromShut(board, blocks, cell) ? 1 : 0),
    distance,
    (cell) => -reach(cell).boundaryCells,
    (cell) => -reach(cell).shortestWays,
    (cell) => -reach(cell).openCells,
    (cell) => -openNeighbours(board, blocks, cell).length,
  ];
}

/** The first cell among those that are least by the first key, then by the next one, and so on. */
function leastBy(cells: readonly number[], keys: readonly Key[]): number | undefined {
  let left = cells;
  for (const key of keys) {
    if (left.length < 2) break;
    const values = left.map(key);
    const least = Math.min(...values);
    left = left.filter((_, at) => values[at] === least);
  }
  return left[0];
}

function advance(state: number): number {
  return (Math.imul(state, MULTIPLIER) + INCREMENT) >>> 0;
}
