import { expect, test } from "vitest";
import { generatePipe } from "./generate.ts";
import { prompt, rolloutValues } from "./prompt.ts";
import { EAST, NORTH, type PipeState, SOUTH, WEST } from "./state.ts";

const STATE: PipeState = {
  gridSize: 3,
  sourceIndex: 0,
  solvedMasks: [EAST, EAST | WEST, SOUTH | WEST, 0, 0, NORTH, 0, 0, 0],
  rotations: [0, 0, 0, 0, 0, 3, 0, 0, 0],
};

test("the agent is told size, budget and format, and nothing of the board", () => {
  const text = prompt(STATE, 19);
  expect(text).toContain("3 x 3");
  expect(text).toContain("19 moves");
  expect(text).toContain('{"answer":{"x":<column>,"y":<row>}}');
  expect(prompt({ ...STATE, sourceIndex: 5, rotations: STATE.rotations.map(() => 1) }, 19)).toBe(
    text,
  );
});

test("the rollout is told the whole start and every move in order", () => {
  const plan = [
    { x: 1, y: 0 },
    { x: 2, y: 1 },
    { x: 2, y: 1 },
    { x: 1, y: 0 },
  ];
  const { start, moves } = rolloutValues(STATE, plan);
  expect(start.split("\n")).toEqual([
    "y=0: x=0 green source end with arms right; x=1 green straight with arms right, left; x=2 green bend with arms down, left.",
    "y=1: x=0 empty; x=1 empty; x=2 blue end with arms left.",
    "y=2: x=0 empty; x=1 empty; x=2 empty.",
  ]);
  expect(moves.split("\n")).toEqual([
    "1. The piece at x=1, y=0 turns 90 degrees clockwise.",
    "2. The piece at x=2, y=1 turns 180 degrees clockwise in 2 separate quarter turns.",
    "3. The piece at x=1, y=0 turns 90 degrees clockwise.",
  ]);
});

test("size and source are told", () => {
  expect(rolloutValues({ ...STATE, sourceIndex: 5 }, [])).toMatchObject({
    grid_size: "3",
    source_x: "2",
    source_y: "1",
  });
  expect(rolloutValues(STATE, [])).toMatchObject({ source_x: "0", source_y: "0" });
});

test("without moves nothing is to move", () => {
  const { moves_intro, moves } = rolloutValues(generatePipe("easy", 1).state, []);
  expect(moves_intro).toBe("Nothing moves: the board stays as it is to the end.");
  expect(moves).toBe("");
});
