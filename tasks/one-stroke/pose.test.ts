import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { poseDuring, poseOf } from "./pose.ts";
import { type StrokeState, startState } from "./state.ts";

const EMPTY = startState([
  ["red", "blue"],
  [null, "blue"],
]);
const DRAWN: StrokeState = {
  ...EMPTY,
  path: [
    [0, 0],
    [0, 1],
    [1, 1],
  ],
};

test("at rest the stroke is its edges and the cursor stands at its end", () => {
  expect(poseOf(EMPTY)).toEqual({
    width: 3,
    height: 3,
    cells: EMPTY.cells,
    segments: [],
    head: [0, 0],
    start: [0, 0],
    goal: [2, 2],
  });
  expect(poseOf(DRAWN)).toMatchObject({
    segments: [
      [0, 0, 0, 1],
      [0, 1, 1, 1],
    ],
    head: [1, 1],
  });
});

describe("on the way", () => {
  test("a step on grows an edge with the cursor at its end", () => {
    expect(poseDuring(DRAWN, "D", 0.25)).toMatchObject({
      segments: [
        [0, 0, 0, 1],
        [0, 1, 1, 1],
        [1, 1, 1, 0.75],
      ],
      head: [1, 0.75],
    });
  });

  test("a step back retracts the last edge with the cursor", () => {
    expect(poseDuring(DRAWN, "L", 0.25)).toMatchObject({
      segments: [
        [0, 0, 0, 1],
        [0, 1, 0.75, 1],
      ],
      head: [0.75, 1],
    });
  });

  test("a refused move and a progress outside 0..1 are broken contracts", () => {
    expect(() => poseDuring(EMPTY, "L", 0.5)).toThrow(RuleError);
    expect(() => poseDuring(EMPTY, "L", 0.5)).toThrow(/OUT_OF_BOUNDS/);
    expect(() => poseDuring(EMPTY, "U", 1.1)).toThrow(/0\.\.1 for progress but received 1\.1/);
    expect(() => poseDuring(EMPTY, "U", Number.NaN)).toThrow(RuleError);
  });
});
