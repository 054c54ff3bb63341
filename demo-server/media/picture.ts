/** Pictures that come in: PNG bytes -> pixels of a size, and back. */
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import type { RgbaImage } from "../../core/image.ts";

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** A picture that was received whole and can be read. */
export type Picture = {
  readonly png: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** @returns undefined when the bytes are no PNG that can be read */
export async function readPng(bytes: Uint8Array): Promise<Picture | undefined> {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return undefined;
  const image = await decode(bytes);
  return image && { png: bytes, widthPx: image.width, heightPx: image.height };
}

/** Bytes of a `data:image/png;base64,` URI; undefined when it is none. */
export function readDataUri(uri: string): Uint8Array | undefined {
  const match = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri);
  return match?.[1] === undefined ? undefined : Buffer.from(match[1], "base64");
}

/** Stretched to the size; untouched when it has that size already. */
export async function toPixels(
  picture: Picture,
  widthPx: number,
  heightPx: number,
): Promise<RgbaImage> {
  const { data } = (await draw(picture, widthPx, heightPx))
    .getContext("2d")
    .getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}

/** Stretched to the size, encoded again. */
export async function toEncoded(
  picture: Picture,
  size: { readonly widthPx: number; readonly heightPx: number },
  format: "png" | "jpeg" | "webp",
): Promise<Uint8Array> {
  const canvas = await draw(picture, size.widthPx, size.heightPx);
  switch (format) {
    case "png":
      return canvas.toBuffer("image/png");
    case "jpeg":
      return canvas.toBuffer("image/jpeg");
    case "webp":
      return canvas.toBuffer("image/webp");
  }
}

async function draw(picture: Picture, widthPx: number, heightPx: number) {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, widthPx, heightPx);
  const image = await decode(picture.png);
  if (image !== undefined) context.drawImage(image, 0, 0, widthPx, heightPx);
  return canvas;
}

async function decode(bytes: Uint8Array): Promise<Image | undefined> {
  try {
    return await loadImage(Buffer.from(bytes));
  } catch {
    // Whatever the decoder says, the answer is the same: it is no picture.
    return undefined;
  }
}
