/** Geometry of the sample grid: cells to places and back, rings of cells, the grid's edge. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceBetween } from "./points.ts";
import {
  cellAt,
  createRaster,
  holePoint,
  offsetsWithin,
  placeOf,
  SAMPLES_PER_UNIT,
  visitAround,
} from "./raster.ts";

const raster = createRaster(5);

describe("createRaster", () => {
  it("reaches one spacing beyond the outer holes", () => {
    expect(raster).toMatchObject({ left: -1, top: -1, step: 1 / 32, gridSize: 5 });
    expect([raster.cols, raster.rows, raster.size]).toEqual([192, 192, 192 * 192]);
  });

  it("numbers cells along x first", () => {
    expect(placeOf(raster, 0)).toEqual([-1 + 1 / 64, -1 + 1 / 64]);
    expect(placeOf(raster, 1)).toEqual([-1 + 3 / 64, -1 + 1 / 64]);
    expect(placeOf(raster, raster.cols)).toEqual([-1 + 1 / 64, -1 + 3 / 64]);
  });

  it("finds each cell at its own place", () => {
    fc.assert(
      fc.property(fc.nat(raster.size - 1), (index) => {
        expect(cellAt(raster, placeOf(raster, index))).toBe(index);
      }),
    );
  });

  it("takes the nearest cell for a place beyond the grid", () => {
    expect(cellAt(raster, [-9, -9])).toBe(0);
    expect(cellAt(raster, [99, 99])).toBe(raster.size - 1);
    expect(cellAt(raster, [99, -9])).toBe(raster.cols - 1);
  });
});

describe("offsetsWithin and visitAround", () => {
  it("holds all cells between two distances, and no others", () => {
    const ring = offsetsWithin(0.1, 0.2);
    const area = Math.PI * (0.2 ** 2 - 0.1 ** 2) * SAMPLES_PER_UNIT ** 2;
    expect(ring.length / area).toBeCloseTo(1, 1);
    const centre = cellAt(raster, [2, 2]);
    const seen: number[] = [];
    visitAround(raster, centre, ring, (index, { distance }) => {
      expect(distanceBetween(placeOf(raster, centre), placeOf(raster, index))).toBeCloseTo(
        distance,
        9,
      );
      expect(distance).toBeGreaterThanOrEqual(0.1);
      expect(distance).toBeLessThan(0.2);
      seen.push(index);
    });
    expect(new Set(seen).size).toBe(ring.length);
  });

  it("leaves out what lies beyond the grid", () => {
    const square = offsetsWithin(0, 1.5 / SAMPLES_PER_UNIT);
    expect(square).toHaveLength(9);
    const seen: number[] = [];
    visitAround(raster, raster.cols - 1, square, (index) => seen.push(index));
    const { cols } = raster;
    expect(seen).toEqual([cols - 2, cols - 1, 2 * cols - 2, 2 * cols - 1]);
  });
});

it("puts hole (row, col) at x = row, y = col", () => {
  expect([0, 4, 5, 13].map((hole) => holePoint(5, hole))).toEqual([
    [0, 0],
    [0, 4],
    [1, 0],
    [2, 3],
  ]);
});
