import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  actionBudget,
  connectedCells,
  currentMask,
  isAllConnected,
  isSolved,
  legalActions,
  solutionTicks,
  step,
  turnsBetween,
} from "./rules.ts";
import { EAST, NORTH, type PipeState, pipeKind, SOUTH, WEST } from "./state.ts";

/** A snake through the top row and down the right column; the source is at its head. */
const SNAKE: PipeState = {
  gridSize: 3,
  sourceIndex: 0,
  solvedMasks: [EAST, EAST | WEST, SOUTH | WEST, 0, 0, NORTH | SOUTH, 0, 0, NORTH],
  rotations: [0, 1, 0, 0, 0, 0, 0, 0, 2],
};

describe("currentMask", () => {
  test("a clockwise turn takes N to E to S to W to N", () => {
    expect([0, 1, 2, 3, 4].map((turns) => currentMask(NORTH, turns))).toEqual([
      NORTH,
      EAST,
      SOUTH,
      WEST,
      NORTH,
    ]);
  });

  test("one turn back undoes one turn", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 15 }),
        fc.integer({ min: -9, max: 9 }),
        (mask, turns) => {
          expect(currentMask(currentMask(mask, turns), -turns)).toBe(mask);
          expect(pipeKind(currentMask(mask, turns))).toBe(pipeKind(mask));
        },
      ),
    );
  });
});

describe("connectedCells", () => {
  test("reaches through facing openings only", () => {
    const masks = [EAST, EAST | WEST, SOUTH | WEST, 0, 0, NORTH | SOUTH, 0, 0, NORTH];
    expect(connectedCells(masks, 0, 3)).toEqual([
      ...[true, true, true],
      ...[false, false, true],
      ...[false, false, true],
    ]);
    masks[1] = NORTH | SOUTH;
    expect(connectedCells(masks, 0, 3).filter(Boolean)).toHaveLength(1);
  });

  test("openings do not wrap around the border", () => {
    const masks = [0, 0, EAST, WEST, 0, 0, 0, 0, 0];
    expect(connectedCells(masks, 2, 3).filter(Boolean)).toHaveLength(1);
  });

  test("open ends do not matter", () => {
    const cross = 15;
    expect(isAllConnected([cross, cross, 0, 0, 0, 0, 0, 0, 0], 0, 3)).toBe(true);
  });

  test("a source without openings is reached but reaches nothing", () => {
    expect(isAllConnected([0, EAST, 0, 0, 0, 0, 0, 0, 0], 0, 3)).toBe(false);
    expect(isAllConnected([0, 0, 0, 0, 0, 0, 0, 0, 0], 4, 3)).toBe(true);
  });
});

describe("step", () => {
  test("turns one cell and nothing else", () => {
    const result = step(SNAKE, { x: 1, y: 0 });
    expect(result).toEqual({
      ok: true,
      state: { ...SNAKE, rotations: [0, 2, 0, 0, 0, 0, 0, 0, 2] },
    });
    expect(SNAKE.rotations[1]).toBe(1);
  });

  test("the fourth turn comes back", () => {
    let state = SNAKE;
    for (let turn = 0; turn < 4; turn++) {
      const result = step(state, { x: 2, y: 2 });
      if (!result.ok) throw new Error(result.reason);
      state = result.state;
    }
    expect(state).toEqual(SNAKE);
  });

  test.each([
    [{ x: 0.5, y: 0 }, "invalid_action"],
    [{ x: 0, y: Number.NaN }, "invalid_action"],
    [{ x: 3, y: 0 }, "out_of_range"],
    [{ x: 0, y: -1 }, "out_of_range"],
    [{ x: 0, y: 2 }, "empty_cell"],
  ])("%j is refused: %s", (action, reason) => {
    expect(step(SNAKE, action)).toEqual({ ok: false, reason });
  });

  test("a solved board takes no more turns", () => {
    const solved = { ...SNAKE, rotations: [0, 0, 0, 0, 0, 0, 0, 0, 0] };
    expect(isSolved(solved)).toBe(true);
    expect(step(solved, { x: 0, y: 0 })).toEqual({ ok: false, reason: "already_done" });
    expect(legalActions(solved)).toEqual([]);
  });
});

test("legal actions are the pieces, row-major", () => {
  expect(legalActions(SNAKE)).toEqual([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 2, y: 0 },
    { x: 2, y: 1 },
    { x: 2, y: 2 },
  ]);
});

test("turns to another mask: straight pieces cost 0 or 1, other kinds cannot", () => {
  expect(turnsBetween(EAST | WEST, EAST | WEST)).toBe(0);
  expect(turnsBetween(EAST | WEST, NORTH | SOUTH)).toBe(1);
  expect(turnsBetween(EAST, NORTH)).toBe(3);
  expect(turnsBetween(EAST, NORTH | SOUTH)).toBeNull();
});

test("ticks and budget", () => {
  // The straight piece turned once needs 1, the end turned twice needs 2.
  expect(solutionTicks(SNAKE)).toBe(3);
  // ceil(1.3 t): 14 -> 18.2 -> 19, 18 -> 23.4 -> 24, 20 -> 26 exactly, 0 -> at least 1.
  expect([14, 18, 20, 0].map(actionBudget)).toEqual([19, 24, 26, 1]);
});
