import { describe, expect, test } from "vitest";
import {
  EASY_BOARD,
  HARD_BOARD,
  MEDIUM_BOARD,
  TANGLED_BOARD,
} from "../../tests/helpers/untangle-boards.ts";
import { ACTION_BUDGET, countCrossings, isSolved, step } from "./rules.ts";
import { solve } from "./solve.ts";
import { startState, type UntangleAction, type UntangleState } from "./state.ts";

function execute(state: UntangleState, plan: readonly UntangleAction[]): UntangleState {
  return plan.reduce((at, action) => {
    const result = step(at, action);
    if (!result.ok) throw new Error(result.reason);
    return result.state;
  }, state);
}

describe("plans hold in the simulation", () => {
  test.each([
    ["easy", EASY_BOARD],
    ["medium", MEDIUM_BOARD],
    ["hard", HARD_BOARD],
    ["tangled", TANGLED_BOARD],
  ] as const)("%s", (_, board) => {
    const before = JSON.stringify(board);
    const plan = solve(board) ?? [];
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.length).toBeLessThanOrEqual(ACTION_BUDGET);
    expect(isSolved(execute(board, plan))).toBe(true);
    expect(isSolved(execute(board, plan.slice(0, -1)))).toBe(false);
    expect(solve(structuredClone(board))).toEqual(plan);
    expect(JSON.stringify(board)).toBe(before);
  });

  test("a plan goes on from the middle of another one", () => {
    const [first] = solve(MEDIUM_BOARD) ?? [];
    const next = execute(MEDIUM_BOARD, first === undefined ? [] : [first]);
    expect(isSolved(execute(next, solve(next) ?? []))).toBe(true);
  });
});

test("nothing to do is an empty plan; too little room for one is none", () => {
  const free = startState(3, {
    ends: [
      [0, 6],
      [2, 8],
    ],
    isLong: false,
    tangle: [],
  });
  expect(solve(free)).toEqual([]);
  expect(countCrossings(MEDIUM_BOARD)).toBeGreaterThan(3);
  expect(solve(MEDIUM_BOARD, 1)).toBeNull();
});
