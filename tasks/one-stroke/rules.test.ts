import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { oneStrokeTask } from "./index.ts";
import { actionBudget, isOver, isSolved, legalActions, moveTo, playMoves, step } from "./rules.ts";
import { type Cells, type Move, type StrokeState, startState, strokeStateSchema } from "./state.ts";

/** Red at the lower left, blue elsewhere. */
const CELLS: Cells = [
  ["red", "blue"],
  [null, "blue"],
];
const START = startState(CELLS);

function play(moves: string, from: StrokeState = START): StrokeState {
  const played = playMoves(from, [...moves] as Move[]);
  if (played.legal !== moves.length) throw new Error(`move ${played.legal} of ${moves} refused`);
  return played.state;
}

describe("moves", () => {
  test("U is towards larger y, R towards larger x", () => {
    expect(play("U").path).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(play("RU").path.at(-1)).toEqual([1, 1]);
    expect(play("URD").path.at(-1)).toEqual([1, 0]);
  });

  test("stepping back takes the last edge off, down to the start", () => {
    expect(play("URL")).toEqual(play("U"));
    expect(play("URLD")).toEqual(START);
  });

  test("a vertex left by stepping back may be visited again", () => {
    expect(play("URLRU").path).toHaveLength(4);
  });

  test.each([
    ["", "D", "OUT_OF_BOUNDS"],
    ["", "L", "OUT_OF_BOUNDS"],
    ["UU", "U", "OUT_OF_BOUNDS"],
    ["URD", "L", "CREATES_CYCLE"],
    ["", "X", "invalid_action"],
    ["", "u", "invalid_action"],
  ])("after %j, %s is refused: %s", (moves, move, reason) => {
    const state = play(moves);
    const before = JSON.stringify(state);
    expect(step(state, move as Move)).toEqual({ ok: false, reason });
    expect(JSON.stringify(state)).toBe(before);
  });

  test("a vertex that is no neighbour is refused", () => {
    expect(moveTo(START, [1, 1])).toEqual({ ok: false, reason: "NOT_ADJACENT" });
    expect(moveTo(START, [0, 0])).toEqual({ ok: false, reason: "NOT_ADJACENT" });
  });

  test("legal moves come in the order U, D, L, R and include the step back", () => {
    expect(legalActions(START)).toEqual(["U", "R"]);
    expect(legalActions(play("UR"))).toEqual(["U", "D", "L", "R"]);
    expect(legalActions(play("URD"))).toEqual(["U", "R"]);
  });
});

describe("the end", () => {
  test("a stroke around the red cell solves", () => {
    const solved = play("URDRUU");
    expect([isOver(solved), isSolved(solved)]).toEqual([true, true]);
    expect(step(solved, "D")).toEqual({ ok: false, reason: "already_solved" });
    expect(legalActions(solved)).toEqual([]);
  });

  test("a stroke along the rim ends the episode unsolved, and cannot be taken back", () => {
    const lost = play("UURR");
    expect([isOver(lost), isSolved(lost)]).toEqual([true, false]);
    expect(step(lost, "L")).toEqual({ ok: false, reason: "DONE_BUT_CONSTRAINT_FAIL" });
    expect(legalActions(lost)).toEqual([]);
  });

  test("a board that needs no cut is still not solved before the goal", () => {
    const state = startState([
      ["red", null],
      [null, null],
    ]);
    expect(isSolved(state)).toBe(false);
    expect(isSolved(play("UURR", state))).toBe(true);
  });
});

test("the budget is ceil(1.2 n)", () => {
  expect([10, 12, 14, 16, 18, 20, 22].map(actionBudget)).toEqual([12, 15, 17, 20, 22, 24, 27]);
});

describe("states from outside", () => {
  const refused = (change: object): unknown =>
    strokeStateSchema.safeParse({ ...START, ...change }).error?.issues[0]?.message;

  test.each([
    [{ path: [] }, /Too small|1/],
    [{ path: [[1, 0]] }, /expected \[0,0\]/],
    [
      {
        path: [
          [0, 0],
          [1, 1],
        ],
      },
      /neighbour/,
    ],
    [
      {
        path: [
          [0, 0],
          [0, -1],
        ],
      },
      /vertex of the board/,
    ],
    [
      {
        path: [
          [0, 0],
          [0, 1],
          [0, 0],
        ],
      },
      /not on the stroke yet/,
    ],
    [
      {
        path: [
          [0, 0],
          [0, 1],
          [0, 2],
          [1, 2],
          [2, 2],
          [2, 1],
        ],
      },
      /goal at the end/,
    ],
    [{ cells: [["red", "blue"]] }, /expected 2 rows/],
    [{ cells: [["red", "blue"], ["red"]] }, /expected 2 cells/],
    [{ width: 2 }, /3/],
  ])("%j", (change, message) => {
    expect(refused(change)).toMatch(message);
  });

  test("an unknown colour is refused by the task", () => {
    const instance = oneStrokeTask.generate("easy", 1);
    const initialState = {
      ...START,
      cells: [
        ["red", "pink"],
        [null, null],
      ],
    };
    expect(() => oneStrokeTask.initialState({ ...instance, initialState })).toThrow(UsageError);
    expect(() => oneStrokeTask.initialState({ ...instance, initialState })).toThrow(
      /for instance\.initialState\.cells\[0\]\[1\] but received "pink"/,
    );
  });
});
