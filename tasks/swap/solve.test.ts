import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TIERS } from "../../core/schema/common.ts";
import { generateSwap } from "./generate.ts";
import { actionBudget, exchanged, isSolved, minSwaps, step } from "./rules.ts";
import { solve } from "./solve.ts";
import { BLANK, blocksOf, type SwapAction, type SwapCell, type SwapState } from "./state.ts";

function play(state: SwapState, plan: readonly SwapAction[]): SwapState {
  return plan.reduce((at, action) => {
    const result = step(at, action);
    if (!result.ok) throw new Error(result.reason);
    return result.state;
  }, state);
}

/** Distances of all arrangements of a goal's cells, by breadth-first search over all exchanges. */
function allDistances(goal: readonly SwapCell[]): Map<string, number> {
  const distances = new Map([[goal.join(""), 0]]);
  const queue = [[...goal]];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const blank = at.indexOf(BLANK);
    const distance = distances.get(at.join("")) ?? 0;
    for (let from = 0; from < at.length; from++) {
      const next = exchanged(at, from, blank);
      if (from === blank || distances.has(next.join(""))) continue;
      distances.set(next.join(""), distance + 1);
      queue.push(next);
    }
  }
  return distances;
}

describe.each([
  [2, 2],
  [2, 3],
  [3, 2],
])("on all boards of %i x %i", (rows, cols) => {
  test("no plan is shorter, by brute force", () => {
    const goal: SwapCell[] = [...blocksOf(rows * cols), BLANK];
    const distances = allDistances(goal);
    // Every arrangement can be reached: (rows * cols)! of them.
    expect(distances.size).toBe(rows * cols === 4 ? 24 : 720);
    for (const [key, distance] of distances) {
      const state: SwapState = { rows, cols, cells: [...key] as SwapCell[], goal };
      const plan = solve(state);
      expect(plan).toHaveLength(distance);
      expect(minSwaps(state.cells, goal)).toBe(distance);
      expect(isSolved(play(state, plan))).toBe(true);
    }
  });
});

test("no exchange changes the distance by more than one, on boards of any size", () => {
  // Together with legal plans of that length this proves that they are shortest.
  const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(fc.constantFrom(...TIERS), seeds, (tier, seed) => {
      const { state } = generateSwap(tier, seed);
      const distance = minSwaps(state.cells, state.goal);
      const blank = state.cells.indexOf(BLANK);
      for (const from of state.cells.keys()) {
        if (from === blank) continue;
        const after = minSwaps(exchanged(state.cells, from, blank), state.goal);
        expect(Math.abs(after - distance)).toBe(1);
      }
    }),
  );
});

describe.each(TIERS)("tier %s", (tier) => {
  test("100 boards are solved within their budget, in as many swaps as the distance", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { state } = generateSwap(tier, seed);
      const plan = solve(state);
      const distance = minSwaps(state.cells, state.goal);
      expect(plan).toHaveLength(distance);
      expect(plan.length).toBeLessThanOrEqual(actionBudget(distance));
      expect(isSolved(play(state, plan))).toBe(true);
      expect(solve(play(state, plan))).toEqual([]);
    }
  });
});
