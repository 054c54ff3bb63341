/** Pixel containers shared by renderers and readers. Origin top left, x right, y down. */

/** Interleaved 8-bit RGBA, `heightPx` rows of `4 * widthPx` bytes, no padding, straight alpha. */
export type RgbaImage = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array | Uint8ClampedArray;
};

/** Interleaved 8-bit RGB, `heightPx` rows of `3 * widthPx` bytes, no padding. */
export type RgbImage = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array;
};

/** Single-channel image of floats, row-major, `widthPx * heightPx` values. */
export type GrayImage = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
};

/** 8-bit colour. */
export type Rgb = readonly [r: number, g: number, b: number];

/** Parses `#rrggbb`. @throws Error when the text is not six hex digits after `#`. */
export function parseHexColour(hex: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new Error(`expected "#rrggbb" for a colour but received "${hex}"`);
  const [, r = "0", g = "0", b = "0"] = match;
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}
