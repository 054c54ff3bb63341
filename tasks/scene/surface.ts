/** Drawing surfaces: pixels to draw on, and ways to take them off. Owns no geometry and no colours. */
import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { RgbaImage } from "../../core/image.ts";

export type Surface = {
  readonly canvas: Canvas;
  readonly context: SKRSContext2D;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** A transparent surface. */
export function createSurface(widthPx: number, heightPx: number): Surface {
  const canvas = createCanvas(widthPx, heightPx);
  return { canvas, context: canvas.getContext("2d"), widthPx, heightPx };
}

/** A copy of the pixels as they are now. */
export function toRgba(surface: Surface): RgbaImage {
  const { widthPx, heightPx, context } = surface;
  return { widthPx, heightPx, data: context.getImageData(0, 0, widthPx, heightPx).data };
}

/** The picture as a PNG file. */
export function toPng(surface: Surface): Uint8Array {
  return surface.canvas.toBuffer("image/png");
}
