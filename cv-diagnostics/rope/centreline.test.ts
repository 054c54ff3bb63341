/** Centre lines of painted ropes: how exact they are, through hidden stretches, and pinned. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { followCentre, POINT_SPACING } from "./centreline.ts";
import { FIRST_ROPE, GROUND } from "./colours.ts";
import { distanceBetween, lengthOf } from "./points.ts";
import { cellAt } from "./raster.ts";
import { arc, farthestOff, type Mark, paint, ropeMarks } from "./testing/labels.ts";
import { createTracer } from "./trace.ts";

/** Follows rope 0 over what is painted. */
function follow(line: readonly Point[], marks: readonly Mark[], pins: readonly Point[] = []) {
  const { raster, labels } = paint(5, marks);
  const ends = [line[0] ?? [0, 0], line.at(-1) ?? [0, 0]] as const;
  const [from, to] = [cellAt(raster, ends[0]), cellAt(raster, ends[1])];
  const way = createTracer(raster, labels, FIRST_ROPE).trace(from, to) ?? [];
  return followCentre(raster, labels, FIRST_ROPE, way, ends, pins);
}

const LINES: Record<string, readonly Point[]> = {
  "along the rows": [
    [0, 1],
    [4, 1],
  ],
  "along the columns": [
    [2, 0],
    [2, 4],
  ],
  "at 45 degrees": [
    [0, 0],
    [4, 4],
  ],
  "at 20 degrees": [
    [0, 1],
    [4, 2.456],
  ],
  "between samples": [
    [0.013, 1.009],
    [3.987, 1.021],
  ],
  "an arc of radius 2": arc([2, 3], 2, 180, 360),
  "an arc of radius 1": arc([2, 2], 1, 120, 400),
  "an arc of radius 0.6": arc([2, 2], 0.6, 90, 330),
  "an S": [...arc([1, 2], 1, 180, 360), ...arc([3, 2], 1, 180, 0).slice(1)],
};

describe("a rope that is seen whole", () => {
  it.each(Object.entries(LINES))("%s: within 0.02 spacings, evenly spaced", (_, line) => {
    const { points, covers } = follow(line, ropeMarks(0, line));
    expect(farthestOff(points, line)).toBeLessThan(0.02);
    expect(farthestOff(line, points)).toBeLessThan(0.02);
    expect(Math.abs(lengthOf(points) / lengthOf(line) - 1)).toBeLessThan(0.015);
    expect(points[0]).toEqual(line[0]);
    expect(points.at(-1)).toEqual(line.at(-1));
    for (let k = 1; k < points.length; k++) {
      const step = distanceBetween(points[k - 1] ?? [9, 9], points[k] ?? [9, 9]);
      expect(Math.abs(step - POINT_SPACING)).toBeLessThan(0.012);
    }
    expect(new Set(covers)).toEqual(new Set(["own"]));
  });
});

describe("a rope under others", () => {
  const across = (x: number, slant = 0): Mark => ({
    rope: 1,
    line: [
      [x - slant, 0],
      [x + slant, 2],
    ],
  });

  it.each([
    ["one", [across(2)]],
    ["one at a slant", [across(2, 0.8)]],
    ["two", [across(1), across(3, 0.3)]],
    ["two side by side", [across(2), across(2.2)]],
    ["three side by side", [across(2), across(2.2), across(2.4)]],
  ] satisfies (readonly [string, Mark[]])[])("%s: goes on straight", (_, others) => {
    const line = LINES["along the rows"] ?? [];
    const { points, covers } = follow(line, [...ropeMarks(0, line), ...others]);
    expect(farthestOff(points, line)).toBeLessThan(0.03);
    expect(new Set(covers)).toEqual(new Set(["own", "other"]));
    const hidden = points.filter((_point, k) => covers[k] === "other");
    for (const [x] of hidden) {
      const isUnder = others.some((other) => {
        const [from, to] = "line" in other ? other.line : [];
        return Math.abs(x - ((from?.[0] ?? 9) + (to?.[0] ?? 9)) / 2) < 0.25;
      });
      expect(isUnder).toBe(true);
    }
  });

  it("goes on in its curve", () => {
    const line = LINES["an arc of radius 1"] ?? [];
    const cover: Mark = {
      rope: 1,
      line: [
        [2, 2],
        [4, 1.4],
      ],
      radius: 0.2,
    };
    const { points, covers } = follow(line, [...ropeMarks(0, line), cover]);
    expect(covers).toContain("other");
    expect(farthestOff(points, line)).toBeLessThan(0.035);
  });

  it("keeps to the half that is seen beside a rope along it", () => {
    const line = LINES["along the rows"] ?? [];
    const beside: Mark = {
      rope: 1,
      line: [
        [1, 1.13],
        [3, 1.13],
      ],
    };
    const { points } = follow(line, [...ropeMarks(0, line), beside]);
    expect(farthestOff(points, line)).toBeLessThan(0.03);
  });
});

describe("ground and pins", () => {
  it("calls bare stretches ground", () => {
    const line = LINES["along the rows"] ?? [];
    const gap: Mark = {
      label: GROUND,
      line: [
        [1.6, 0.8],
        [1.6, 1.2],
        [2.2, 1.2],
        [2.2, 0.8],
      ],
      radius: 0.25,
    };
    const { points, covers } = follow(line, [...ropeMarks(0, line), gap]);
    const bare = points.filter((_, k) => covers[k] === "ground").map(([x]) => x);
    expect(Math.min(...bare)).toBeGreaterThan(1.25);
    expect(Math.max(...bare)).toBeLessThan(2.55);
    expect(bare.length * POINT_SPACING).toBeGreaterThan(0.9);
  });

  it("goes exactly through pins", () => {
    const line = LINES["along the rows"] ?? [];
    const pin: Point = [2.03, 1.07];
    const { points } = follow(line, ropeMarks(0, line), [pin]);
    expect(Math.min(...points.map((point) => distanceBetween(point, pin)))).toBeLessThan(0.055);
    const [free] = [follow(line, ropeMarks(0, line)).points];
    const nearest = (of: readonly Point[]) =>
      Math.max(...of.filter(([x]) => Math.abs(x - 2) < 0.3).map(([, y]) => y));
    expect(nearest(points)).toBeGreaterThan(nearest(free) + 0.03);
  });
});
