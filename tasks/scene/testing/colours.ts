/** Colours of drawn pictures for tests: those of single pixels, and how far apart two of them are. */
import type { Rgb, RgbaImage } from "../../../core/image.ts";
import { type Surface, toRgba } from "../surface.ts";

/**
 * Reads colours off a surface as it is now.
 * @returns the colour of the pixel that a point lies in, and the RGBA bytes; black beside the surface
 */
export function pixelsOf(surface: Surface): {
  readonly data: RgbaImage["data"];
  readonly at: (point: readonly [xPx: number, yPx: number]) => Rgb;
} {
  const { data, widthPx } = toRgba(surface);
  const at = ([xPx, yPx]: readonly [number, number]): Rgb => {
    const start = 4 * (Math.floor(yPx) * widthPx + Math.floor(xPx));
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
  };
  return { data, at };
}

/** Contrast of two colours by their relative luminances (WCAG 2), 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Largest difference of two colours in a channel, 0 to 255. */
export function difference(a: Rgb, b: Rgb): number {
  return Math.max(...a.map((value, channel) => Math.abs(value - (b[channel as 0 | 1 | 2] ?? 0))));
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const v = value / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
