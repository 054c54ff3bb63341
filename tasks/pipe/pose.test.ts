import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { poseDuring, poseOf } from "./pose.ts";
import { EAST, NORTH, type PipeState, SOUTH, WEST } from "./state.ts";

/** Source and two more pieces in the top row, joined; an end below that points away. */
const STATE: PipeState = {
  gridSize: 3,
  sourceIndex: 0,
  solvedMasks: [EAST, EAST | WEST, SOUTH | WEST, 0, 0, NORTH, 0, 0, 0],
  rotations: [0, 0, 0, 0, 0, 3, 0, 0, 0],
};

const colours = (pose: ReturnType<typeof poseOf>): boolean[] =>
  pose.cells.filter((cell) => cell.mask !== 0).map((cell) => cell.connected);

test("at rest: solved masks, 90 degrees a turn, colour of the rules", () => {
  const pose = poseOf(STATE);
  expect(pose.cells[0]).toEqual({ mask: EAST, angleDeg: 0, connected: true, isSource: true });
  expect(pose.cells[5]).toEqual({ mask: NORTH, angleDeg: 270, connected: false, isSource: false });
  expect(pose.cells[3]).toEqual({ mask: 0, angleDeg: 0, connected: false, isSource: false });
  expect(colours(pose)).toEqual([true, true, true, false]);
});

describe("during a turn", () => {
  test("the angle is linear, and what hangs on the turning piece loses its colour", () => {
    const pose = poseDuring(STATE, { x: 1, y: 0 }, 0.25);
    expect(pose.cells[1]).toMatchObject({ angleDeg: 22.5, connected: false });
    expect(colours(pose)).toEqual([true, false, false, false]);
  });

  test("a turning source keeps its colour alone", () => {
    expect(colours(poseDuring(STATE, { x: 0, y: 0 }, 0.5))).toEqual([true, false, false, false]);
  });

  test("the last turn of four passes 270 and ends at 0", () => {
    expect(poseDuring(STATE, { x: 2, y: 1 }, 0.5).cells[5]?.angleDeg).toBe(315);
    expect(poseDuring(STATE, { x: 2, y: 1 }, 1).cells[5]?.angleDeg).toBe(0);
    expect(colours(poseDuring(STATE, { x: 2, y: 1 }, 1))).toEqual([true, true, true, true]);
  });

  test("nothing but the turning cell's angle differs from the pose before", () => {
    const before = poseOf(STATE).cells.map((cell) => cell.angleDeg);
    const middle = poseDuring(STATE, { x: 1, y: 0 }, 0.5).cells.map((cell) => cell.angleDeg);
    expect(middle).toEqual(before.map((angle, index) => (index === 1 ? 45 : angle)));
  });

  test("illegal actions and progress outside 0..1 are refused", () => {
    expect(() => poseDuring(STATE, { x: 0, y: 2 }, 0.5)).toThrow(/refused as empty_cell/);
    expect(() => poseDuring(STATE, { x: 1, y: 0 }, 1.01)).toThrow(RuleError);
    expect(() => poseDuring(STATE, { x: 1, y: 0 }, Number.NaN)).toThrow(RuleError);
  });
});
