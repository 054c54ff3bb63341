import { describe, expect, test } from "vitest";
import type { Tier } from "../../core/schema/common.ts";
import { TIERS } from "../../core/schema/common.ts";
import { testPublishedRows } from "../../tests/shared-rows.ts";
import { generatePipe, PIPE_TIERS } from "./generate.ts";
import { importPipeRow } from "./published.ts";
import { isAllConnected, isSolved, solutionTicks } from "./rules.ts";
import { countOpenings } from "./state.ts";

function expectRebuilt(row: unknown): void {
  const instance = importPipeRow(row, "1");
  expect(generatePipe(instance.tier, instance.seed).state).toEqual(instance.initialState);
}

describe("published seeds give the published boards", () => {
  testPublishedRows(import.meta.url, "continuity_pipe.jsonl", expectRebuilt);
});

describe.each(TIERS)("tier %s", (tier: Tier) => {
  const limits = PIPE_TIERS[tier];
  test.each([0, 1, 7, 250, 4_294_967_296])("seed %i keeps the tier's ranges", (seed) => {
    const { state, attempts } = generatePipe(tier, seed);
    const pieces = state.solvedMasks.filter((mask) => mask !== 0);
    const junctions = pieces.filter((mask) => countOpenings(mask) === 3).length;
    const openings = pieces.reduce((sum, mask) => sum + countOpenings(mask), 0);
    expect(state.gridSize).toBe(limits.gridSize);
    expect(pieces.length).toBeGreaterThanOrEqual(limits.activeCells[0]);
    expect(pieces.length).toBeLessThanOrEqual(limits.activeCells[1]);
    expect(junctions).toBeGreaterThanOrEqual(limits.junctions[0]);
    expect(junctions).toBeLessThanOrEqual(limits.junctions[1]);
    expect(solutionTicks(state)).toBeGreaterThanOrEqual(limits.ticks[0]);
    expect(solutionTicks(state)).toBeLessThanOrEqual(limits.ticks[1]);
    expect(openings).toBe(2 * (pieces.length - 1));
    expect(isAllConnected(state.solvedMasks, state.sourceIndex, state.gridSize)).toBe(true);
    expect(isSolved(state)).toBe(false);
    expect(attempts).toBeGreaterThanOrEqual(1);
  });
});
