/**
 * Splits each pixel of a patch into shares of two paint colours over a background colour, by least
 * squares: pixel = background + a * (first - background) + b * (second - background).
 */
import type { Rgb } from "../../core/image.ts";

export type PaintPalette = {
  readonly background: Rgb;
  readonly first: Rgb;
  readonly second: Rgb;
};

/** Brightness correction that takes frame values to those of the renderer: gain * value + bias. */
export type Brightness = { readonly gain: number; readonly bias: number };

/** Highlights and ringing may overshoot a paint by this much before it is cut off. */
const MAX_SHARE = 1.2;

export const NEUTRAL: Brightness = { gain: 1, bias: 0 };

/**
 * @param rgb interleaved floats 0..255, three per pixel
 * @param first,second shares per pixel, clamped to 0..1.2; written
 */
export function unmix(
  rgb: Float32Array,
  palette: PaintPalette,
  brightness: Brightness,
  first: Float32Array,
  second: Float32Array,
): void {
  const [kr, kg, kb] = palette.background;
  const ar = palette.first[0] - kr;
  const ag = palette.first[1] - kg;
  const ab = palette.first[2] - kb;
  const br = palette.second[0] - kr;
  const bg = palette.second[1] - kg;
  const bb = palette.second[2] - kb;
  const aa = ar * ar + ag * ag + ab * ab;
  const bbSum = br * br + bg * bg + bb * bb;
  const mixed = ar * br + ag * bg + ab * bb;
  const det = aa * bbSum - mixed * mixed;
  const { gain, bias } = brightness;
  for (let i = 0, j = 0; i < first.length; i++, j += 3) {
    const r = gain * (rgb[j] as number) + bias - kr;
    const g = gain * (rgb[j + 1] as number) + bias - kg;
    const b = gain * (rgb[j + 2] as number) + bias - kb;
    const pa = r * ar + g * ag + b * ab;
    const pb = r * br + g * bg + b * bb;
    let a = (pa * bbSum - pb * mixed) / det;
    let s = (pb * aa - pa * mixed) / det;
    if (a < 0) {
      a = 0;
      s = pb / bbSum;
    } else if (s < 0) {
      s = 0;
      a = pa / aa;
    }
    first[i] = Math.min(Math.max(a, 0), MAX_SHARE);
    second[i] = Math.min(Math.max(s, 0), MAX_SHARE);
  }
}
