/**
 * The published search for first blocks that trap the cat, assuming that it answers as predicted. Owns
 * the search and its figures; the generator accepts boards by it, and the published oracle plays by it. Its
 * order of candidates and its count of nodes are part of the contract with published boards.
 *
 * It tries few candidates at each turn and stops at a number of nodes: a block that it does not name
 * may win as well. For medium and hard cats, which answer as predicted, one that it names does win.
 */
import { type HexBoard, hexDistance } from "./board.ts";
import { predictCat } from "./cat.ts";
import { type Blocks, canEscape, openNeighbours, shortestEscape, withBlock } from "./paths.ts";
import type { CatPolicy } from "./state.ts";

/** Turns that are looked ahead, by radius. */
export const MAX_DEPTH = { 3: 7, 4: 6 } as const;
/** Candidates tried at each turn but the first, where all cells are. */
export const BRANCH_LIMIT = 6;
/** Candidates rated at each turn: twice the limit, and at least this many. */
const MIN_RATED = 12;
/** Positions visited in all. */
const MAX_NODES = 1000;

/** Winning first blocks at which the search stops: this many in all, and this many beside the cat. */
export const WANTED_WINS = 5;
export const WANTED_ADJACENT_WINS = 3;

/** A position, without the cat's random generator. */
export type Position = {
  readonly board: HexBoard;
  readonly blocks: Blocks;
  readonly cat: number;
  readonly policy: CatPolicy;
};

export type ForecastOptions = {
  /** Stops when this many first blocks are found and the next condition holds, too. @default 5 */
  readonly wins?: number;
  /** ... and this many of them lie beside the cat. @default 3 */
  readonly adjacentWins?: number;
};

export type Forecast = {
  /** First blocks after which the cat is trapped, in the order in which they were found. */
  readonly wins: readonly number[];
  /** Those of them beside the cat. */
  readonly adjacentWins: readonly number[];
  /** Turns looked ahead. */
  readonly depth: number;
  /** Positions visited, the one over the limit included. */
  readonly nodes: number;
  /** The search was cut short. */
  readonly isCutShort: boolean;
};

/**
 * Searches a position in which the cat is neither shut in nor on the boundary. Ends early, too, when
 * too few cells beside the cat are left to be tried.
 * @param turns turns that are left at all; the search looks no further
 */
export function forecast(
  position: Position,
  turns: number,
  options: ForecastOptions = {},
): Forecast {
  const { board, blocks, cat, policy } = position;
  const { wins: wantedWins = WANTED_WINS, adjacentWins: wantedAdjacent = WANTED_ADJACENT_WINS } =
    options;
  const depth = Math.min(Math.max(0, turns), MAX_DEPTH[board.radius]);
  const known = new Map<string, boolean>();
  let nodes = 0;
  let isCutShort = false;

  function traps(before: Blocks, { cell, reply }: RankedBlock, left: number): boolean {
    if (reply === undefined) return true;
    if (board.rim[reply] === 1) return false;
    return canTrap(withBlock(before, cell), reply, left - 1);
  }

  function canTrap(here: Blocks, catHere: number, left: number): boolean {
    nodes++;
    if (nodes > MAX_NODES) {
      isCutShort = true;
      return false;
    }
    if (!canEscape(board, here, catHere)) return true;
    if (left <= 0) return false;
    const key = keyOf(here, catHere, left);
    const before = known.get(key);
    if (before !== undefined) return before;
    const position = { board, blocks: here, cat: catHere, policy };
    const result =
      left === 1
        ? trapsAtOnce(position)
        : rankBlocks(position, BRANCH_LIMIT).some((block) => traps(here, block, left));
    known.set(key, result);
    return result;
  }

  /**
   * The last turn, without predictions: only blocks that shut the cat in help, and they rank first. The
   * positions after the others are counted where the cat is not on the boundary then: from beside an
   * open boundary cell it goes there, unless that cell, one of those tried for sure, is blocked.
   */
  function trapsAtOnce(position: Position): boolean {
    const { cells, adjacent } = candidatesOf(position, BRANCH_LIMIT);
    if (cells.some((cell) => !canEscape(board, withBlock(position.blocks, cell), position.cat))) {
      return true;
    }
    const exits = adjacent.filter((cell) => board.rim[cell] === 1).length;
    nodes += exits === 0 ? Math.min(BRANCH_LIMIT, cells.length) : exits === 1 ? 1 : 0;
    if (nodes > MAX_NODES) isCutShort = true;
    return false;
  }

  const wins: number[] = [];
  const adjacentWins: number[] = [];
  const adjacent = openNeighbours(board, blocks, cat);
  let adjacentLeft = adjacent.length;
  for (const block of depth > 0 ? rankBlocks(position, board.cells.length) : []) {
    if (adjacentWins.length + adjacentLeft < wantedAdjacent) break;
    if (adjacent.includes(block.cell)) adjacentLeft--;
    if (!traps(blocks, block, depth)) continue;
    wins.push(block.cell);
    if (adjacent.includes(block.cell)) adjacentWins.push(block.cell);
    if (wins.length >= wantedWins && adjacentWins.length >= wantedAdjacent) break;
  }
  return { wins, adjacentWins, depth, nodes, isCutShort };
}

