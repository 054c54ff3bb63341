/** Bytes of a pipe -> pictures. Knows their size and nothing of clips; copies each byte once. */
import type { RgbImage } from "../../core/image.ts";

/** What the bytes are: RGB, or RGBA with straight alpha. */
export type StreamFormat = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasAlpha: boolean;
};

export type FrameSink = {
  /** Source index of the frame at this position in the stream; undefined leaves it out. */
  readonly indexOf: (position: number) => number | undefined;
  /** When it returns a promise, cutting waits for it. */
  readonly onFrame: (index: number, image: RgbImage) => void | Promise<void>;
};

/** Cuts the byte stream into frames; each one that is wanted gets memory of its own. */
export function createFrameCutter(
  { hasAlpha, ...size }: StreamFormat,
  sink: FrameSink,
): (chunk: Uint8Array) => void | Promise<void> {
  const frameBytes = (hasAlpha ? 4 : 3) * size.widthPx * size.heightPx;
  let position = 0;
  let filledBytes = 0;
  let data = allocate(frameBytes);
  const finish = (): void | Promise<void> => {
    const index = sink.indexOf(position);
    position += 1;
    filledBytes = 0;
    if (index === undefined) return undefined;
    if (hasAlpha) return sink.onFrame(index, { ...size, data: flattenOnBlack(data) });
    const image = { ...size, data };
    data = allocate(frameBytes);
    return sink.onFrame(index, image);
  };
  const feed = (chunk: Uint8Array, from: number): void | Promise<void> => {
    let offset = from;
    while (offset < chunk.length) {
      const take = Math.min(frameBytes - filledBytes, chunk.length - offset);
      data.set(chunk.subarray(offset, offset + take), filledBytes);
      offset += take;
      filledBytes += take;
      if (filledBytes < frameBytes) return undefined;
      const pending = finish();
      if (pending !== undefined) return pending.then(() => feed(chunk, offset));
    }
    return undefined;
  };
  return (chunk) => feed(chunk, 0);
}

/** RGBA with straight alpha -> RGB. Here, because ffmpeg's premultiply filter is not exact. */
function flattenOnBlack(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = (rgba[from + 3] ?? 0) / 255;
    for (let c = 0; c < 3; c += 1) rgb[to + c] = Math.round((rgba[from + c] ?? 0) * alpha);
  }
  return rgb;
}

/** A plain array, not filled with zeros: a Buffer's `slice` would share memory. */
function allocate(bytes: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);
}
