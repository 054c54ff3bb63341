import { describe, expect, test } from "vitest";
import { crossingsOf, type Polyline } from "../../../core/geometry/polyline-crossings.ts";
import { layEnd, liftEnd } from "./lift.ts";

/** Corners as [x, y, height]. */
const line = (...corners: [number, number, number][]): Polyline => corners;
const upright = (x: number, height: number): Polyline => line([x, -1, height], [x, 1, height]);

function lift(lines: readonly Polyline[], rope: number, end: 0 | 1) {
  return liftEnd(lines, crossingsOf(lines), rope, end);
}

/** Lies over rope 1 at x = 1, under rope 2 at x = 3, over rope 3 at x = 5. */
const WEAVE = [
  line([0, 0, 1], [2, 0, 1], [4, 0, 1], [6, 0, 1]),
  upright(1, 0),
  upright(3, 2),
  upright(5, 0),
];

describe("a lifted end comes free up to the first rope over it", () => {
  test("from the second end", () => {
    const { kept, crossed } = lift(WEAVE, 0, 1);
    expect(crossed).toEqual([1, 2]);
    expect(kept.slice(0, 2)).toEqual(WEAVE[0]?.slice(0, 2));
    expect(kept.at(-1)?.[0]).toBeGreaterThan(3);
    expect(kept.at(-1)?.[0]).toBeLessThan(5);
  });

  test("from the first end", () => {
    const { kept, crossed } = lift(WEAVE, 0, 0);
    expect(crossed).toEqual([3, 2]);
    expect(kept[0]).toEqual([6, 0, 1]);
    expect(kept.at(-1)?.[0]).toBeLessThan(3);
    expect(kept.at(-1)?.[0]).toBeGreaterThan(1);
  });

  test("all of it when nothing lies over it", () => {
    expect(lift(WEAVE, 2, 1)).toEqual({ kept: [[3, -1, 2]], crossed: [] });
  });
});

describe("a rope is caught on itself", () => {
  /** A loop: out along x, back over itself or under itself at x = 2. */
  const loop = (height: number): Polyline =>
    line([0, 0, 1], [4, 0, 1], [4, 2, 1], [2, 2, height], [2, -2, height]);

  test("not when the lifted end lies over", () => {
    expect(lift([loop(2)], 0, 1).kept).toEqual([[0, 0, 1]]);
  });

  test("when the lifted end lies under, from where it passes", () => {
    const { kept, crossed } = lift([loop(0)], 0, 1);
    expect(crossed).toEqual([]);
    expect(kept).toHaveLength(5);
    expect(kept.at(-1)?.[1]).toBeLessThan(0);
  });

  test("a crossing undone by lifting one strand does not hold the other one", () => {
    // From the first end the rope lies over its own last piece, which then lies free.
    expect(lift([loop(0)], 0, 0).kept).toEqual([[2, -2, 0]]);
  });
});

test("a lifted end is laid over everything into its hole, the rope's direction kept", () => {
  const remains = lift(WEAVE, 0, 1);
  const laid = layEnd(remains, [0, 3], 1, 100);
  expect(laid[0]).toEqual([0, 0, 1]);
  expect(laid.at(-1)).toEqual([0, 3, 100]);
  expect(layEnd(lift(WEAVE, 0, 0), [0, 3], 0, 100)[0]).toEqual([0, 3, 100]);
  const map = crossingsOf([laid, ...WEAVE.slice(1)]);
  // Still over rope 1 and under rope 2, and on its way back over both where it passes them.
  expect(map.along[0]?.filter(({ other }) => other === 2).some(({ isOver }) => !isOver)).toBe(true);
  expect(map.along[0]?.some(({ other }) => other === 3)).toBe(false);
});
