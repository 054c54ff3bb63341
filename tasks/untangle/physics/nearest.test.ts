import fc from "fast-check";
import { expect, test } from "vitest";
import {
  APART_X,
  APART_Y,
  APART_Z,
  FIRST_SHARE,
  measureNearest,
  measurePublished,
  nearest,
  SECOND_SHARE,
} from "./nearest.ts";

const coordinate = fc.integer({ min: -20, max: 20 }).map((value) => value / 4);
const twoSegments = fc
  .array(coordinate, { minLength: 12, maxLength: 12 })
  .map((values) => Float64Array.from(values));

test("hand-worked distances, and where they are", () => {
  const crossing = Float64Array.from([0, 0, 0, 4, 0, 0, 1, 3, -1, 1, 3, 1]);
  expect(measureNearest(crossing, 0, 6)).toBe(9);
  expect([nearest[FIRST_SHARE], nearest[SECOND_SHARE]]).toEqual([0.25, 0.5]);
  expect([nearest[APART_X], nearest[APART_Y], nearest[APART_Z]]).toEqual([0, -3, 0]);
  const ends = Float64Array.from([0, 0, 0, 1, 0, 0, 4, 4, 0, 9, 9, 0]);
  expect(measureNearest(ends, 0, 6)).toBe(25);
  const parallel = Float64Array.from([0, 0, 0, 4, 0, 0, 1, 2, 0, 3, 2, 0]);
  expect(measureNearest(parallel, 0, 6)).toBe(4);
  const points = Float64Array.from([1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 3]);
  expect(measureNearest(points, 0, 6)).toBe(4);
});

test("no pair of points of two segments is nearer, and the order does not matter", () => {
  fc.assert(
    fc.property(twoSegments, (positions) => {
      const squared = measureNearest(positions, 0, 6);
      expect(measureNearest(positions, 6, 0)).toBeCloseTo(squared, 9);
      const at = (from: number, share: number): number[] =>
        [0, 1, 2].map((axis) => {
          const start = positions[from + axis] ?? 0;
          return start + ((positions[from + 3 + axis] ?? 0) - start) * share;
        });
      for (let i = 0; i <= 10; i++) {
        for (let j = 0; j <= 10; j++) {
          const [p, q] = [at(0, i / 10), at(6, j / 10)];
          const apart = p.reduce((sum, value, axis) => sum + (value - (q[axis] ?? 0)) ** 2, 0);
          expect(apart).toBeGreaterThanOrEqual(squared - 1e-9);
        }
      }
    }),
    { numRuns: 60, seed: 3 },
  );
});

test("the published measure is never too near, and too far where it clamps both feet", () => {
  let farthest = 0;
  fc.assert(
    fc.property(twoSegments, (positions) => {
      const exact = measureNearest(positions, 0, 6);
      const published = measurePublished(positions, 0, 6);
      expect(published).toBeGreaterThanOrEqual(exact - 1e-9);
      farthest = Math.max(farthest, published - exact);
    }),
    { numRuns: 200, seed: 3 },
  );
  expect(farthest).toBeGreaterThan(1);
});
