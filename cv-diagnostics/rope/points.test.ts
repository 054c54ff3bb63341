/** Distances and evenly spaced points, by hand and over random lines. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { directionBetween, distanceBetween, lengthOf, nearestOnPiece, respace } from "./points.ts";

const point = fc.tuple(
  fc.double({ min: -1, max: 6, noNaN: true }),
  fc.double({ min: -1, max: 6, noNaN: true }),
);
const line = fc.array(point, { minLength: 2, maxLength: 12 });
const spacing = fc.double({ min: 0.05, max: 0.5, noNaN: true });

describe("distances", () => {
  it("measures between points and along lines", () => {
    expect(distanceBetween([1, 1], [4, 5])).toBe(5);
    expect(
      lengthOf([
        [0, 0],
        [3, 4],
        [3, 5],
      ]),
    ).toBe(6);
    expect(lengthOf([[2, 2]])).toBe(0);
    expect(lengthOf([])).toBe(0);
  });

  it.each([
    ["beside it", [1, 2], { distance: 2, share: 0.25 }],
    ["before it", [-3, 4], { distance: 5, share: 0 }],
    ["beyond it", [7, -4], { distance: 5, share: 1 }],
  ] as const)("finds the nearest place on a piece from %s", (_, from, nearest) => {
    expect(nearestOnPiece(from, [0, 0], [4, 0])).toEqual(nearest);
  });

  it("takes a piece without length for its point", () => {
    expect(nearestOnPiece([3, 4], [0, 0], [0, 0])).toEqual({ distance: 5, share: 0 });
    expect(directionBetween([2, 2], [2, 2])).toEqual([0, 0]);
  });

  it("gives directions of length 1", () => {
    expect(directionBetween([1, 1], [1, 4])).toEqual([0, 1]);
    expect(directionBetween([0, 0], [-3, 4])).toEqual([-0.6, 0.8]);
  });
});

describe("respace", () => {
  it("cuts a corner into even steps", () => {
    const corner: Point[] = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    expect(respace(corner, 0.5)).toEqual([
      [0, 0],
      [0.5, 0],
      [1, 0],
      [1, 0.5],
      [1, 1],
    ]);
  });

  it("keeps both ends of a line that is shorter than a step, and nothing of nothing", () => {
    const short: Point[] = [
      [0, 0],
      [0.01, 0],
    ];
    expect(respace(short, 0.1)).toEqual(short);
    expect(respace([], 0.1)).toEqual([]);
  });

  it("keeps the ends, and lays points on the line at even steps along it", () => {
    fc.assert(
      fc.property(line, spacing, (corners, wanted) => {
        const length = lengthOf(corners);
        const points = respace(corners, wanted);
        const steps = points.length - 1;
        expect(points[0]).toEqual(corners[0]);
        expect(points.at(-1)).toEqual(corners.at(-1));
        expect(steps).toBe(Math.max(1, Math.round(length / wanted)));
        for (const [k, at] of points.entries()) {
          const { distance, along } = placeAlong(at, corners, (k * length) / steps);
          expect(distance).toBeLessThan(1e-6);
          expect(Math.abs(along - (k * length) / steps)).toBeLessThan(1e-6 * (1 + length));
        }
      }),
    );
  });
});

/** The nearest place on a line, and, of several as near, the one whose way along it fits best. */
function placeAlong(at: Point, corners: readonly Point[], expected: number) {
  let walked = 0;
  let best = { distance: Number.POSITIVE_INFINITY, along: 0 };
  for (const [k, to] of corners.entries()) {
    const from = corners[k - 1] ?? to;
    const piece = distanceBetween(from, to);
    const { distance, share } = nearestOnPiece(at, from, to);
    const along = walked + share * piece;
    const isAsNear = distance < Math.max(1e-6, best.distance);
    const fitsBetter = Math.abs(along - expected) < Math.abs(best.along - expected);
    if (isAsNear && (best.distance > 1e-6 || fitsBetter)) best = { distance, along };
    walked += piece;
  }
  return best;
}
