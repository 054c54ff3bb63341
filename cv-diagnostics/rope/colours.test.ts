/** Labels of colours: the published ropes as lit, in other light, blended with what is beside them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rgb } from "../../core/image.ts";
import { ROPE_COLOURS } from "../../tasks/untangle/index.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import {
  type Chroma,
  chromaOf,
  colourTable,
  drift,
  FIRST_ROPE,
  FOREIGN,
  GROUND,
  isAlike,
  lookUp,
  MIXED,
} from "./colours.ts";
import { distanceBetween } from "./points.ts";
import { blend, colourOf, paletteOf } from "./testing/palette.ts";

/** Ropes of the published boards: the first so many colours. */
const COUNTS = [4, 5, 6, 8] as const;
const TABLES = new Map(
  COUNTS.map((count) => [count, colourTable(paletteOf(ROPE_COLOURS.slice(0, count))).labels]),
);

function labelOf(colour: Rgb, count: (typeof COUNTS)[number]): number {
  const [red, green] = chromaOf(colour);
  return lookUp(TABLES.get(count) ?? new Uint8Array(), red, green);
}

const dimmed = (colour: Rgb, share: number): Rgb => blend(colour, [0, 0, 0], share);

describe("pure colours", () => {
  it.each(COUNTS)(
    "of %d ropes and their plugs are theirs, in the sun and in the shadow",
    (count) => {
      for (const [rope, name] of ROPE_COLOURS.slice(0, count).entries()) {
        for (const role of [`rope-${name}`, `plug-${name}`]) {
          for (const light of [1, 0.7, 0.4]) {
            expect([role, labelOf(dimmed(colourOf(role), light), count)]).toEqual([
              role,
              FIRST_ROPE + rope,
            ]);
          }
        }
      }
    },
  );

  it.each(COUNTS)("of the board are ground beside %d ropes", (count) => {
    for (const role of ["ground", "ground-shadow", "background", "rim", "hole", "label"]) {
      expect([role, labelOf(colourOf(role), count)]).toEqual([role, GROUND]);
    }
  });

  it.each([
    [4, "purple"],
    [4, "orange"],
    [4, "cyan"],
    [5, "orange"],
    [5, "cyan"],
    [6, "cyan"],
  ] as const)("on a board of %d ropes %s is foreign", (count, name) => {
    expect(labelOf(colourOf(`rope-${name}`), count)).toBe(FOREIGN);
  });

  it("between those of two ropes are mixed: lime between green and yellow", () => {
    expect(labelOf(colourOf("rope-lime"), 4)).toBe(MIXED);
  });
});

describe("blends", () => {
  it.each(COUNTS)("with the ground go from ground to rope once, beside %d ropes", (count) => {
    for (const [rope, name] of ROPE_COLOURS.slice(0, count).entries()) {
      const labels = Array.from({ length: 21 }, (_, k) =>
        labelOf(blend(colourOf(`rope-${name}`), colourOf("ground"), k / 20), count),
      );
      const first = labels.findIndex((label) => label !== GROUND);
      expect([name, [...new Set(labels)]]).toEqual([name, [GROUND, FIRST_ROPE + rope]]);
      expect(labels.slice(first)).not.toContain(GROUND);
      expect(first / 20).toBeGreaterThan(0.3);
      expect(first / 20).toBeLessThan(0.75);
    }
  });

  it.each(COUNTS)("of two ropes are never foreign, of %d", (count) => {
    const ropes = ROPE_COLOURS.slice(0, count).map((name) => colourOf(`rope-${name}`));
    fc.assert(
      fc.property(
        fc.constantFrom(...ropes),
        fc.constantFrom(...ropes),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (first, second, share) => {
          expect(labelOf(blend(first, second, share), count)).not.toBe(FOREIGN);
        },
      ),
    );
  });

  it.each([
    ["red", "green"],
    ["red", "blue"],
    ["green", "blue"],
    ["green", "yellow"],
  ] as const)("of %s and %s by halves are mixed", (first, second) => {
    const [a, b] = [colourOf(`rope-${first}`), colourOf(`rope-${second}`)];
    expect(labelOf(blend(a, b, 0.5), 4)).toBe(MIXED);
  });
});

describe("tables", () => {
  const palette = paletteOf(ROPE_COLOURS.slice(0, 4));
  const movedBy = (by: number) => ({
    ...palette,
    ropes: palette.ropes.map(([r, g], k): Chroma => (k === 2 ? [r + by, g] : [r, g])),
  });

  it("serve for palettes that are hardly different", () => {
    expect(isAlike(palette, movedBy(0))).toBe(true);
    expect(isAlike(palette, movedBy(0.005))).toBe(true);
    expect(isAlike(palette, movedBy(0.007))).toBe(false);
    expect(isAlike(palette, { ...palette, ropes: palette.ropes.slice(1) })).toBe(false);
  });

  it("follow their palette", () => {
    const seen = chromaOf(colourOf("rope-purple"));
    const { labels } = colourTable({ ...palette, ropes: [seen, ...palette.ropes.slice(1)] });
    expect(lookUp(labels, ...seen)).toBe(FIRST_ROPE);
    expect(lookUp(TABLES.get(4) ?? labels, ...seen)).toBe(FOREIGN);
  });

  it("hold shares of 0 and of 1", () => {
    for (const [red, green] of [
      [1, 0],
      [0, 1],
      [0, 0],
    ] as const) {
      expect(lookUp(TABLES.get(8) ?? new Uint8Array(), red, green)).toBeTypeOf("number");
    }
    expect(chromaOf([0, 0, 0])).toEqual([0, 0]);
  });
});

describe("drift", () => {
  const start: Chroma = [0.4, 0.3];
  const { maxDrift, learningRate } = ROPE_READ_THRESHOLDS;

  it("goes a share of the way to what was seen", () => {
    const [red, green] = drift(start, [0.45, 0.28], start);
    expect(red).toBeCloseTo(0.4 + 0.05 * learningRate, 9);
    expect(green).toBeCloseTo(0.3 - 0.02 * learningRate, 9);
  });

  it("stays near to where the colour began, whatever is seen", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { maxLength: 60 }), (seen) => {
        const last = seen.reduce<Chroma>((known, chroma) => drift(known, chroma, start), start);
        expect(distanceBetween(last, start)).toBeLessThanOrEqual(maxDrift);
      }),
    );
  });

  it("arrives at a colour within the bounds", () => {
    const target: Chroma = [0.4 + 0.6 * maxDrift, 0.3 - 0.6 * maxDrift];
    let known = start;
    for (let frame = 0; frame < 20; frame++) known = drift(known, target, start);
    expect(distanceBetween(known, target)).toBeLessThan(0.002);
  });
});
