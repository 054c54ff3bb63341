import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { EASY_BOARD, HARD_BOARD } from "../../tests/helpers/untangle-boards.ts";
import { rowColOf } from "./board.ts";
import { CARRYING_SHARE, poseDuring, poseOf, type UntanglePose } from "./pose.ts";
import { step, toAction } from "./rules.ts";
import type { UntangleAction, UntangleState } from "./state.ts";

/** Green's end from hole 3 to hole 10. */
const ACTION = toAction(5, 3, 10);
const GREEN = 1;

function after(state: UntangleState, action: UntangleAction): UntangleState {
  const result = step(state, action);
  if (!result.ok) throw new Error(result.reason);
  return result.state;
}

function farthestPoint(a: UntanglePose, b: UntanglePose, rope: number): number {
  const points = b.ropes[rope]?.points ?? [];
  return Math.max(
    ...(a.ropes[rope]?.points ?? []).map(([x, y, height], index) => {
      const [toX = 0, toY = 0, toHeight = 0] = points[index] ?? [];
      return Math.hypot(toX - x, toY - y, toHeight - height);
    }),
  );
}

test("at rest every end is plugged into its hole, in the ropes' colours and order", () => {
  const { gridSize, ropes } = poseOf(EASY_BOARD);
  expect(gridSize).toBe(5);
  expect(ropes.map(({ colour }) => colour)).toEqual(["red", "green", "blue", "yellow"]);
  for (const [rope, { ends, points }] of ropes.entries()) {
    expect(points).toHaveLength(17);
    for (const [end, { x, y, height, state }] of ends.entries()) {
      const { row, col } = rowColOf(5, EASY_BOARD.ropes[rope]?.ends[end] ?? -1);
      expect([x, y]).toEqual([expect.closeTo(row, 12), expect.closeTo(col, 12)]);
      expect([x, y, height]).toEqual(points[end === 0 ? 0 : 16]);
      expect(state).toBe("plugged");
    }
  }
});

describe("during a move", () => {
  const start = poseOf(EASY_BOARD);
  const end = poseOf(after(EASY_BOARD, ACTION));

  test("it begins and ends at rest", () => {
    expect(poseDuring(EASY_BOARD, ACTION, 0)).toEqual(start);
    expect(poseDuring(EASY_BOARD, ACTION, 1)).toEqual(end);
    const early = poseDuring(EASY_BOARD, ACTION, 1e-6);
    const late = poseDuring(EASY_BOARD, ACTION, 1 - 1e-6);
    for (const rope of start.ropes.keys()) {
      expect(farthestPoint(early, start, rope)).toBeLessThan(1e-3);
      expect(farthestPoint(late, end, rope)).toBeLessThan(1e-3);
    }
  });

  test("one end flies, high above everything, until it is down; all others stay", () => {
    for (const share of [0.05, 0.3, 0.55, 0.65, 0.9]) {
      const pose = poseDuring(EASY_BOARD, ACTION, share);
      const flying = pose.ropes.flatMap(({ ends }, rope) =>
        ends.flatMap(({ state }, index) => (state === "in-flight" ? [[rope, index]] : [])),
      );
      expect(flying).toEqual(share < CARRYING_SHARE ? [[GREEN, 0]] : []);
      for (const [rope, { ends }] of pose.ropes.entries()) {
        if (rope !== GREEN) expect(ends).toEqual(start.ropes[rope]?.ends);
        else expect(ends[1]).toEqual(start.ropes[rope]?.ends[1]);
      }
    }
    const middle = poseDuring(EASY_BOARD, ACTION, CARRYING_SHARE / 2).ropes[GREEN]?.ends[0];
    const others = start.ropes.flatMap(({ points }) => points.map(([, , height]) => height));
    expect(middle?.height).toBeGreaterThan(Math.max(...others) + 0.5);
    // Half of the way from (0, 3) to (2, 0).
    expect([middle?.x, middle?.y]).toEqual([expect.closeTo(1, 9), expect.closeTo(1.5, 9)]);
  });

  test("nothing jumps: in a fiftieth of the move no rope moves a hole spacing", () => {
    const poses = Array.from({ length: 51 }, (_, k) => poseDuring(EASY_BOARD, ACTION, k / 50));
    for (const [k, pose] of poses.entries()) {
      for (const rope of pose.ropes.keys()) {
        expect(farthestPoint(pose, poses[k - 1] ?? pose, rope)).toBeLessThan(1);
      }
    }
  });

  test("ropes that nothing touches stay where they are", () => {
    const middle = poseDuring(EASY_BOARD, ACTION, 0.4);
    const blue = 2;
    expect(farthestPoint(middle, start, blue)).toBeLessThan(0.02);
    expect(farthestPoint(middle, start, GREEN)).toBeGreaterThan(0.5);
  });

  test("a refused action and a progress outside 0..1 are broken contracts", () => {
    expect(() => poseDuring(EASY_BOARD, toAction(5, 3, 2), 0.5)).toThrow(RuleError);
    expect(() => poseDuring(EASY_BOARD, toAction(5, 3, 2), 0.5)).toThrow(/target_occupied/);
    expect(() => poseDuring(EASY_BOARD, ACTION, 1.1)).toThrow(/0\.\.1 for progress but received/);
    expect(() => poseDuring(EASY_BOARD, ACTION, Number.NaN)).toThrow(RuleError);
  });

  test("poses have no use for what only faults show", () => {
    const pose = poseDuring(HARD_BOARD, toAction(6, 17, 21), 0.3);
    expect(Object.keys(pose)).toEqual(["gridSize", "ropes"]);
    for (const rope of pose.ropes) expect(Object.keys(rope)).toEqual(["colour", "points", "ends"]);
  });
});
