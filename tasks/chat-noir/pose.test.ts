import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { BLOCK_SHARE, cellPoint, poseDuring, poseOf } from "./pose.ts";
import { step } from "./rules.ts";
import type { ChatNoirState } from "./state.ts";

const STATE: ChatNoirState = {
  radius: 3,
  blocked: [11, 12, 17, 24, 25],
  cat: 18,
  policy: "medium",
  catRng: 1,
  lastBlocked: 24,
};

test("places: one unit to a neighbour, rows of sqrt(3) / 2, the middle at the origin", () => {
  expect(cellPoint(3, 18)).toEqual([0, 0]);
  expect(cellPoint(3, 19)).toEqual([1, 0]);
  expect(cellPoint(3, 25)).toEqual([0.5, Math.sqrt(3) / 2]);
  expect(cellPoint(4, 0)).toEqual([-2, -2 * Math.sqrt(3)]);
});

test("at rest", () => {
  expect(poseOf(STATE)).toEqual({
    radius: 3,
    blocked: [11, 12, 17, 24, 25],
    lastBlocked: 24,
    growing: null,
    cat: { cell: 18, x: 0, y: 0 },
  });
});

describe("during a turn", () => {
  test("first the block grows, without the ring of the one before, while the cat waits", () => {
    expect(poseDuring(STATE, 0, BLOCK_SHARE / 4)).toEqual({
      ...poseOf(STATE),
      lastBlocked: null,
      growing: { cell: 0, share: 0.25 },
    });
  });

  test("then the cat walks, without a number, while the block stands", () => {
    const pose = poseDuring(STATE, 0, BLOCK_SHARE + (1 - BLOCK_SHARE) / 2);
    expect(pose).toMatchObject({ blocked: [0, 11, 12, 17, 24, 25], lastBlocked: 0, growing: null });
    expect(pose.cat.cell).toBeNull();
    expect(pose.cat.x).toBeCloseTo(0.5, 12);
    expect(pose.cat.y).toBe(0);
  });

  test("between the two the block stands and the cat has not left", () => {
    expect(poseDuring(STATE, 0, BLOCK_SHARE)).toMatchObject({
      growing: null,
      lastBlocked: 0,
      cat: { cell: 18, x: 0, y: 0 },
    });
  });

  test("a block that shuts the cat in takes the whole turn", () => {
    expect(poseDuring(STATE, 19, 0.9).growing).toEqual({ cell: 19, share: 0.9 });
    const after = step(STATE, 19);
    expect(after.ok && poseDuring(STATE, 19, 1)).toEqual(after.ok && poseOf(after.state));
  });

  test("illegal actions and progress outside 0..1 are refused", () => {
    expect(() => poseDuring(STATE, 18, 0.5)).toThrow(/refused as cat_cell/);
    expect(() => poseDuring(STATE, 0, 1.01)).toThrow(RuleError);
    expect(() => poseDuring(STATE, 0, Number.NaN)).toThrow(RuleError);
  });
});
