import { describe, expect, test } from "vitest";
import { TIERS, type Tier } from "../../core/schema/common.ts";
import { testPublishedRows } from "../../tests/shared-rows.ts";
import { generateSwap, SWAP_TIERS } from "./generate.ts";
import { importSwapRow } from "./published.ts";
import { isSolved } from "./rules.ts";
import { swapStateSchema } from "./state.ts";

function expectRebuilt(row: unknown): void {
  const instance = importSwapRow(row, "1");
  expect(generateSwap(instance.tier, instance.seed).state).toEqual(instance.initialState);
}

describe("published seeds give the published boards", () => {
  testPublishedRows(import.meta.url, "order_swap_2d_puzzle.jsonl", expectRebuilt);
});

describe.each(TIERS)("tier %s", (tier: Tier) => {
  test.each([0, 1, 7, 250, 4_294_967_296])("seed %i gives a board of the tier", (seed) => {
    const { state, attempts } = generateSwap(tier, seed);
    expect(SWAP_TIERS[tier]).toContainEqual([state.rows, state.cols]);
    expect(swapStateSchema.safeParse(state).success).toBe(true);
    expect(isSolved(state)).toBe(false);
    expect(attempts).toBeGreaterThanOrEqual(1);
  });

  test("seeds reach every shape of the tier", () => {
    const shapes = new Set<string>();
    for (let seed = 1; seed <= 60; seed++) {
      const { rows, cols } = generateSwap(tier, seed).state;
      shapes.add(`${rows}x${cols}`);
    }
    expect(shapes.size).toBe(SWAP_TIERS[tier].length);
  });
});

test("a start that is the goal is drawn again", () => {
  // One start in 24 of a board of 2 x 2 is its goal.
  const attempts = Array.from({ length: 400 }, (_, seed) => generateSwap("easy", seed).attempts);
  expect(Math.max(...attempts)).toBeGreaterThan(1);
});
