import { describe, expect, test } from "vitest";
import {
  countCrossings,
  crossingPairs,
  endInHole,
  holesOfAction,
  ILLEGAL_REASONS,
  isSolved,
  legalActions,
  step,
  toAction,
} from "./rules.ts";
import { occupiedHoles, startState, type UntangleAction, type UntangleState } from "./state.ts";

/** Red along the main diagonal of a 3 x 3 board, green along the other one. */
const CROSSED = startState(3, {
  ends: [
    [0, 8],
    [2, 6],
  ],
  isLong: false,
  tangle: [],
});
const FREE = startState(3, {
  ends: [
    [0, 6],
    [2, 8],
  ],
  isLong: false,
  tangle: [],
});

function move(state: UntangleState, source: number, target: number): UntangleState {
  const result = step(state, toAction(state.gridSize, source, target));
  if (!result.ok) throw new Error(result.reason);
  return result.state;
}

describe("moves", () => {
  test("the end in the source hole goes, the other one stays; the move is remembered", () => {
    const after = move(CROSSED, 8, 5);
    expect(after.ropes.map(({ ends }) => ends)).toEqual([
      [0, 5],
      [2, 6],
    ]);
    expect(after.moves).toEqual([{ rope: 0, end: 1, target: 5 }]);
    expect(after.start).toEqual(CROSSED.start);
    expect(move(after, 0, 8).ropes[0]?.ends).toEqual([8, 5]);
  });

  test.each<[Partial<UntangleAction> | null | string, string]>([
    [null, "invalid_action"],
    ["0,2 to 1,1", "invalid_action"],
    [{ src_row: 0.5 }, "invalid_action"],
    [{ src_row: -1 }, "hole_out_of_range"],
    [{ src_col: 3 }, "hole_out_of_range"],
    [{ tgt_row: 3 }, "hole_out_of_range"],
    [{ tgt_col: -1 }, "hole_out_of_range"],
    [{ src_row: 1, src_col: 1 }, "source_not_endpoint"],
    [{ tgt_row: 0, tgt_col: 0 }, "target_is_current_hole"],
    [{ tgt_row: 2, tgt_col: 2 }, "target_is_current_hole"],
    [{ tgt_row: 0, tgt_col: 2 }, "target_occupied"],
  ])("%j is refused: %s", (change, reason) => {
    const legal = { src_row: 0, src_col: 0, tgt_row: 1, tgt_col: 0 };
    expect(step(CROSSED, legal).ok).toBe(true);
    const action = typeof change === "object" && change !== null ? { ...legal, ...change } : change;
    const before = JSON.stringify(CROSSED);
    expect(step(CROSSED, action as UntangleAction)).toEqual({ ok: false, reason });
    expect(ILLEGAL_REASONS).toContain(reason);
    expect(JSON.stringify(CROSSED)).toBe(before);
  });

  test("nothing is moved any more once nothing crosses", () => {
    const action = toAction(3, 0, 1);
    expect(step(FREE, action)).toEqual({ ok: false, reason: "already_solved" });
    expect(legalActions(FREE)).toEqual([]);
  });

  test("legal actions are every end into every empty hole, by rope, end and hole", () => {
    const actions = legalActions(CROSSED);
    expect(actions).toHaveLength(4 * 5);
    expect(actions[0]).toEqual({ src_row: 0, src_col: 0, tgt_row: 0, tgt_col: 1 });
    expect(actions[5]).toEqual({ src_row: 2, src_col: 2, tgt_row: 0, tgt_col: 1 });
    expect(actions.at(-1)).toEqual({ src_row: 2, src_col: 0, tgt_row: 2, tgt_col: 1 });
  });
});

describe("the end", () => {
  test("a board is solved when its settled ropes do not cross", () => {
    expect([countCrossings(CROSSED), isSolved(CROSSED)]).toEqual([1, false]);
    expect([countCrossings(FREE), isSolved(FREE)]).toEqual([0, true]);
    const solved = move(move(CROSSED, 8, 5), 2, 7);
    expect(occupiedHoles(solved)).toEqual([0, 5, 6, 7]);
    expect([countCrossings(solved), isSolved(solved)]).toEqual([0, true]);
  });

  test("pairs are counted once, with both ids in order; a rope with itself never", () => {
    const bar = [
      [0, 1, 0],
      [4, 1, 0],
    ] as const;
    const zigzag = [
      [1, 0, 1],
      [1, 2, 1],
      [3, 2, 1],
      [3, 0, 1],
      [0, 1.5, 1],
    ] as const;
    expect(crossingPairs([bar, zigzag])).toEqual([[0, 1]]);
    expect(crossingPairs([zigzag])).toEqual([]);
    const apart = [
      [0, 9, 0],
      [4, 9, 0],
    ] as const;
    expect(crossingPairs([apart, bar, zigzag])).toEqual([[1, 2]]);
  });
});

test("holes of actions and ends in holes", () => {
  expect(holesOfAction(3, toAction(3, 7, 2))).toEqual({ source: 7, target: 2 });
  expect(holesOfAction(3, { src_row: 0, src_col: 0, tgt_row: 0, tgt_col: 3 })).toBeNull();
  expect(endInHole(CROSSED, 6)).toEqual({ rope: 1, end: 1 });
  expect(endInHole(CROSSED, 4)).toBeUndefined();
});
