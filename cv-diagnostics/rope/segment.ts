/**
 * From a frame to labels: which rope, if any, each sample of the board shows. Owns sampling, the
 * light's hue and the removal of stray samples.
 */
import type { Homography } from "../../core/geometry/homography.ts";
import type { Rgb, RgbImage } from "../../core/image.ts";
import { sampleRgb } from "../image/resample.ts";
import { GROUND, lookUp } from "./colours.ts";
import { cellAt, type Raster } from "./raster.ts";

/** Channels' sum below which a sample is too dark to have a hue. */
const MIN_SUM = 60;
/** Light whose channels differ by more than this from the known ground's is not believed. */
const MAX_GAIN = 2;
/** A sample keeps its label with this many neighbours of the same. */
const LEAST_SUPPORT = 3;

/** One frame on the raster. */
export type Segmentation = {
  /** Samples' red, green, blue, with the light's hue taken out. */
  readonly rgb: Float32Array;
  /** See colours.ts. */
  readonly labels: Uint8Array;
};

/**
 * @param toPixel board to pixels of the image
 * @param table labels of a `ColourTable`
 * @param ground colour of the ground when the light is as drawn
 */
export function segment(
  image: RgbImage,
  toPixel: Homography,
  raster: Raster,
  table: Uint8Array,
  ground: Rgb,
): Segmentation {
  const rgb = new Float32Array(raster.size * 3);
  sampleRgb(image, toPixel, raster, rgb);
  const gains = lightOf(rgb, raster, ground);
  const raw = new Uint8Array(raster.size);
  const [gainR, gainG, gainB] = gains;
  for (let index = 0, at = 0; index < raw.length; index++, at += 3) {
    const r = (rgb[at] as number) * gainR;
    const g = (rgb[at + 1] as number) * gainG;
    const b = (rgb[at + 2] as number) * gainB;
    rgb[at] = r;
    rgb[at + 1] = g;
    rgb[at + 2] = b;
    const sum = r + g + b;
    raw[index] = sum < MIN_SUM ? GROUND : lookUp(table, r / sum, g / sum);
  }
  return { rgb, labels: withoutStrays(raw, raster) };
}

/** Factors that give the ground its known colour: medians over the middles between four holes. */
function lightOf(rgb: Float32Array, raster: Raster, ground: Rgb): Rgb {
  const channels: [number[], number[], number[]] = [[], [], []];
  for (let x = -0.5; x < raster.gridSize; x++) {
    for (let y = -0.5; y < raster.gridSize; y++) {
      const at = 3 * cellAt(raster, [x, y]);
      for (const channel of [0, 1, 2] as const) {
        channels[channel].push(rgb[at + channel] as number);
      }
    }
  }
  const gain = (channel: 0 | 1 | 2): number => {
    const values = channels[channel].sort((a, b) => a - b);
    const median = values[values.length >> 1] ?? 0;
    return Math.min(MAX_GAIN, Math.max(1 / MAX_GAIN, ground[channel] / Math.max(1, median)));
  };
  return [gain(0), gain(1), gain(2)];
}

const neighbours = new Uint8Array(8);

/** Samples that stand alone go over to what surrounds them. */
function withoutStrays(raw: Uint8Array, { cols, rows }: Raster): Uint8Array {
  const labels = raw.slice();
  for (let row = 1; row < rows - 1; row++) {
    for (let col = 1; col < cols - 1; col++) {
      const at = row * cols + col;
      const label = raw[at] as number;
      const left = raw[at - 1] as number;
      const right = raw[at + 1] as number;
      const up = raw[at - cols] as number;
      const down = raw[at + cols] as number;
      if (label === left && label === right && label === up && label === down) continue;
      neighbours[0] = left;
      neighbours[1] = right;
      neighbours[2] = up;
      neighbours[3] = down;
      neighbours[4] = raw[at - cols - 1] as number;
      neighbours[5] = raw[at - cols + 1] as number;
      neighbours[6] = raw[at + cols - 1] as number;
      neighbours[7] = raw[at + cols + 1] as number;
      let same = 0;
      for (let k = 0; k < 8; k++) if (neighbours[k] === label) same++;
      if (same >= LEAST_SUPPORT) continue;
      labels[at] = commonest(label, same);
    }
  }
  return labels;
}

/** The label that most of the neighbours have; the sample's own one when no other has more. */
function commonest(label: number, support: number): number {
  let best = label;
  let most = support;
  for (let i = 0; i < 8; i++) {
    const candidate = neighbours[i] as number;
    if (candidate === best) continue;
    let count = 0;
    for (let k = 0; k < 8; k++) if (neighbours[k] === candidate) count++;
    if (count > most) {
      most = count;
      best = candidate;
    }
  }
  return best;
}
