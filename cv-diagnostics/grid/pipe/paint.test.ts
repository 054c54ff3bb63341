/** Learning a clip's colours: who teaches, how fast, how far. */
import { describe, expect, it } from "vitest";
import { NEUTRAL } from "../unmix.ts";
import { addToPaint, learnPaint, type PaintSums } from "./paint.ts";
import { PIPE_PAINT } from "./templates.ts";

const nothing = (): PaintSums => ({ first: [0, 0, 0, 0], second: [0, 0, 0, 0] });

/** `count` samples of one colour with the given shares. */
function taught(
  rgb: readonly [number, number, number],
  a: number,
  b: number,
  count: number,
  brightness = NEUTRAL,
): PaintSums {
  const sums = nothing();
  const colours = Float32Array.from({ length: 3 * count }, (_, i) => rgb[(i % 3) as 0]);
  const shares = (value: number) => new Float32Array(count).fill(value);
  addToPaint(sums, colours, shares(a), shares(b), brightness);
  return sums;
}

describe("addToPaint", () => {
  it("takes samples that are nearly pure, and no others", () => {
    expect(taught([40, 200, 90], 1, 0, 5).first).toEqual([200, 1000, 450, 5]);
    expect(taught([40, 200, 90], 0.1, 0.9, 5).second).toEqual([200, 1000, 450, 5]);
    for (const [a, b] of [
      [0.8, 0],
      [1, 0.3],
      [0.5, 0.5],
      [0, 0],
    ] as const) {
      expect(taught([40, 200, 90], a, b, 5)).toEqual(nothing());
    }
  });

  it("takes them as the renderer would have drawn them", () => {
    const sums = taught([40, 200, 90], 1, 0, 1, { gain: 2, bias: -10 });
    expect(sums.first).toEqual([70, 390, 170, 1]);
  });
});

describe("learnPaint", () => {
  const [r, g, b] = PIPE_PAINT.first;
  const shifted: readonly [number, number, number] = [r + 20, g - 20, b + 8];

  it("goes a part of the way to what a frame shows, and all of it in time", () => {
    const sums = taught(shifted, 1, 0, 400);
    let paint = learnPaint(PIPE_PAINT, sums);
    expect(paint.first[0]).toBeGreaterThan(r);
    expect(paint.first[0]).toBeLessThan(r + 20);
    expect(paint.second).toEqual(PIPE_PAINT.second);
    expect(paint.background).toEqual(PIPE_PAINT.background);
    for (let frame = 0; frame < 30; frame++) paint = learnPaint(paint, sums);
    paint.first.forEach((value, c) => {
      expect(value).toBeCloseTo(shifted[c as 0], 1);
    });
  });

  it("learns nothing from a handful of samples", () => {
    expect(learnPaint(PIPE_PAINT, taught(shifted, 1, 0, 5))).toEqual(PIPE_PAINT);
  });

  it("never goes so far that one paint becomes the other", () => {
    const blue = taught([...PIPE_PAINT.second] as [number, number, number], 1, 0, 400);
    let paint = PIPE_PAINT;
    for (let frame = 0; frame < 200; frame++) paint = learnPaint(paint, blue);
    const distance = (from: readonly number[], to: readonly number[]): number =>
      Math.hypot(...from.map((value, c) => value - (to[c] ?? 0)));
    expect(distance(paint.first, PIPE_PAINT.first)).toBeLessThan(
      distance(paint.first, PIPE_PAINT.second),
    );
  });
});
