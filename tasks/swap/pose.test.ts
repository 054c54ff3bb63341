import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { goalPoseOf, poseDuring, poseOf } from "./pose.ts";
import type { SwapState } from "./state.ts";

const STATE: SwapState = {
  rows: 2,
  cols: 3,
  cells: ["G", "_", "P", "B", "R", "Y"],
  goal: ["G", "R", "P", "B", "Y", "_"],
};

test("at rest: every block in its cell, the blank empty", () => {
  const pose = poseOf(STATE);
  expect(pose).toMatchObject({ rows: 2, cols: 3, board: "current", empty: [1] });
  expect(pose.blocks.map(({ id, x, y }) => [id, x, y])).toEqual([
    ["G", 0, 0],
    ["P", 2, 0],
    ["B", 0, 1],
    ["R", 1, 1],
    ["Y", 2, 1],
  ]);
  expect(pose.blocks.some((block) => block.isLifted)).toBe(false);
});

test("the goal's pose is the goal's arrangement, whatever the state", () => {
  const pose = goalPoseOf(STATE);
  expect(pose).toEqual({ ...poseOf({ ...STATE, cells: STATE.goal }), board: "goal" });
  expect(goalPoseOf({ ...STATE, cells: STATE.goal })).toEqual(pose);
});

describe("during a move", () => {
  test("the block is on its straight way, lifted and last; both of its cells are empty", () => {
    const pose = poseDuring(STATE, { row: 1, col: 2 }, 0.25);
    expect(pose.empty).toEqual([1, 5]);
    expect(pose.blocks.at(-1)).toEqual({ id: "Y", x: 1.75, y: 0.75, isLifted: true });
  });

  test("nothing but the moving block differs from the pose before", () => {
    const others = (blocks: ReturnType<typeof poseOf>["blocks"]) =>
      blocks.filter(({ id }) => id !== "Y");
    const pose = poseDuring(STATE, { row: 1, col: 2 }, 0.5);
    expect(others(pose.blocks)).toEqual(others(poseOf(STATE).blocks));
  });

  test("illegal actions and progress outside 0..1 are refused", () => {
    expect(() => poseDuring(STATE, { row: 0, col: 1 }, 0.5)).toThrow(/refused as selected_blank/);
    expect(() => poseDuring(STATE, { row: 0, col: 0 }, 1.01)).toThrow(RuleError);
    expect(() => poseDuring(STATE, { row: 0, col: 0 }, Number.NaN)).toThrow(RuleError);
  });
});
