import { expect, test } from "vitest";
import { describeMove, prompt, rolloutValues } from "./prompt.ts";
import { startState } from "./state.ts";

const STATE = startState([
  ["red", "blue"],
  [null, "blue"],
]);

test("the agent is told size, budget and format, and nothing of the board", () => {
  const text = prompt(STATE, 12);
  expect(text).toContain("2 x 2 cells");
  expect(text).toContain("12 moves");
  expect(text).toContain('{"answer":"<letter>"}');
  expect(text).not.toMatch(/\bred\b(?! peg)|\bblue\b(?! ring)/);
  expect(
    prompt(
      {
        ...STATE,
        path: [
          [0, 0],
          [0, 1],
        ],
      },
      12,
    ),
  ).toBe(text);
});

test("the rollout is told the whole start and every move in order", () => {
  const { start, moves } = rolloutValues(STATE, ["U", "R", "L", "R", "D"]);
  expect(start.split("\n")).toEqual([
    "- row between y=1 and y=2: empty, blue.",
    "- row between y=0 and y=1: red, blue.",
    "No line is drawn yet.",
  ]);
  expect(moves.split("\n")).toEqual([
    "1. The line grows up from (0, 0) to (0, 1).",
    "2. The line grows right from (0, 1) to (1, 1).",
    "3. The line retracts left from (1, 1) to (0, 1).",
    "4. The line grows right from (0, 1) to (1, 1).",
    "5. The line grows down from (1, 1) to (1, 0).",
  ]);
});

test("columns and rows of cells are told, and are the place of the red peg", () => {
  const wide = startState([
    ["red", "blue", null],
    [null, "blue", "red"],
  ]);
  expect(rolloutValues(wide, [])).toMatchObject({ columns: "3", rows: "2" });
});

test("a line already drawn is told; a refused move and what follows it are not", () => {
  const { start, moves } = rolloutValues(
    {
      ...STATE,
      path: [
        [0, 0],
        [0, 1],
        [0, 2],
      ],
    },
    ["R", "U", "L"],
  );
  expect(start).toMatch(/\nThe line drawn so far runs \(0, 0\) - \(0, 1\) - \(0, 2\)\.$/);
  expect(moves).toBe("1. The line grows right from (0, 2) to (1, 2).");
});

test("without moves nothing is to move", () => {
  const { moves_intro, moves } = rolloutValues(STATE, []);
  expect(moves_intro).toBe("Nothing moves: the board stays as it is to the end.");
  expect(moves).toBe("");
  // The rules refuse the first move.
  expect(rolloutValues(STATE, ["D"])).toMatchObject({ moves_intro, moves });
});

test("moves have names", () => {
  expect((["U", "D", "L", "R"] as const).map(describeMove)).toEqual([
    "step up",
    "step down",
    "step left",
    "step right",
  ]);
});
