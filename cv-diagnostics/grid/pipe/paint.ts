/**
 * Learns how a clip renders the two pipe colours. Models drift in hue and saturation from frame to
 * frame; the palette follows slowly, and never so far that one paint could be taken for the other.
 */
import type { Rgb } from "../../../core/image.ts";
import type { Brightness, PaintPalette } from "../unmix.ts";
import { PIPE_PAINT } from "./templates.ts";

/** Sum of red, green, blue and the number of samples, per paint. */
export type PaintSums = {
  first: [number, number, number, number];
  second: [number, number, number, number];
};

/** Samples that are this much one paint, and this little the other, teach its colour. */
const PURE_SHARE = 0.85;
const FOREIGN_SHARE = 0.2;
/** Weight of a new frame. */
const LEARNING_RATE = 0.25;
/** Samples needed before a colour is believed. */
const MIN_SAMPLES = 20;
/** Farthest that a channel may wander from the published colour; green and blue are 170 apart. */
const MAX_DRIFT = 55;

export function addToPaint(
  sums: PaintSums,
  rgb: Float32Array,
  first: Float32Array,
  second: Float32Array,
  { gain, bias }: Brightness,
): void {
  for (let i = 0; i < first.length; i++) {
    const a = first[i] as number;
    const b = second[i] as number;
    const into =
      a > PURE_SHARE && b < FOREIGN_SHARE
        ? sums.first
        : b > PURE_SHARE && a < FOREIGN_SHARE
          ? sums.second
          : undefined;
    if (!into) continue;
    into[0] += gain * (rgb[3 * i] as number) + bias;
    into[1] += gain * (rgb[3 * i + 1] as number) + bias;
    into[2] += gain * (rgb[3 * i + 2] as number) + bias;
    into[3]++;
  }
}

export function learnPaint(paint: PaintPalette, sums: PaintSums): PaintPalette {
  return {
    background: paint.background,
    first: blend(paint.first, sums.first, PIPE_PAINT.first),
    second: blend(paint.second, sums.second, PIPE_PAINT.second),
  };
}

function blend(known: Rgb, sums: PaintSums["first"], published: Rgb): Rgb {
  const n = sums[3];
  if (n < MIN_SAMPLES) return known;
  const channel = (c: 0 | 1 | 2): number => {
    const moved = known[c] + LEARNING_RATE * (sums[c] / n - known[c]);
    return Math.max(published[c] - MAX_DRIFT, Math.min(published[c] + MAX_DRIFT, moved));
  };
  return [channel(0), channel(1), channel(2)];
}
