import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Point } from "./homography.ts";
import { exactOrientation, orientation } from "./orientation.ts";

const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const point = fc.tuple(double, double);

test("hand-worked signs: x turned towards y is positive", () => {
  expect(orientation([0, 0], [1, 0], [0, 1])).toBe(1);
  expect(orientation([0, 0], [0, 1], [1, 0])).toBe(-1);
  expect(orientation([0, 0], [1, 2], [3, 6])).toBe(0);
  expect(orientation([1, 1], [1, 1], [5, 7])).toBe(0);
});

describe("where doubles alone would be wrong", () => {
  test("a point one unit in the last place off a long line", () => {
    const step = 2 ** -53;
    expect(orientation([0, 0], [24, 24], [0.5 + step, 0.5])).toBe(-1);
    expect(orientation([0, 0], [24, 24], [0.5, 0.5 + step])).toBe(1);
    expect(orientation([12, 12], [24, 24], [0.5 + step, 0.5 + step])).toBe(0);
  });

  test("products that underflow or overflow", () => {
    const tiny = Number.MIN_VALUE;
    expect(orientation([0, 0], [tiny, 0], [0, tiny])).toBe(1);
    expect(orientation([0, 0], [tiny, tiny], [2 * tiny, 2 * tiny])).toBe(0);
    const huge = Number.MAX_VALUE;
    expect(orientation([-huge, -huge], [huge, huge], [0, huge])).toBe(1);
    expect(orientation([-huge, -huge], [huge, huge], [0, 0])).toBe(0);
  });

  test("0.1 + 0.2 is not 0.3", () => {
    expect(orientation([0, 0], [1, 1], [0.1 + 0.2, 0.3])).toBe(-1);
  });
});

test("the filtered sign is the exact one", () => {
  fc.assert(
    fc.property(point, point, point, (a, b, c) => {
      expect(orientation(a, b, c)).toBe(exactOrientation(a, b, c));
    }),
  );
});

test("near-collinear points of one size, too", () => {
  const small = fc.integer({ min: -3, max: 3 });
  fc.assert(
    fc.property(point, fc.tuple(small, small), fc.tuple(small, small), ([x, y], d, e) => {
      fc.pre(Math.abs(x) < 1e9 && Math.abs(y) < 1e9);
      const at = ([dx, dy]: readonly [number, number], k: number): Point => [
        x + dx * k + e[0] * 2 ** -40,
        y + dy * k + e[1] * 2 ** -40,
      ];
      const points = [at(d, 0), at(d, 1), [x + 2 * d[0], y + 2 * d[1]]] as const;
      expect(orientation(...(points as [Point, Point, Point]))).toBe(
        exactOrientation(...(points as [Point, Point, Point])),
      );
    }),
  );
});

test("swapping two points turns the sign, a cyclic shift keeps it", () => {
  fc.assert(
    fc.property(point, point, point, (a, b, c) => {
      const sign = orientation(a, b, c);
      expect(orientation(b, c, a)).toBe(sign);
      expect(orientation(b, a, c) + sign).toBe(0);
    }),
  );
});

test("coordinates that are no numbers are refused", () => {
  expect(() => orientation([Number.NaN, 0], [1, 1], [2, 2])).toThrow(RangeError);
  expect(() => orientation([0, 0], [Number.POSITIVE_INFINITY, 1], [2, 2])).toThrow(/finite/);
});
