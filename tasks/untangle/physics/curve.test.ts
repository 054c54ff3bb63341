import { expect, test } from "vitest";
import { pointOnCurve, pointOnPiece } from "./curve.ts";
import type { Particle } from "./world.ts";

const CORNERS: readonly Particle[] = [
  [0, 0, 0],
  [1, 2, 0],
  [4, 2, 1],
  [4, 0, 5],
];

test("the curve passes through its corners at even shares", () => {
  for (const [index, corner] of CORNERS.entries()) {
    const point = pointOnCurve(CORNERS, index / (CORNERS.length - 1));
    for (const axis of [0, 1, 2] as const) expect(point[axis]).toBeCloseTo(corner[axis], 12);
  }
});

test("corners on a line give the line", () => {
  const line: Particle[] = [0, 1, 2, 3].map((k) => [k, 2 * k, -k]);
  for (const share of [0.1, 0.5, 0.77]) {
    const [x, y, z] = pointOnCurve(line, share);
    expect(x).toBeCloseTo(3 * share, 12);
    expect([y, z]).toEqual([expect.closeTo(6 * share, 12), expect.closeTo(-3 * share, 12)]);
  }
});

test("pieces meet smoothly", () => {
  const step = 1e-6;
  const left = pointOnPiece(CORNERS, 0, 1 - step);
  const right = pointOnPiece(CORNERS, 1, step);
  const corner = CORNERS[1] ?? [0, 0, 0];
  const into = corner.map((value, axis) => value - (left[axis as 0] ?? 0));
  const out = right.map((value, axis) => value - (corner[axis as 0] ?? 0));
  const lengths = [into, out].map((v) => Math.hypot(...v));
  const dot = into.reduce((sum, value, axis) => sum + value * (out[axis] ?? 0), 0);
  expect(dot / ((lengths[0] ?? 0) * (lengths[1] ?? 0))).toBeCloseTo(1, 4);
});

test("equal corners are no harm; there is no piece beyond the last", () => {
  const twice: Particle[] = [
    [0, 0, 0],
    [0, 0, 0],
    [1, 0, 0],
  ];
  expect(pointOnPiece(twice, 0, 0.5).every(Number.isFinite)).toBe(true);
  expect(() => pointOnPiece(CORNERS, 3, 0.5)).toThrow(RangeError);
});
