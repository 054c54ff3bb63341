/** What the pictures of the documentation share: loading, lettering, and PNG files that stay small. */
import { writeFile } from "node:fs/promises";
import { loadImage } from "@napi-rs/canvas";
import { ensureFont, fontOf } from "../../tasks/scene/font.ts";
import { createSurface, type Surface, toPng } from "../../tasks/scene/surface.ts";

/** Colours of the panels around the pictures. */
export const PANEL = { background: "#11151d", text: "#e8edf5", dim: "#93a1b8", bad: "#ff4d6d" };

/** Levels between neighbouring values of a channel: noise of the encoder disappears, edges stay. */
const POSTER_STEP = 6;

export function createPanel(widthPx: number, heightPx: number): Surface {
  ensureFont();
  const surface = createSurface(Math.round(widthPx), Math.round(heightPx));
  surface.context.fillStyle = PANEL.background;
  surface.context.fillRect(0, 0, surface.widthPx, surface.heightPx);
  surface.context.imageSmoothingQuality = "high";
  return surface;
}

/** Writes text with its left edge and baseline at a point. */
export function letter(
  surface: Surface,
  text: string,
  [x, y]: readonly [number, number],
  { sizePx = 15, colour = PANEL.text, weight = 700 as 400 | 700 | 800 } = {},
): void {
  const { context } = surface;
  context.font = fontOf(weight, sizePx);
  context.fillStyle = colour;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.fillText(text, x, y);
}

export type Region = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** Draws a part of a PNG file into a region of the surface. */
export async function place(
  surface: Surface,
  path: string,
  to: Region,
  from?: Region,
): Promise<void> {
  const image = await loadImage(path);
  const part = from ?? { left: 0, top: 0, width: image.width, height: image.height };
  surface.context.drawImage(
    image,
    part.left,
    part.top,
    part.width,
    part.height,
    to.left,
    to.top,
    to.width,
    to.height,
  );
}

/** Writes the surface as a PNG with fewer levels to the channel. */
export async function writeSmallPng(surface: Surface, path: string): Promise<void> {
  const { context, widthPx, heightPx } = surface;
  const pixels = context.getImageData(0, 0, widthPx, heightPx);
  pixels.data.forEach((value, i) => {
    if (i % 4 !== 3) pixels.data[i] = Math.min(255, Math.round(value / POSTER_STEP) * POSTER_STEP);
  });
  context.putImageData(pixels, 0, 0);
  const png = toPng(surface);
  await writeFile(path, png);
  process.stdout.write(`${path}: ${Math.round(png.length / 1024)} KB\n`);
}
