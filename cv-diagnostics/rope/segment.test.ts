/** From small pictures to labels: the light's hue taken out, stray samples removed. */
import { describe, expect, it } from "vitest";
import { scaleThenShift } from "../../core/geometry/homography.ts";
import type { Rgb, RgbImage } from "../../core/image.ts";
import { ROPE_COLOURS } from "../../tasks/untangle/index.ts";
import { colourTable, FIRST_ROPE, GROUND } from "./colours.ts";
import { createRaster, SAMPLES_PER_UNIT } from "./raster.ts";
import { segment } from "./segment.ts";
import { paint, ropeMarks } from "./testing/labels.ts";
import { colourOf, paletteOf } from "./testing/palette.ts";

const NAMES = ROPE_COLOURS.slice(0, 4);
const GRID = 4;
const raster = createRaster(GRID);
const table = colourTable(paletteOf(NAMES)).labels;
/** One pixel a sample. */
const toPixel = scaleThenShift(
  SAMPLES_PER_UNIT,
  SAMPLES_PER_UNIT,
  SAMPLES_PER_UNIT,
  SAMPLES_PER_UNIT,
);
const { labels: truth } = paint(
  GRID,
  NAMES.flatMap((_, rope) =>
    ropeMarks(rope, [
      [0, rope],
      [3, rope],
    ]),
  ),
);

/** A picture of labels, one pixel each. */
function pictureOf(labels: Uint8Array, change: (colour: Rgb) => Rgb = (colour) => colour) {
  const data = new Uint8Array(3 * labels.length);
  for (const [index, label] of labels.entries()) {
    const role = label === GROUND ? "ground" : `rope-${NAMES[label - FIRST_ROPE]}`;
    data.set(change(colourOf(role)).map(Math.round), 3 * index);
  }
  return { widthPx: raster.cols, heightPx: raster.rows, data } satisfies RgbImage;
}

function labelsOf(image: RgbImage): Uint8Array {
  return segment(image, toPixel, raster, table, colourOf("ground")).labels;
}

function wrongIn(labels: Uint8Array): number {
  return labels.reduce((count, label, index) => count + (label === truth[index] ? 0 : 1), 0);
}

const gained =
  (...gains: Rgb) =>
  (colour: Rgb): Rgb => [colour[0] * gains[0], colour[1] * gains[1], colour[2] * gains[2]];
const gamma =
  (exponent: number) =>
  ([r, g, b]: Rgb): Rgb => {
    const bend = (value: number): number => 255 * (value / 255) ** exponent;
    return [bend(r), bend(g), bend(b)];
  };

describe("segment", () => {
  it("labels every sample of a picture as drawn", () => {
    expect(wrongIn(labelsOf(pictureOf(truth)))).toBe(0);
  });

  it.each([
    ["darker", gained(0.55, 0.55, 0.55)],
    ["warmer", gained(1, 0.85, 0.65)],
    ["colder", gained(0.7, 0.85, 1)],
    ["of a higher gamma", gamma(1.15)],
    ["of a lower gamma", gamma(0.85)],
  ])("takes light out that is %s", (_, change) => {
    expect(wrongIn(labelsOf(pictureOf(truth, change)))).toBe(0);
  });

  it("does not believe light that is too far from the ground's own", () => {
    expect(wrongIn(labelsOf(pictureOf(truth, gained(0.3, 0.3, 1))))).toBeGreaterThan(1000);
  });

  it("gives back colours with the light taken out", () => {
    const image = pictureOf(truth, gained(1, 0.85, 0.65));
    const { rgb } = segment(image, toPixel, raster, table, colourOf("ground"));
    expect([rgb[0], rgb[1], rgb[2]].map((value) => Math.round(value ?? 0))).toEqual(
      colourOf("ground"),
    );
  });

  it("calls what is too dark to have a hue ground", () => {
    expect(labelsOf(pictureOf(truth, gained(0, 0, 0))).every((label) => label === GROUND)).toBe(
      true,
    );
  });
});

describe("stray samples", () => {
  const at = (x: number, y: number): number =>
    Math.round((y + 1) * SAMPLES_PER_UNIT) * raster.cols + Math.round((x + 1) * SAMPLES_PER_UNIT);
  const spoilt = truth.slice();
  const rope = (index: number): number => FIRST_ROPE + index;
  spoilt[at(1.5, 0.5)] = rope(2);
  spoilt[at(2, 1.5)] = rope(1);
  spoilt[at(2, 1.5) + 1] = rope(1);
  spoilt[at(1.5, 2)] = rope(0);
  spoilt[at(1.5, 1)] = GROUND;

  it("go over to what is around them: alone, in twos, and as holes in a rope", () => {
    expect(spoilt).not.toEqual(truth);
    expect(labelsOf(pictureOf(spoilt))).toEqual(truth);
  });

  it("keep their label in fours", () => {
    const four = truth.slice();
    const corner = at(1.5, 0.5);
    for (const step of [0, 1, raster.cols, raster.cols + 1]) four[corner + step] = rope(3);
    expect(labelsOf(pictureOf(four))).toEqual(four);
  });
});
