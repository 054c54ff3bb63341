import { createCanvas, loadImage } from "@napi-rs/canvas";
import { describe, expect, it } from "vitest";
import type { RgbaImage } from "../image.ts";
import { encodePng } from "./encode-png.ts";

/** 2x2: red, green / blue, and one of this alpha. */
function image(alpha: number): RgbaImage {
  const data = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [9, 8, 7, alpha],
  ].flat();
  return { widthPx: 2, heightPx: 2, data: Uint8ClampedArray.from(data) };
}

async function decode(png: Uint8Array): Promise<readonly number[]> {
  const picture = await loadImage(Buffer.from(png));
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  return [...context.getImageData(0, 0, picture.width, picture.height).data];
}

describe("encodePng", () => {
  it.each([255, 0])("keeps every pixel, one of alpha %i among them", async (alpha) => {
    const pixels = await decode(await encodePng(image(alpha)));
    const wanted = [...image(alpha).data];
    // What is not seen has no colour after drawing.
    expect(pixels).toEqual(alpha === 0 ? [...wanted.slice(0, 12), 0, 0, 0, 0] : wanted);
  });

  it.each([1, 3, 4, 5, 11])("keeps every pixel of rows of %i", async (widthPx) => {
    const data = Uint8ClampedArray.from({ length: 4 * widthPx * 3 }, (_, i) =>
      i % 4 === 3 ? 255 : (i * 89) % 256,
    );
    expect(await decode(await encodePng({ widthPx, heightPx: 3, data }))).toEqual([...data]);
  });

  it("gives the same bytes again", async () => {
    expect(await encodePng(image(7))).toEqual(await encodePng(image(7)));
  });
});
