import { expect, test } from "vitest";
import { loadRolloutTemplate } from "../../core/prompt-files.ts";
import { rolloutPromptOf } from "../rollout-prompt.ts";
import { swapTask } from "./index.ts";
import { prompt, rolloutValues } from "./prompt.ts";
import { solve } from "./solve.ts";
import type { SwapState } from "./state.ts";

const rolloutAsked = rolloutPromptOf(swapTask, loadRolloutTemplate("swap"));

const STATE: SwapState = {
  rows: 2,
  cols: 3,
  cells: ["G", "_", "P", "B", "R", "Y"],
  goal: ["G", "R", "P", "B", "Y", "_"],
};

test("the agent is told size, budget and format, and nothing of either board", () => {
  const text = prompt(STATE, 19);
  expect(text).toContain("2 rows and 3 columns");
  expect(text).toContain("19 moves");
  expect(text).toContain('{"answer":{"row":<row>,"col":<column>}}');
  const other: SwapState = {
    ...STATE,
    cells: ["_", "Y", "R", "B", "P", "G"],
    goal: ["Y", "R", "B", "P", "G", "_"],
  };
  expect(prompt(other, 19)).toBe(text);
});

test("the rollout is told the whole start and every move in order", () => {
  const plan = solve(STATE);
  const text = rolloutAsked(STATE, plan);
  expect(text).toContain("row 0: G, empty, P.\nrow 1: B, R, Y.");
  expect(text).toContain(
    "1. Block R moves from row 1, col 1 into the empty cell in row 0, col 1.\n" +
      "2. Block Y moves from row 1, col 2 into the empty cell in row 1, col 1.",
  );
});

test("the goal stands in the values and not in the prompt with the moves", () => {
  const { goal } = rolloutValues(STATE, []);
  expect(goal).toBe("row 0: G, R, P.\nrow 1: B, Y, empty.");
  expect(rolloutAsked(STATE, solve(STATE))).not.toContain(goal);
});

test("without moves nothing is to move", () => {
  expect(rolloutAsked(STATE, [])).toContain("Nothing moves");
});
