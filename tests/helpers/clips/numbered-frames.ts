/**
 * Pictures that carry their own number as black and white blocks, readable after any lossy codec,
 * scaling or colour conversion: the proof that a frame is the frame it claims to be.
 */
import type { RgbaImage, RgbImage } from "../../../core/image.ts";

/** Blocks across and down: bit 0 is the top left one, then row by row. */
const BLOCKS_X = 4;
const BLOCKS_Y = 3;

/** Numbers that fit into the blocks: 0 to 4095. */
export const MAX_NUMBER = 2 ** (BLOCKS_X * BLOCKS_Y) - 1;

/** @param n 0 to `MAX_NUMBER`; the picture should be at least 32x24 for lossy codecs */
export function drawNumber(n: number, widthPx: number, heightPx: number): RgbaImage {
  const data = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const column = Math.floor((x * BLOCKS_X) / widthPx);
      const row = Math.floor((y * BLOCKS_Y) / heightPx);
      const isWhite = ((n >> (row * BLOCKS_X + column)) & 1) === 1;
      data.fill(isWhite ? 255 : 0, 4 * (y * widthPx + x), 4 * (y * widthPx + x) + 3);
      data[4 * (y * widthPx + x) + 3] = 255;
    }
  }
  return { widthPx, heightPx, data };
}

/** Frames 0, 1, 2, … of one size. */
export function* drawNumbers(
  count: number,
  widthPx: number,
  heightPx: number,
): Generator<RgbaImage> {
  for (let n = 0; n < count; n += 1) yield drawNumber(n, widthPx, heightPx);
}

/** The number in the picture, read at the centre of each block. */
export function readNumber(image: RgbImage): number {
  let n = 0;
  for (let bit = 0; bit < BLOCKS_X * BLOCKS_Y; bit += 1) {
    const x = Math.floor((((bit % BLOCKS_X) + 0.5) * image.widthPx) / BLOCKS_X);
    const y = Math.floor(((Math.floor(bit / BLOCKS_X) + 0.5) * image.heightPx) / BLOCKS_Y);
    if ((image.data[3 * (y * image.widthPx + x) + 1] ?? 0) > 127) n |= 1 << bit;
  }
  return n;
}

/** The pixel at (x, y), as [r, g, b]. */
export function pixelAt(image: RgbImage, x: number, y: number): readonly number[] {
  const at = 3 * (y * image.widthPx + x);
  return [...image.data.subarray(at, at + 3)];
}
