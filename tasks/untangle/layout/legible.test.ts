import { describe, expect, it } from "vitest";
import type { Polyline } from "../../../core/geometry/polyline-crossings.ts";
import { isLegible, MIN_CROSSING_DISTANCE } from "./legible.ts";

const line = (...points: readonly (readonly [number, number])[]): Polyline =>
  points.map(([x, y], height) => [x, y, height] as const);

describe("isLegible", () => {
  it("takes ropes that cross apart from each other", () => {
    expect(isLegible([line([0, 0], [4, 0]), line([1, -1], [1, 1]), line([3, -1], [3, 1])])).toBe(
      true,
    );
  });

  it("refuses two crossings that fall together", () => {
    const near = MIN_CROSSING_DISTANCE * 0.9;
    const far = MIN_CROSSING_DISTANCE * 1.1;
    const through = (x: number): Polyline => line([x, -1], [x, 1]);
    expect(isLegible([line([0, 0], [4, 0]), through(1), through(1 + near)])).toBe(false);
    expect(isLegible([line([0, 0], [4, 0]), through(1), through(1 + far)])).toBe(true);
  });

  it("refuses a rope that crosses itself", () => {
    expect(isLegible([line([0, 0], [2, 0], [2, 1], [1, 1], [1, -1])])).toBe(false);
  });
});
