/** Unmixing against mixtures made by the formula that it inverts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rgb } from "../../core/image.ts";
import { PIPE_PAINT } from "./pipe/templates.ts";
import { NEUTRAL, type PaintPalette, unmix } from "./unmix.ts";

/** background + a * (first - background) + b * (second - background), per channel. */
function mix({ background, first, second }: PaintPalette, a: number, b: number): number[] {
  return background.map(
    (k, c) => k + a * ((first[c as 0] ?? 0) - k) + b * ((second[c as 0] ?? 0) - k),
  );
}

function sharesOf(rgb: readonly number[], palette = PIPE_PAINT, brightness = NEUTRAL) {
  const first = new Float32Array(rgb.length / 3);
  const second = new Float32Array(rgb.length / 3);
  unmix(new Float32Array(rgb), palette, brightness, first, second);
  return { first: [...first], second: [...second] };
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("unmix", () => {
  it("reads pure background, pure paints and an even mixture", () => {
    const { first, second } = sharesOf([
      ...PIPE_PAINT.background,
      ...PIPE_PAINT.first,
      ...PIPE_PAINT.second,
      ...mix(PIPE_PAINT, 0.5, 0.5),
    ]);
    [0, 1, 0, 0.5].forEach((a, i) => {
      expect(first[i]).toBeCloseTo(a, 5);
    });
    [0, 0, 1, 0.5].forEach((b, i) => {
      expect(second[i]).toBeCloseTo(b, 5);
    });
  });

  it("gives back every mixture of the two paints", () => {
    fc.assert(
      fc.property(share, share, (a, b) => {
        const { first, second } = sharesOf(mix(PIPE_PAINT, a, b));
        expect(first[0]).toBeCloseTo(a, 4);
        expect(second[0]).toBeCloseTo(b, 4);
      }),
    );
  });

  it("gives back mixtures under a brightness that it is told of", () => {
    const gain = fc.double({ min: 0.5, max: 2, noNaN: true });
    const bias = fc.double({ min: -30, max: 30, noNaN: true });
    fc.assert(
      fc.property(share, share, gain, bias, (a, b, g, k) => {
        const seen = mix(PIPE_PAINT, a, b).map((value) => (value - k) / g);
        const { first, second } = sharesOf(seen, PIPE_PAINT, { gain: g, bias: k });
        expect(first[0]).toBeCloseTo(a, 3);
        expect(second[0]).toBeCloseTo(b, 3);
      }),
    );
  });

  it("cuts off at 1.2, and never goes below 0", () => {
    const { first, second } = sharesOf([
      ...mix(PIPE_PAINT, 1.5, 0),
      ...mix(PIPE_PAINT, 0, 2),
      ...mix(PIPE_PAINT, -0.4, -0.3),
    ]);
    expect(first[0]).toBeCloseTo(1.2, 5);
    expect(second[1]).toBeCloseTo(1.2, 5);
    expect([first[2], second[2]]).toEqual([0, 0]);
  });

  it("explains a colour outside of the two paints by the nearer one alone", () => {
    // Paints along red and green only: what is left of a negative share goes nowhere.
    const square: PaintPalette = { background: [0, 0, 0], first: [100, 0, 0], second: [0, 100, 0] };
    const { first, second } = sharesOf([60, -50, 0, -50, 60, 0], square);
    [0.6, 0].forEach((a, i) => {
      expect(first[i]).toBeCloseTo(a, 5);
      expect(second[i]).toBeCloseTo(0.6 - a, 5);
    });
    // Slanted paints: dropping one changes the share of the other (least squares).
    const slanted: PaintPalette = {
      background: [0, 0, 0],
      first: [100, 0, 0],
      second: [60, 80, 0],
    };
    // 0.8 first - 0.5 second, and -0.5 first + 1 second: (6400 + 600) / 100^2 of the second alone.
    const alone = sharesOf([50, -40, 0, 10, 80, 0], slanted);
    expect(alone.second[0]).toBe(0);
    expect(alone.first[0]).toBeCloseTo(0.5, 5);
    expect(alone.first[1]).toBe(0);
    expect(alone.second[1]).toBeCloseTo(0.7, 5);
  });

  it("leaves grey light out: it is neither paint", () => {
    const grey: Rgb = [40, 44, 52];
    const { first, second } = sharesOf([...grey]);
    expect((first[0] ?? 1) + (second[0] ?? 1)).toBeLessThan(0.2);
  });
});
