import { describe, expect, test } from "vitest";
import { untangleTask } from "./index.ts";
import { describeAction, prompt, rolloutValues } from "./prompt.ts";
import { toAction } from "./rules.ts";
import { startState } from "./state.ts";

const STATE = startState(5, {
  ends: [
    [2, 22],
    [3, 15],
    [0, 1],
  ],
  isLong: false,
  tangle: [],
});

describe("the agent", () => {
  const text = prompt(STATE, 15);

  test("is told size, ropes, budget, axes and format", () => {
    for (const part of [
      "5 x 5 holes",
      "3 ropes",
      "15 moves",
      "row counts from left to right, 0 to 4",
      "col counts from top to bottom, 0 to 4",
      '{"answer":{"src_row":<row>,"src_col":<col>,"tgt_row":<row>,"tgt_col":<col>}}',
    ]) {
      expect(text).toContain(part);
    }
  });

  test("is told nothing that only the picture shows", () => {
    const elsewhere = startState(5, {
      ends: [
        [24, 4],
        [20, 7],
        [13, 10],
      ],
      isLong: true,
      tangle: [0, 1, 2],
    });
    expect(prompt(elsewhere, 15)).toBe(text);
    expect(text).not.toMatch(/\b(red|green|blue)\b/);
    expect(text).not.toMatch(/\d+ crossings?|easy|medium|hard\b/);
    // Sizes, ropes, budget and the two ranges are the only numbers.
    expect(text.match(/\d+/g)).toEqual(["5", "5", "3", "15", "0", "4", "0", "4"]);
  });
});

describe("the rollout", () => {
  const plan = [toAction(5, 22, 9), toAction(5, 9, 20), toAction(5, 3, 8)];

  test("is told where every rope begins, how the ropes lie, and every move in order", () => {
    const values = rolloutValues(STATE, plan);
    expect(values).toMatchObject({ grid_size: "5", rope_count: "3" });
    expect(values.start.split("\n")).toEqual([
      "red: row 0, col 2 and row 4, col 2; between them under green.",
      "green: row 0, col 3 and row 3, col 0; between them over red.",
      "blue: row 0, col 0 and row 0, col 1.",
    ]);
    const carried = "is lifted, carried above all other ropes to";
    expect(values.moves.split("\n")).toEqual([
      `1. The end of the red rope in row 4, col 2 ${carried} row 1, col 4 and plugged in there.`,
      `2. The end of the red rope in row 1, col 4 ${carried} row 4, col 0 and plugged in there.`,
      `3. The end of the green rope in row 0, col 3 ${carried} row 1, col 3 and plugged in there.`,
    ]);
    expect(values.moves_intro).toMatch(/^Moves, strictly one after the other/);
  });

  test("is told the crossings of a rope from its first end to its second, each as it is drawn", () => {
    const hard = untangleTask.initialState(untangleTask.generate("hard", 401));
    const [red, , , , purple, orange] = rolloutValues(hard, []).start.split("\n");
    expect([red, purple, orange]).toEqual([
      "red: row 1, col 1 and row 3, col 5; between them under yellow, over yellow, under orange, " +
        "under purple, under yellow.",
      "purple: row 0, col 2 and row 5, col 2; between them over orange, over yellow, over red, " +
        "under yellow.",
      "orange: row 0, col 3 and row 4, col 1; between them under purple, over yellow, over red.",
    ]);
  });

  test("without moves nothing is to move", () => {
    const { moves_intro, moves } = rolloutValues(STATE, []);
    expect(moves_intro).toBe("Nothing moves: the ropes stay as they are to the end.");
    expect(moves).toBe("");
  });
});

test("moves have names", () => {
  expect(describeAction(toAction(5, 2, 16))).toBe("move 0,2 to 3,1");
});
