import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type HexBoard, hexBoard } from "./board.ts";
import { catRngOf, moveCat, predictCat } from "./cat.ts";
import { type Blocks, blocksOf, openNeighbours, reachOf, shortestEscape } from "./paths.ts";
import { positions } from "./testing/positions.ts";
import { isAtRiskByTrial } from "./testing/risk.ts";

const BOARD = hexBoard(3);
const EMPTY = blocksOf(BOARD, []);

test("the generator starts with the lowest 32 bits of the seed, 1 for 0", () => {
  expect([0, 1, 7, 2 ** 32, 2 ** 32 + 5].map(catRngOf)).toEqual([1, 1, 7, 1, 5]);
});

describe("medium", () => {
  test("goes the shortest way, to the lowest number among equals", () => {
    // All six neighbours of the middle are two steps from the rim; 11 is the lowest.
    expect(predictCat(BOARD, EMPTY, 18, "medium")).toBe(11);
    // With the two upper ones blocked, 17 is.
    expect(predictCat(BOARD, blocksOf(BOARD, [11, 12]), 18, "medium")).toBe(17);
  });

  test("draws nothing", () => {
    expect(moveCat(BOARD, EMPTY, 18, "medium", 99)).toEqual({ to: 11, catRng: 99 });
  });

  test("is the prediction for the easy cat", () => {
    fc.assert(
      fc.property(positions, ({ board, blocks, cat }) => {
        expect(predictCat(board, blocks, cat, "easy")).toBe(
          predictCat(board, blocks, cat, "medium"),
        );
      }),
    );
  });
});

describe("easy", () => {
  // 1664525 s + 1013904223 mod 2^32: from 1, 1015568748 (.236), then 1586005467 (.369), then
  // 2165703038 (.504), then 3027450565 (.705).
  test("a draw below .3 is a move of the medium cat, and the only draw", () => {
    expect(moveCat(BOARD, EMPTY, 18, "easy", 1)).toEqual({ to: 11, catRng: 1015568748 });
  });

  test("else a second draw chooses among the open neighbours, in the board's order", () => {
    // .369 is no greedy move; .504 of six neighbours is the fourth of 19, 12, 11, 17, 24, 25.
    expect(moveCat(BOARD, EMPTY, 18, "easy", 1015568748)).toEqual({ to: 17, catRng: 2165703038 });
    // Of three, the second: 19, 24, 25.
    const blocks = blocksOf(BOARD, [12, 11, 17]);
    expect(moveCat(BOARD, blocks, 18, "easy", 1015568748)?.to).toBe(24);
  });

  test("three moves in ten are greedy", () => {
    // The greedy cell is one of two open ones: .3 + .7 / 2 = .65 of the moves go there.
    const blocks = blocksOf(BOARD, [12, 17, 24, 25]);
    let catRng = 12345;
    let greedy = 0;
    for (let turn = 0; turn < 4000; turn++) {
      const move = moveCat(BOARD, blocks, 18, "easy", catRng);
      if (move === undefined) throw new Error("no move");
      if (move.to === 11) greedy++;
      catRng = move.catRng;
    }
    expect(Math.abs(greedy / 4000 - 0.65)).toBeLessThan(0.03);
  });
});

/** The hard cat's choice as one list of keys for every neighbour, compared as a whole. */
function hardByWholeKeys(board: HexBoard, blocks: Blocks, cat: number): number | undefined {
  const keysOf = (cell: number): number[] => {
    const way = shortestEscape(board, blocks, cell);
    const { boundaryCells, shortestWays, openCells } = reachOf(board, blocks, cell);
    return [
      board.rim[cell] === 1 ? 0 : 1,
      isAtRiskByTrial(board, blocks, cell) ? 1 : 0,
      way === null ? Number.POSITIVE_INFINITY : way.length - 1,
      -boundaryCells,
      -shortestWays,
      -openCells,
      -openNeighbours(board, blocks, cell).length,
      cell,
    ];
  };
  const rated = openNeighbours(board, blocks, cat).map(keysOf);
  rated.sort((a, b) => {
    const at = a.findIndex((key, index) => key !== b[index]);
    return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
  });
  return rated[0]?.at(-1);
}

describe("hard", () => {
  test("escapes at once where it can", () => {
    // 13 lies one step from the rim: 8 and 14 are on it.
    expect(predictCat(BOARD, EMPTY, 13, "hard")).toBe(8);
    expect(predictCat(BOARD, blocksOf(BOARD, [8]), 13, "hard")).toBe(14);
  });

  test("turns away from a way that one block closes", () => {
    // Towards 11 there is one way out, 5; medium goes there, as it is the lowest number.
    const blocks = blocksOf(BOARD, [4, 6, 10, 12, 9]);
    expect(predictCat(BOARD, blocks, 18, "medium")).toBe(11);
    expect(predictCat(BOARD, blocks, 18, "hard")).not.toBe(11);
  });

  test("chooses as by all of its keys at once", () => {
    fc.assert(
      fc.property(positions, ({ board, blocks, cat }) => {
        expect(predictCat(board, blocks, cat, "hard")).toBe(hardByWholeKeys(board, blocks, cat));
      }),
      { numRuns: 200 },
    );
  });
});

test("a cat without an open neighbour does not move", () => {
  const shut = blocksOf(BOARD, [19, 12, 11, 17, 24, 25]);
  for (const policy of ["easy", "medium", "hard"] as const) {
    expect(moveCat(BOARD, shut, 18, policy, 1)).toBeUndefined();
  }
});
