import { describe, expect, test } from "vitest";
import { createMt19937 } from "../../core/rng/mt19937.ts";
import { TIERS } from "../../core/schema/common.ts";
import { testPublishedRows } from "../../tests/shared-rows.ts";
import { generateStroke, STROKE_TIERS, setupSeed } from "./generate.ts";
import { oneStrokeTask } from "./index.ts";
import { isSolved, playMoves } from "./rules.ts";
import { drawSimplePath } from "./simple-path.ts";
import { startState } from "./state.ts";

type Row = {
  meta_info: { generation_attempts: number; construction_path_length: number };
};

function expectRebuilt(row: unknown): void {
  const published = oneStrokeTask.importPublished(row);
  const generated = oneStrokeTask.generate(published.tier, published.seed);
  const { meta_info: meta } = row as Row;
  expect(generated.initialState).toEqual(published.initialState);
  expect(generated.actionBudget).toBe(published.actionBudget);
  expect(generated.origin).toEqual({ kind: "generated", attempts: meta.generation_attempts });
  expect(generateStroke(published.tier, published.seed).constructionLength).toBe(
    meta.construction_path_length,
  );
}

describe("published seeds give the published boards", () => {
  testPublishedRows(import.meta.url, "separation_one_stroke.jsonl", expectRebuilt);
});

test("the seed of the stream is exact beyond 2^53", () => {
  expect(setupSeed(1, 0)).toBe(785649446967537151n);
  expect(setupSeed(386, 1)).toBe(13229300606699068993n);
  expect(setupSeed(599, 2)).toBe(2326008637771303811n);
});

describe.each(TIERS)("tier %s", (tier) => {
  const limits = STROKE_TIERS[tier];

  test.each([0, 7, 250, 4_294_967_296])("seed %i keeps the tier's ranges", (seed) => {
    const { cells, solution, constructionLength, attempts } = generateStroke(tier, seed);
    expect(cells.map((row) => row.length)).toEqual(
      new Array(limits.boardSize).fill(limits.boardSize),
    );
    const colours = new Set(cells.flat().filter((colour) => colour !== null));
    expect(limits.colourCounts).toContain(colours.size);
    expect(limits.pathLengths).toContain(constructionLength);
    expect(solution.length).toBeGreaterThanOrEqual(limits.shortest[0]);
    expect(solution.length).toBeLessThanOrEqual(limits.shortest[1]);
    expect(solution.length).toBeLessThanOrEqual(constructionLength);
    expect(attempts).toBeGreaterThan(0);
    const { state, legal } = playMoves(startState(cells), solution);
    expect(legal).toBe(solution.length);
    expect(isSolved(state)).toBe(true);
  });
});

describe("construction paths", () => {
  test.each([
    [5, 8],
    [5, 16],
    [7, 28],
    [7, 48],
  ])("%i vertices a side, %i edges", (side, length) => {
    const path = drawSimplePath(createMt19937(11), side, length) ?? [];
    expect(path).toHaveLength(length + 1);
    expect(new Set(path.map(String)).size).toBe(path.length);
    expect([path[0], path.at(-1)]).toEqual([
      [0, 0],
      [side - 1, side - 1],
    ]);
    for (const [k, [x, y]] of path.entries()) {
      const [fromX, fromY] = path[k - 1] ?? [x - 1, y];
      expect(Math.abs(x - fromX) + Math.abs(y - fromY)).toBe(1);
    }
  });

  test("an odd or too short length has none", () => {
    expect(drawSimplePath(createMt19937(1), 5, 9)).toBeNull();
    expect(drawSimplePath(createMt19937(1), 5, 6)).toBeNull();
  });
});
