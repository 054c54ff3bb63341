/** Chosen frames of a clip whose frames have been counted. Choosing them is `sample-frames.ts`. */
import { describeMismatch, MediaError, UsageError } from "../../core/errors.ts";
import type { RgbImage } from "../../core/image.ts";
import { analysisSize, decodePass, type PassReport } from "./decode-pass.ts";
import { MAX_SELECT_TERMS } from "./frame-log.ts";
import { MAX_FRAME_BYTES } from "./limits.ts";
import type { ClipInfo, DecodeOptions, SourceFrame } from "./types.ts";

/**
 * Decodes the clip once and keeps the frames at `indices`, at analysis size.
 * @param info as `sampleFrames` reports it, so that its count is what decodes
 * @param indices ascending, without repetition, each below `info.totalFrames`
 * @throws UsageError when the indices are not as said, or the frames exceed `MAX_FRAME_BYTES`
 * @throws MediaError when one of the frames does not decode, or ffmpeg fails
 */
export async function decodeFrames(
  path: string,
  info: ClipInfo,
  indices: readonly number[],
  options: DecodeOptions = {},
): Promise<readonly SourceFrame[]> {
  checkIndices(info, indices);
  if (indices.length === 0) return [];
  const { images } = await collectFrames(path, info, indices, { ...options, isTailSkipped: true });
  return indices.map((index) => {
    const image = images.get(index);
    if (image === undefined) throw missingFrame(path, info, index);
    return { index, timeSec: info.timestampsSec[index] ?? 0, image };
  });
}

/** What one pass brought. */
export type CollectedFrames = Pick<PassReport, "timesSec"> & {
  /** By source index; frames that do not decode are absent. */
  readonly images: ReadonlyMap<number, RgbImage>;
};

/**
 * The pass behind `decodeFrames`, for callers that judge the count themselves.
 * @throws UsageError when the frames exceed `MAX_FRAME_BYTES`
 * @throws MediaError as `decodePass` does
 */
export async function collectFrames(
  path: string,
  info: ClipInfo,
  indices: readonly number[],
  options: DecodeOptions & { readonly isTailSkipped?: boolean },
): Promise<CollectedFrames> {
  checkMemory(path, info, indices.length, options.longSidePx);
  const collect = async (chooser: "filter" | "reader") => {
    const images = new Map<number, RgbImage>();
    const onFrame = (index: number, image: RgbImage) => void images.set(index, image);
    const report = await decodePass(path, info, { ...options, indices, chooser, onFrame });
    return { ...report, images };
  };
  const first = await collect(indices.length > MAX_SELECT_TERMS ? "reader" : "filter");
  return first.isMiscounted ? collect("reader") : first;
}

/**
 * Every frame of the clip in order, one at a time: decoding waits for the reader.
 * @param info as `sampleFrames` reports it
 * @throws MediaError when the clip turns out to have fewer or more frames than `info` says
 */
export async function* streamFrames(
  path: string,
  info: ClipInfo,
  options: DecodeOptions = {},
): AsyncGenerator<SourceFrame, void, undefined> {
  const stop = new AbortController();
  const signal =
    options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const channel = createChannel<SourceFrame>();
  let decoded = 0;
  const pass = decodePass(path, info, {
    ...options,
    signal,
    indices: "all",
    chooser: "reader",
    onFrame: (index, image) => {
      decoded += 1;
      if (index >= info.totalFrames) return undefined;
      return channel.put({ index, timeSec: info.timestampsSec[index] ?? 0, image });
    },
  }).finally(channel.close);
  // Its failure is thrown below, or is of no interest to a reader that has left.
  pass.catch(() => undefined);
  try {
    for (let frame = await channel.take(); frame !== undefined; frame = await channel.take()) {
      yield frame;
    }
    await pass;
    if (decoded !== info.totalFrames) throw missingFrame(path, info, decoded);
  } finally {
    stop.abort();
  }
}

type Channel<Item> = {
  /** Resolves when the item has been taken. */
  readonly put: (item: Item) => Promise<void>;
  /** The next item; undefined once the channel is closed and empty. */
  readonly take: () => Promise<Item | undefined>;
  readonly close: () => void;
};

/** Hands items from a producer that waits to a reader that waits, one at a time. */
function createChannel<Item>(): Channel<Item> {
  let offered: { readonly item: Item; readonly taken: () => void } | undefined;
  let isClosed = false;
  let wake: () => void = () => undefined;
  return {
    put: (item) =>
      new Promise((taken) => {
        offered = { item, taken };
        wake();
      }),
    take: async () => {
      if (offered === undefined && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const next = offered;
      offered = undefined;
      next?.taken();
      return next?.item;
    },
    close: () => {
      isClosed = true;
      wake();
    },
  };
}

function checkIndices(info: ClipInfo, indices: readonly number[]): void {
  let previous = -1;
  for (const index of indices) {
    if (!Number.isInteger(index) || index <= previous || index >= info.totalFrames) {
      const expected = `ascending frame numbers from 0 to ${info.totalFrames - 1}`;
      throw new UsageError(describeMismatch("indices", expected, index));
    }
    previous = index;
  }
}

function checkMemory(
  path: string,
  info: ClipInfo,
  count: number,
  longSidePx: number | undefined,
): void {
  const { widthPx, heightPx } = analysisSize(info, longSidePx);
  const bytes = 3 * widthPx * heightPx * count;
  if (bytes <= MAX_FRAME_BYTES) return;
  throw new UsageError(
    describeMismatch(
      `the frames taken from "${path}"`,
      `at most ${MAX_FRAME_BYTES} bytes`,
      bytes,
      "Sample fewer frames.",
    ),
    { context: { file: path, frames: count, widthPx, heightPx } },
  );
}

function missingFrame(path: string, info: ClipInfo, index: number): MediaError {
  return new MediaError(
    describeMismatch(
      `the frames of "${path}"`,
      `${info.totalFrames} frames that decode`,
      index < info.totalFrames ? `none for frame ${index}` : `${index} frames`,
      "Sample the clip anew: its frames were counted without decoding them, or it has changed.",
    ),
    { context: { file: path, frame: index, totalFrames: info.totalFrames } },
  );
}
