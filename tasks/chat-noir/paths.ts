/**
 * Ways from a cell to the boundary over open cells. Owns breadth-first searches; cells are visited in
 * the order of the board's neighbour lists, on which the choice among equal ways depends.
 */
import type { HexBoard } from "./board.ts";

/** 1 where a cell is blocked, 0 where it is open, by cell number. */
export type Blocks = Uint8Array;

/** Blocks of a board as a table for searches. */
export function blocksOf(board: HexBoard, blocked: readonly number[]): Blocks {
  const table = new Uint8Array(board.cells.length);
  for (const cell of blocked) table[cell] = 1;
  return table;
}

/** A copy with one more block. */
export function withBlock(blocks: Blocks, cell: number): Blocks {
  const copy = blocks.slice();
  copy[cell] = 1;
  return copy;
}

/** Open neighbours of a cell, in the board's order. */
export function openNeighbours(board: HexBoard, blocks: Blocks, cell: number): number[] {
  return (board.cells[cell]?.neighbours ?? []).filter((next) => blocks[next] === 0);
}

/** Steps to the boundary from every open cell, -1 from those that are blocked or shut in. */
export function escapeField(board: HexBoard, blocks: Blocks): Int8Array {
  const { links, sides, rim } = board;
  const size = rim.length;
  const steps = new Int8Array(size).fill(-1);
  const queue = new Uint8Array(size);
  let tail = 0;
  for (let cell = 0; cell < size; cell++) {
    if (rim[cell] === 0 || blocks[cell] !== 0) continue;
    steps[cell] = 0;
    queue[tail++] = cell;
  }
  for (let head = 0; head < tail; head++) {
    const cell = queue[head] ?? 0;
    const next = (steps[cell] ?? 0) + 1;
    for (let link = cell * sides; link < (cell + 1) * sides; link++) {
      const to = links[link] ?? -1;
      if (to < 0 || steps[to] !== -1 || blocks[to] !== 0) continue;
      steps[to] = next;
      queue[tail++] = to;
    }
  }
  return steps;
}

/** A shortest way to the boundary: both ends included, [start] on the boundary, null when shut in. */
export function shortestEscape(
  board: HexBoard,
  blocks: Blocks,
  start: number,
): readonly number[] | null {
  const { links, sides, rim } = board;
  if (rim[start] === 1) return [start];
  const from = new Int8Array(rim.length).fill(-1);
  const queue = new Uint8Array(rim.length);
  from[start] = start;
  queue[0] = start;
  let tail = 1;
  for (let head = 0; head < tail; head++) {
    const cell = queue[head] ?? start;
    for (let link = cell * sides; link < (cell + 1) * sides; link++) {
      const next = links[link] ?? -1;
      if (next < 0 || blocks[next] !== 0 || from[next] !== -1) continue;
      from[next] = cell;
      if (rim[next] === 1) return traceBack(from, next, start);
      queue[tail++] = next;
    }
  }
  return null;
}

/** Whether the boundary can be reached. */
export function canEscape(board: HexBoard, blocks: Blocks, start: number): boolean {
  return shortestEscape(board, blocks, start) !== null;
}

/** What can be reached from a cell. */
export type Reach = {
  /** Cells that can be reached, the start included. */
  readonly openCells: number;
  /** Boundary cells among them. */
  readonly boundaryCells: number;
  /** Shortest ways to the boundary, over all boundary cells at that distance; 0 when shut in. */
  readonly shortestWays: number;
};

export function reachOf(board: HexBoard, blocks: Blocks, start: number): Reach {
  const { links, sides, rim } = board;
  const steps = new Int8Array(rim.length).fill(-1);
  const ways = new Float64Array(rim.length);
  const queue = new Uint8Array(rim.length);
  steps[start] = 0;
  ways[start] = 1;
  queue[0] = start;
  let tail = 1;
  let boundaryCells = 0;
  let shortest = Number.POSITIVE_INFINITY;
  let shortestWays = 0;
  for (let head = 0; head < tail; head++) {
    const cell = queue[head] ?? start;
    const here = steps[cell] ?? 0;
    if (rim[cell] === 1) {
      boundaryCells++;
      shortest = Math.min(shortest, here);
      if (here === shortest) shortestWays += ways[cell] ?? 0;
    }
    for (let link = cell * sides; link < (cell + 1) * sides; link++) {
      const next = links[link] ?? -1;
      if (next < 0 || blocks[next] !== 0) continue;
      if (steps[next] === -1) {
        steps[next] = here + 1;
        queue[tail++] = next;
      }
      if (steps[next] === here + 1) ways[next] = (ways[next] ?? 0) + (ways[cell] ?? 0);
    }
  }
  return { openCells: tail, boundaryCells, shortestWays };
}

/**
 * Whether one more block somewhere, not on the cell itself, would shut it in. A cell on the boundary
 * is never at risk, one that is shut in already always. Only cells of one way out need to be tried:
 * a block beside that way leaves it open.
 */
export function isOneBlockFromShut(board: HexBoard, blocks: Blocks, start: number): boolean {
  if (board.rim[start] === 1) return false;
  const way = shortestEscape(board, blocks, start);
  if (way === null) return true;
  return way.some((cell) => cell !== start && !canEscape(board, withBlock(blocks, cell), start));
}

function traceBack(from: Int8Array, end: number, start: number): number[] {
  const way = [end];
  for (let cell = end; cell !== start; ) {
    cell = from[cell] ?? start;
    way.push(cell);
  }
  return way.reverse();
}
