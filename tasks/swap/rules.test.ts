import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateSwap } from "./generate.ts";
import { actionBudget, isSolved, legalActions, minSwaps, step } from "./rules.ts";
import { cellAction, type SwapCell, type SwapState, swapStateSchema } from "./state.ts";

/** The goal with the blank and R exchanged. */
const ONE_AWAY: SwapState = {
  rows: 2,
  cols: 2,
  cells: ["G", "_", "P", "R"],
  goal: ["G", "R", "P", "_"],
};

describe("step", () => {
  test("a block goes into the blank from anywhere, and nothing else moves", () => {
    expect(step(ONE_AWAY, { row: 1, col: 0 })).toEqual({
      ok: true,
      state: { ...ONE_AWAY, cells: ["G", "P", "_", "R"] },
    });
  });

  test("moving the same block again takes the move back", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 15 }),
        (seed, at) => {
          const { state } = generateSwap("hard", seed);
          const blank = state.cells.indexOf("_");
          fc.pre(at !== blank);
          const once = step(state, cellAction(at, 4));
          if (!once.ok) throw new Error(once.reason);
          expect(step(once.state, cellAction(blank, 4))).toEqual({ ok: true, state });
        },
      ),
    );
  });

  test.each([
    [{ row: 0, col: 1 }, "selected_blank"],
    [{ row: 2, col: 0 }, "out_of_range"],
    [{ row: 0, col: -1 }, "out_of_range"],
    [{ row: 0.5, col: 0 }, "invalid_action"],
    [{ row: 0 }, "invalid_action"],
    [[0, 0], "invalid_action"],
  ])("%j is refused as %s", (action, reason) => {
    expect(step(ONE_AWAY, action as never)).toEqual({ ok: false, reason });
  });

  test("a solved board takes no more moves", () => {
    const solved = { ...ONE_AWAY, cells: ONE_AWAY.goal };
    expect(isSolved(solved)).toBe(true);
    expect(step(solved, { row: 0, col: 0 })).toEqual({ ok: false, reason: "already_done" });
    expect(legalActions(solved)).toEqual([]);
  });
});

test("legal actions are the blocks, row-major", () => {
  expect(legalActions(ONE_AWAY)).toEqual([
    { row: 0, col: 0 },
    { row: 1, col: 0 },
    { row: 1, col: 1 },
  ]);
});

describe("distance", () => {
  const goal: readonly SwapCell[] = ["G", "R", "P", "B", "Y", "_"];
  test.each([
    ["nothing to do", ["G", "R", "P", "B", "Y", "_"], 0],
    // Cycle of 2 with the blank: 1.
    ["one block in the blank's place", ["G", "R", "P", "B", "_", "Y"], 1],
    // Cycle of 2 without the blank: 3, into the blank, across, back.
    ["two blocks exchanged", ["R", "G", "P", "B", "Y", "_"], 3],
    // Cycle of 3 with the blank, 2, and one of 2 without, 3.
    ["two cycles", ["R", "G", "P", "Y", "_", "B"], 5],
    // Two cycles without the blank, of 2 and 3: 3 + 4.
    ["the blank at home", ["R", "G", "B", "Y", "P", "_"], 7],
  ] as const)("%s", (_, cells, swaps) => {
    expect(minSwaps(cells, goal)).toBe(swaps);
  });

  test("budget: ceil(1.2 m), at least 1", () => {
    // 7 -> 8.4 -> 9, 10 -> 12 exactly, 15 -> 18 exactly, 16 -> 19.2 -> 20.
    expect([7, 10, 15, 16, 0].map(actionBudget)).toEqual([9, 12, 18, 20, 1]);
  });
});

describe("states that are none are refused", () => {
  test.each([
    [{ cells: ["G", "_", "P"] }, /expected 4 entries/],
    [{ cells: ["G", "_", "P", "P"] }, /each once/],
    [{ cells: ["G", "_", "P", "Y"] }, /each once/],
    [{ goal: ["G", "_", "P", "R"] }, /expected the blank in the last cell/],
    [{ rows: 5 }, /./],
    [{ extra: 1 }, /./],
  ])("%j", (change, message) => {
    const result = swapStateSchema.safeParse({ ...ONE_AWAY, ...change });
    expect(result.success).toBe(false);
    expect(result.error?.message).toMatch(message);
  });
});
