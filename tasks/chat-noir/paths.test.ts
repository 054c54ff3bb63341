import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hexBoard } from "./board.ts";
import {
  blocksOf,
  escapeField,
  isOneBlockFromShut,
  openNeighbours,
  reachOf,
  shortestEscape,
  withBlock,
} from "./paths.ts";
import { positions } from "./testing/positions.ts";
import { isAtRiskByTrial } from "./testing/risk.ts";

const BOARD = hexBoard(3);
const EMPTY = blocksOf(BOARD, []);
/** The middle cell with all its neighbours blocked but one. */
const ONE_EXIT = blocksOf(BOARD, [12, 11, 17, 24, 25]);

describe("the shortest way out", () => {
  test("takes the first direction of the list among equals", () => {
    expect(shortestEscape(BOARD, EMPTY, 18)).toEqual([18, 19, 20, 21]);
    expect(shortestEscape(BOARD, ONE_EXIT, 18)).toEqual([18, 19, 20, 21]);
  });

  test("is the cell itself on the rim, and null when shut in", () => {
    expect(shortestEscape(BOARD, EMPTY, 0)).toEqual([0]);
    expect(shortestEscape(BOARD, withBlock(ONE_EXIT, 19), 18)).toBeNull();
  });

  test("is an open way of single steps to the rim, as long as the field says", () => {
    fc.assert(
      fc.property(positions, ({ board, blocks, cat }) => {
        const way = shortestEscape(board, blocks, cat);
        const distance = escapeField(board, blocks)[cat];
        expect(way === null ? -1 : way.length - 1).toBe(distance);
        for (const [at, cell] of (way ?? []).entries()) {
          expect(blocks[cell]).toBe(0);
          expect(board.rim[cell] === 1).toBe(at === (way?.length ?? 0) - 1);
          if (at > 0) expect(openNeighbours(board, blocks, way?.[at - 1] ?? -1)).toContain(cell);
        }
      }),
    );
  });
});

test("a table with one more block leaves the first one as it was", () => {
  const before = blocksOf(BOARD, [3]);
  expect([...withBlock(before, 5).entries()].filter(([, on]) => on === 1)).toHaveLength(2);
  expect(before[5]).toBe(0);
});

describe("reach", () => {
  test("on an empty board", () => {
    // Ways of 3 steps from the middle to the rim: 6 corners by 1 way, 12 cells between by 3.
    expect(reachOf(BOARD, EMPTY, 18)).toEqual({
      openCells: 37,
      boundaryCells: 18,
      shortestWays: 42,
    });
  });

  test("of a cell that is shut in", () => {
    expect(reachOf(BOARD, withBlock(ONE_EXIT, 19), 18)).toEqual({
      openCells: 1,
      boundaryCells: 0,
      shortestWays: 0,
    });
  });
});

test("risk: as by trying every open cell", () => {
  fc.assert(
    fc.property(positions, ({ board, blocks, cat }) => {
      expect(isOneBlockFromShut(board, blocks, cat)).toBe(isAtRiskByTrial(board, blocks, cat));
    }),
    { numRuns: 300 },
  );
});
