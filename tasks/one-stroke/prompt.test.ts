import { expect, test } from "vitest";
import { describeMove, prompt, rolloutPrompt } from "./prompt.ts";
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
  const text = rolloutPrompt(STATE, ["U", "R", "L", "R", "D"]);
  expect(text).toContain(
    "- row between y=1 and y=2: empty, blue.\n- row between y=0 and y=1: red, bl",
  );
  expect(text).toContain("No line is drawn yet.");
  expect(text).toContain("1. The line grows up from (0, 0) to (0, 1).");
  expect(text).toContain("3. The line retracts left from (1, 1) to (0, 1).");
  expect(text).toContain("5. The line grows down from (1, 1) to (1, 0).");
});

test("a line already drawn is told; a refused move and what follows it are not", () => {
  const text = rolloutPrompt(
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
  expect(text).toContain("The line drawn so far runs (0, 0) - (0, 1) - (0, 2).");
  expect(text).toContain("1. The line grows right from (0, 2) to (1, 2).");
  expect(text).not.toContain("2. The line");
});

test("without moves nothing is to move", () => {
  expect(rolloutPrompt(STATE, [])).toContain("Nothing moves");
});

test("moves have names", () => {
  expect((["U", "D", "L", "R"] as const).map(describeMove)).toEqual([
    "step up",
    "step down",
    "step left",
    "step right",
  ]);
});
