import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { TIERS } from "../../core/schema/common.ts";
import { generatePipe } from "./generate.ts";
import {
  currentMask,
  currentMasks,
  isAllConnected,
  isSolved,
  solutionTicks,
  step,
} from "./rules.ts";
import { findShortestPlan, solve } from "./solve.ts";
import type { PipeAction, PipeState } from "./state.ts";

/** Fewest turns by trying all 4^n settings; null when none connects everything. */
function bruteForce(state: PipeState): number | null {
  const masks = currentMasks(state);
  const pieces = masks.flatMap((mask, index) => (mask === 0 ? [] : [index]));
  let best: number | null = null;
  for (let code = 0; code < 4 ** pieces.length; code++) {
    const turned = [...masks];
    let cost = 0;
    pieces.forEach((index, order) => {
      const turns = Math.floor(code / 4 ** order) % 4;
      turned[index] = currentMask(masks[index] ?? 0, turns);
      cost += turns;
    });
    if (best !== null && cost >= best) continue;
    if (isAllConnected(turned, state.sourceIndex, state.gridSize)) best = cost;
  }
  return best;
}

function play(state: PipeState, plan: readonly PipeAction[]): PipeState {
  return plan.reduce((at, action) => {
    const result = step(at, action);
    if (!result.ok) throw new Error(result.reason);
    return result.state;
  }, state);
}

/** Boards of at most six arbitrary pieces on 3 x 3, with cycles, leaks and no tree behind them. */
const smallBoard = fc
  .record({
    cells: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 }),
    masks: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ cells, masks }): PipeState => {
    const solvedMasks: number[] = new Array<number>(9).fill(0);
    cells.forEach((cell, order) => {
      solvedMasks[cell] = masks[order] ?? 0;
    });
    return {
      gridSize: 3,
      sourceIndex: cells[0] ?? 0,
      solvedMasks,
      rotations: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    };
  });

test("as few turns as brute force on small boards", () => {
  fc.assert(
    fc.property(smallBoard, (state) => {
      const solution = findShortestPlan(state);
      expect(solution?.plan.length ?? null).toBe(bruteForce(state));
      expect(solution?.isProvenMinimal ?? true).toBe(true);
    }),
    { numRuns: 150 },
  );
});

describe.each(TIERS)("tier %s", (tier) => {
  test("plans are legal, row-major, solve, and are proven minimal", () => {
    for (let seed = 0; seed < 25; seed++) {
      const { state } = generatePipe(tier, seed);
      const solution = findShortestPlan(state);
      if (solution === null) throw new Error("no plan");
      expect(isSolved(play(state, solution.plan))).toBe(true);
      expect(solution.isProvenMinimal).toBe(true);
      expect(solution.plan.length).toBeLessThanOrEqual(solutionTicks(state));
      const cells = solution.plan.map(({ x, y }) => y * state.gridSize + x);
      expect(cells).toEqual([...cells].sort((a, b) => a - b));
    }
  });
});

test.each([
  ["medium", 773],
  ["hard", 210],
] as const)(
  "tier %s, seed %i: another arrangement is shorter than the stored one",
  (tier, seed) => {
    const { state } = generatePipe(tier, seed);
    const plan = solve(state) ?? [];
    expect(plan.length).toBeLessThan(solutionTicks(state));
    expect(isSolved(play(state, plan))).toBe(true);
  },
);

test("a solved board needs nothing", () => {
  const { state } = generatePipe("easy", 3);
  expect(solve(play(state, solve(state) ?? []))).toEqual([]);
});

test("pieces that cannot be joined have no plan", () => {
  const state: PipeState = {
    gridSize: 3,
    sourceIndex: 0,
    solvedMasks: [1, 0, 1, 0, 0, 0, 0, 0, 0],
    rotations: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  };
  expect(solve(state)).toBeNull();
});

test("a spent bound falls back to the stored solution and says so", () => {
  const { state } = generatePipe("hard", 5);
  const solution = findShortestPlan(state, 3);
  expect(solution?.isProvenMinimal).toBe(false);
  expect(solution?.plan).toHaveLength(solutionTicks(state));
});

test("a spent bound without a stored solution is an error", () => {
  const state: PipeState = {
    gridSize: 3,
    sourceIndex: 0,
    solvedMasks: [1, 5, 1, 0, 0, 0, 0, 0, 0],
    rotations: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  };
  expect(() => findShortestPlan(state, 1)).toThrow(RuleError);
  expect(solve(state)).toHaveLength(5);
});
