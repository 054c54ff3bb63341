/** Connected regions of painted masks. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { cellAt, createRaster, SAMPLES_PER_UNIT } from "./raster.ts";
import { takeRegions } from "./regions.ts";

const raster = createRaster(3);
const CELL = 1 / SAMPLES_PER_UNIT;

/** A mask with boxes of so many cells from a place. */
function maskOf(...boxes: readonly (readonly [Point, number, number])[]): Uint8Array {
  const mask = new Uint8Array(raster.size);
  for (const [place, cols, rows] of boxes) {
    const corner = cellAt(raster, place);
    for (let row = 0; row < rows; row++) {
      mask.fill(1, corner + row * raster.cols, corner + row * raster.cols + cols);
    }
  }
  return mask;
}

describe("takeRegions", () => {
  it("gives place, area and extent, largest first, and empties the mask", () => {
    const mask = maskOf([[0, 0], 4, 4], [[1, 1], 16, 8]);
    const regions = takeRegions(raster, mask, 0);
    expect(regions.map(({ area }) => area)).toEqual([128 * CELL ** 2, 16 * CELL ** 2]);
    expect(regions.map(({ extent }) => extent)).toEqual([15 * CELL, 3 * CELL]);
    const [x, y] = regions[0]?.at ?? [9, 9];
    expect(Math.abs(x - 1.25)).toBeLessThan(CELL);
    expect(Math.abs(y - 1.125)).toBeLessThan(CELL);
    expect(mask.every((value) => value === 0)).toBe(true);
  });

  it("joins cells that touch at a corner, and not across the grid's edge", () => {
    const corner: Point = [1 - 2 * CELL, 1 - 2 * CELL];
    expect(takeRegions(raster, maskOf([corner, 2, 2], [[1, 1], 2, 2]), 0)).toHaveLength(1);
    const edge = maskOf([[2.99, 0], 1, 1], [[-1, CELL], 1, 1]);
    expect(takeRegions(raster, edge, 0)).toHaveLength(2);
  });

  it("leaves out regions that are too small", () => {
    const mask = maskOf([[0, 0], 4, 4], [[1, 1], 16, 8]);
    expect(takeRegions(raster, mask, 17 * CELL ** 2)).toHaveLength(1);
  });

  it("places a bent region on itself", () => {
    const mask = maskOf([[0, 0], 64, 2], [[0, 0], 2, 64], [[1.95, 0], 2, 64]);
    const before = mask.slice();
    const [region] = takeRegions(raster, mask, 0);
    expect(before[cellAt(raster, region?.at ?? [9, 9])]).toBe(1);
  });
});
