import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { createMt19937 } from "../../core/rng/mt19937.ts";
import { readRows, sharedRowsPath } from "../../tests/shared-rows.ts";
import { generateStroke } from "./generate.ts";
import { importStrokeRow } from "./published.ts";
import { regionsOf } from "./regions.ts";
import { isOver, isSolved, playMoves, step } from "./rules.ts";
import { drawSimplePath } from "./simple-path.ts";
import { searchShortest, solve } from "./solve.ts";
import {
  CELL_COLOURS,
  type CellColour,
  edgesOfPath,
  MOVES,
  type Move,
  type StrokeState,
  startState,
  strokeStateSchema,
} from "./state.ts";

const ALPHABETICAL: readonly Move[] = ["D", "L", "R", "U"];
const SHARED = sharedRowsPath("separation_one_stroke.jsonl");

/** Breadth-first over states by the rules alone; moves in alphabetical order. */
function solveByBreadth(start: StrokeState): string | null {
  if (isSolved(start)) return "";
  const seen = new Set([JSON.stringify(start.path)]);
  let level = [{ state: start, moves: "" }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { state, moves } of level) {
      for (const move of ALPHABETICAL) {
        const result = step(state, move);
        if (!result.ok) continue;
        const key = JSON.stringify(result.state.path);
        if (seen.has(key)) continue;
        seen.add(key);
        if (isSolved(result.state)) return moves + move;
        next.push({ state: result.state, moves: moves + move });
      }
    }
    level = next;
  }
  return null;
}

const colours = fc.constantFrom<CellColour | null>(null, null, "red", "blue", "green");

function boards(cols: number, rows: number): fc.Arbitrary<StrokeState> {
  const row = fc.array(colours, { minLength: cols, maxLength: cols });
  return fc.array(row, { minLength: rows, maxLength: rows }).map(startState);
}

/** The board after a random legal stroke; `choices` picks among the moves. */
function wander(state: StrokeState, choices: readonly number[]): StrokeState {
  return choices.reduce((at, choice) => {
    const moves = MOVES.filter((move) => step(at, move).ok);
    const move = moves[choice % Math.max(1, moves.length)];
    if (move === undefined) return at;
    const result = step(at, move);
    return result.ok ? result.state : at;
  }, state);
}

function answer(state: StrokeState): string | null {
  return solve(state)?.join("") ?? null;
}

/** A board that some stroke solves: its regions each in a colour of their own, cells left out. */
const solvable = fc.nat().map((seed) => {
  const rng = createMt19937(seed);
  const path = drawSimplePath(rng, 4, rng.choice([6, 8, 10, 12])) ?? [];
  const colour = rng.shuffle(CELL_COLOURS);
  return startState(
    regionsOf(4, 4, edgesOfPath(path)).map((row) =>
      row.map((region) => (rng.real() < 0.4 ? null : (colour[region] ?? null))),
    ),
  );
});

describe("equals breadth-first search over the rules", () => {
  test.each([
    [2, 2, 60],
    [3, 2, 40],
    [2, 4, 30],
    [3, 3, 15],
  ])("on any board of %i x %i cells", (cols, rows, numRuns) => {
    fc.assert(
      fc.property(boards(cols, rows), (state) => {
        expect(answer(state)).toBe(solveByBreadth(state));
      }),
      { numRuns },
    );
  });

  test("on boards with a solution", () => {
    fc.assert(
      fc.property(solvable, (state) => {
        expect(answer(state)).not.toBeNull();
        expect(answer(state)).toBe(solveByBreadth(state));
      }),
      { numRuns: 60 },
    );
  });

  test("from any stroke", () => {
    const strokes = fc.array(fc.nat({ max: 11 }), { maxLength: 14 });
    fc.assert(
      fc.property(solvable, strokes, (state, choices) => {
        const at = wander(state, choices);
        expect(answer(at)).toBe(solveByBreadth(at));
      }),
      { numRuns: 60 },
    );
  });
});

describe("published boards", () => {
  const check = (row: unknown): void => {
    const state = strokeStateSchema.parse(importStrokeRow(row, "1").initialState);
    const stored = (row as { meta_info: { level_json: { solution: Move[] } } }).meta_info.level_json
      .solution;
    expect(solve(state)).toEqual(stored);
  };

  test.each(readRows(new URL("./__fixtures__/published-rows.jsonl", import.meta.url)))(
    "kept row %#: the stored solution is found",
    check,
  );

  test.skipIf(SHARED === undefined)("rows of the data folder (skipped when it is absent)", () => {
    const rows = readRows(SHARED ?? "");
    expect(rows).toHaveLength(6);
    for (const row of rows) check(row);
  });
});

describe("large boards", () => {
  const { cells, solution } = generateStroke("hard", 600);
  const start = startState(cells);

  test("from a point on the solution, the rest of it", () => {
    for (const done of [0, 5, 13, 19]) {
      const { state } = playMoves(start, solution.slice(0, done));
      expect(solve(state)).toEqual(solution.slice(done));
    }
  });

  test("off the solution, back first and then on", () => {
    const { state, legal } = playMoves(start, ["U", "U", "U", "U", "R", "R", "D"]);
    expect(legal).toBe(7);
    const plan = solve(state) ?? [];
    const end = playMoves(state, plan);
    expect(end.legal).toBe(plan.length);
    expect(isSolved(end.state)).toBe(true);
    expect(plan.slice(0, 7).join("")).toBe("ULLDDDD");
    expect(plan.slice(7)).toEqual(solution);
  });

  test("the search is bounded, and says so", () => {
    expect(() => searchShortest(start, { maxNodes: 10 })).toThrow(RuleError);
    expect(() => searchShortest(start, { maxNodes: 10 })).toThrow(/within 10 search nodes/);
    expect(searchShortest(start, { maxLength: 18 }).moves).toBeNull();
  });
});

test("an episode that is over needs nothing, or cannot be helped", () => {
  const start = startState([
    ["red", "blue"],
    [null, "blue"],
  ]);
  const lost = playMoves(start, ["U", "U", "R", "R"]).state;
  expect(isOver(lost)).toBe(true);
  expect(solve(lost)).toBeNull();
  expect(solve(playMoves(start, ["U", "R", "D", "R", "U", "U"]).state)).toEqual([]);
});
