/** Distances and parts of lines, by hand. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../core/geometry/homography.ts";
import {
  distanceOfLines,
  distanceToLine,
  lineBetween,
  mixLines,
  nearestOn,
  resample,
} from "./lines.ts";

/** Along the lower and the right side of a square of side 2. */
const CORNER: readonly Point[] = [
  [0, 0],
  [2, 0],
  [2, 2],
];

describe("nearestOn", () => {
  it("finds points inside segments, at corners and at ends", () => {
    expect(nearestOn([1, 1], CORNER)).toEqual([1, 0]);
    expect(nearestOn([3, -1], CORNER)).toEqual([2, 0]);
    expect(nearestOn([-1, 0.5], CORNER)).toEqual([0, 0]);
  });

  it("leaves a point where it is when there is no line", () => {
    expect(nearestOn([1, 1], [])).toEqual([1, 1]);
    expect(distanceToLine([1, 1], [])).toBe(Number.POSITIVE_INFINITY);
    expect(distanceToLine([1, 1], [[1, 3]])).toBe(2);
  });
});

describe("distanceOfLines", () => {
  it("is that of the nearest corner of either", () => {
    const beside: readonly Point[] = [
      [0.5, 3],
      [0.5, 0.25],
    ];
    expect(distanceOfLines(CORNER, beside)).toBe(0.25);
    expect(distanceOfLines(beside, CORNER)).toBe(0.25);
  });
});

describe("lineBetween", () => {
  it("cuts by shares of the length and keeps corners between", () => {
    expect(lineBetween(CORNER, 0.25, 0.75)).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
    ]);
    expect(lineBetween(CORNER, 0.75, 0.25)).toEqual(lineBetween(CORNER, 0.25, 0.75));
    expect(lineBetween(CORNER, 0.5, 0.5)).toEqual([[2, 0]]);
  });
});

describe("resample", () => {
  it("puts corners at equal distances", () => {
    expect(resample(CORNER, 5)).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
    ]);
  });

  it("gives lines that can be mixed corner by corner", () => {
    const raised = CORNER.map(([x, y]): Point => [x, y + 4]);
    expect(mixLines(CORNER, raised, 0.25)).toEqual([
      [0, 1],
      [2, 1],
      [2, 3],
    ]);
  });
});
