/** Connected regions of samples: their size and place. Owns nothing about ropes. */
import type { Point } from "../../core/geometry/homography.ts";
import { distanceBetween } from "./points.ts";
import { placeOf, type Raster, SAMPLES_PER_UNIT } from "./raster.ts";

export type Region = {
  /** The sample nearest to the mean place. */
  readonly at: Point;
  /** In squared hole spacings. */
  readonly area: number;
  /** Longest side of the box around it, in hole spacings. */
  readonly extent: number;
};

/** Regions of samples that are not 0 in the mask, 8-connected, largest first. The mask is emptied. */
export function takeRegions(raster: Raster, mask: Uint8Array, leastArea: number): Region[] {
  const { cols, rows } = raster;
  const regions: Region[] = [];
  const stack: number[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0) continue;
    const cells: number[] = [];
    mask[start] = 0;
    stack.push(start);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      cells.push(index);
      const row = Math.floor(index / cols);
      const col = index - row * cols;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, col - 1); x <= Math.min(cols - 1, col + 1); x++) {
          const there = y * cols + x;
          if (mask[there] === 0) continue;
          mask[there] = 0;
          stack.push(there);
        }
      }
    }
    const area = cells.length / SAMPLES_PER_UNIT ** 2;
    if (area >= leastArea) regions.push(describe(raster, cells, area));
  }
  return regions.sort((a, b) => b.area - a.area);
}

function describe(raster: Raster, cells: readonly number[], area: number): Region {
  const places = cells.map((index) => placeOf(raster, index));
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const mean: Point = [
    xs.reduce((sum, x) => sum + x, 0) / xs.length,
    ys.reduce((sum, y) => sum + y, 0) / ys.length,
  ];
  let at = places[0] ?? mean;
  for (const place of places) {
    if (distanceBetween(place, mean) < distanceBetween(at, mean)) at = place;
  }
  const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  return { at, area, extent };
}