/** A block that was rated, and the predicted answer: undefined when it shuts the cat in. */
export type RankedBlock = { readonly cell: number; readonly reply: number | undefined };

/**
 * Blocks worth trying, best first, at most `limit`. Candidates are the cells beside the cat, those of
 * its shortest way out, the neighbours of that way, then all others by their distance from the cat;
 * the first ones of them are rated.
 */
export function rankBlocks(position: Position, limit: number): readonly RankedBlock[] {
  const { cells, adjacent, around } = candidatesOf(position, limit);
  return cells
    .map((cell) => rateBlock(position, cell, adjacent.includes(cell), around.has(cell)))
    .sort(compareRated)
    .slice(0, limit);
}

type Candidates = {
  /** All that are rated, in their order. */
  readonly cells: readonly number[];
  /** Open cells beside the cat. */
  readonly adjacent: readonly number[];
  /** The cat's shortest way out and the neighbours of that way. */
  readonly around: ReadonlySet<number>;
};

function candidatesOf({ board, blocks, cat }: Position, limit: number): Candidates {
  const way = shortestEscape(board, blocks, cat)?.slice(1) ?? [];
  const around = new Set(way);
  for (const cell of way) for (const next of board.cells[cell]?.neighbours ?? []) around.add(next);
  const ascending = (cells: Iterable<number>): number[] => [...cells].sort((a, b) => a - b);
  const adjacent = ascending(openNeighbours(board, blocks, cat));
  const ordered = new Set([
    ...adjacent,
    ...way,
    ...ascending(around),
    ...(board.nearest[cat] ?? []),
  ]);
  const cells = [...ordered]
    .filter((cell) => cell !== cat && blocks[cell] === 0)
    .slice(0, Math.max(2 * limit, MIN_RATED));
  return { cells, adjacent, around };
}

type RatedBlock = RankedBlock & { readonly keys: readonly number[] };

/**
 * Smaller keys are better: traps at once; beside the cat; on or beside its way out; how far from the
 * boundary the cat will then be (Infinity too when it will be on it, as published); near the cat.
 */
function rateBlock(
  { board, blocks, cat, policy }: Position,
  cell: number,
  isAdjacent: boolean,
  isAround: boolean,
): RatedBlock {
  const after = withBlock(blocks, cell);
  const isTrap = !canEscape(board, after, cat);
  const reply = isTrap ? undefined : predictCat(board, after, cat, policy);
  const distance = reply === undefined ? 0 : (shortestEscape(board, after, reply)?.length ?? 0) - 1;
  return {
    cell,
    reply,
    keys: [
      isTrap ? 0 : 1,
      isAdjacent ? 0 : 1,
      isAround ? 0 : 1,
      distance <= 0 ? Number.NEGATIVE_INFINITY : -distance,
      hexDistance(board, cat, cell),
      cell,
    ],
  };
}

function compareRated(a: RatedBlock, b: RatedBlock): number {
  for (const [at, key] of a.keys.entries()) {
    const other = b.keys[at] ?? key;
    if (key !== other) return key < other ? -1 : 1;
  }
  return 0;
}

/** A text for a position: two words of 32 cells, the cat, the turns left. */
function keyOf(blocks: Blocks, cat: number, left: number): string {
  const words = [0, 0];
  for (const [cell, isBlocked] of blocks.entries()) {
    if (isBlocked !== 0) words[cell >> 5] = (words[cell >> 5] ?? 0) | (1 << (cell & 31));
  }
  return `${words.join()},${cat},${left}`;
}
