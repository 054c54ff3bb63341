/** Halving and bilinear reading on matrices small enough to work out by hand. */
import { describe, expect, it } from "vitest";
import { IDENTITY, scaleThenShift } from "../../core/geometry/homography.ts";
import type { RgbImage } from "../../core/image.ts";
import { halveRgb, lumaOf, type SampleGrid, sampleRgb } from "./resample.ts";

/** A picture whose pixels are (v, v + 1, v + 2). */
function picture(rows: readonly (readonly number[])[]): RgbImage {
  return {
    widthPx: rows[0]?.length ?? 0,
    heightPx: rows.length,
    data: new Uint8Array(rows.flat().flatMap((v) => [v, v + 1, v + 2])),
  };
}

/** The first channel, row by row; the other two are checked to follow it. */
function firstChannel(values: ArrayLike<number>): readonly number[] {
  const all = Array.from(values);
  const first = all.filter((_, i) => i % 3 === 0);
  first.forEach((value, i) => {
    expect(all[3 * i + 1]).toBeCloseTo(value + 1, 4);
    expect(all[3 * i + 2]).toBeCloseTo(value + 2, 4);
  });
  return first;
}

function read(image: RgbImage, grid: SampleGrid, map = IDENTITY) {
  const out = new Float32Array(grid.rows * grid.cols * 3);
  const share = sampleRgb(image, map, grid, out);
  return { share, values: firstChannel(out) };
}

describe("halveRgb", () => {
  it("takes the mean of each block, halves rounded up", () => {
    const halved = halveRgb(
      picture([
        [0, 2, 10, 10],
        [4, 6, 10, 12],
      ]),
    );
    expect([halved.widthPx, halved.heightPx]).toEqual([2, 1]);
    expect(firstChannel(halved.data)).toEqual([3, 11]);
  });

  it("drops an odd last row and column", () => {
    const halved = halveRgb(
      picture([
        [8, 8, 99],
        [8, 8, 99],
        [99, 99, 99],
      ]),
    );
    expect([halved.widthPx, halved.heightPx]).toEqual([1, 1]);
    expect(firstChannel(halved.data)).toEqual([8]);
  });

  it("does not wrap at the brightest value", () => {
    const white = { widthPx: 2, heightPx: 2, data: new Uint8Array(12).fill(255) };
    expect([...halveRgb(white).data]).toEqual([255, 255, 255]);
  });
});

describe("sampleRgb", () => {
  const two = picture([
    [0, 100],
    [20, 200],
  ]);
  const grid = (left: number, top: number, cols: number, rows: number, step = 1): SampleGrid => ({
    left,
    top,
    step,
    cols,
    rows,
  });

  it("returns the pixels themselves at their centres", () => {
    expect(read(two, grid(0, 0, 2, 2))).toEqual({ share: 1, values: [0, 100, 20, 200] });
  });

  it("mixes the four neighbours between their centres", () => {
    // One sample at (1, 1), the corner that all four pixels share: their mean.
    expect(read(two, grid(0.5, 0.5, 1, 1)).values).toEqual([80]);
    // At (0.75, 0.5): a quarter of the way from 0 to 100, on the upper row.
    expect(read(two, grid(0.25, 0, 1, 1)).values).toEqual([25]);
  });

  it("repeats the edge outside, and counts only what is inside", () => {
    const outside = read(two, grid(-1, 0, 4, 1));
    expect(outside.values).toEqual([0, 0, 100, 100]);
    expect(outside.share).toBe(0.5);
    const far = read(two, grid(50, 50, 1, 1));
    expect(far).toEqual({ share: 0, values: [200] });
  });

  it("counts a sample on the border of the picture as inside", () => {
    expect(read(two, grid(-0.5, 0, 1, 1)).share).toBe(1);
    expect(read(two, grid(-0.51, 0, 1, 1)).share).toBe(0);
    expect(read(two, grid(1.5, 1.5, 1, 1)).share).toBe(1);
    expect(read(two, grid(1.51, 0, 1, 1)).share).toBe(0);
  });

  it("maps the grid into the picture by the homography", () => {
    const board = scaleThenShift(2, 2, 0, 0);
    // Board units of two pixels, half a unit a sample: the four pixels again.
    expect(read(two, grid(0, 0, 2, 2, 0.5), board).values).toEqual([0, 100, 20, 200]);
    // w = 2 halves every coordinate: (2, 2) falls on (1, 1).
    expect(read(two, grid(1.5, 1.5, 1, 1), [1, 0, 0, 0, 1, 0, 0, 0, 2]).values).toEqual([80]);
  });

  it("reads pictures of one row, one column and one pixel", () => {
    expect(read(picture([[10, 30]]), grid(0.5, 0, 1, 1)).values).toEqual([20]);
    expect(read(picture([[10], [30]]), grid(0, 0.5, 1, 1)).values).toEqual([20]);
    expect(read(picture([[7]]), grid(0, 0, 1, 1))).toEqual({ share: 1, values: [7] });
  });
});

describe("lumaOf", () => {
  it("weighs the channels as Rec. 601 does", () => {
    const out = new Float32Array(4);
    lumaOf(new Float32Array([255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 200, 200]), out);
    expect(out[0]).toBeCloseTo(76.245, 3);
    expect(out[1]).toBeCloseTo(149.685, 3);
    expect(out[2]).toBeCloseTo(29.07, 3);
    expect(out[3]).toBeCloseTo(200, 3);
  });
});
