/** Video -> the frames that are judged: evenly spaced, exactly as many as asked for. */
import { describeMismatch, MediaError, UsageError } from "../../core/errors.ts";
import { collectFrames, decodeFrames } from "./decode-frames.ts";
import { DEFAULT_SAMPLE_COUNT } from "./limits.ts";
import { probeClip, withDecodedTimes } from "./probe-clip.ts";
import { sampleIndices } from "./sample-indices.ts";
import type { ClipInfo, DecodeOptions, SampledClip, Sampling, SourceFrame } from "./types.ts";

export type SampleOptions = DecodeOptions & {
  /** @default 41 */
  readonly count?: Sampling;
};

/**
 * Samples a clip in one decoding pass. Where the container promises other frames than decode (a
 * cut or damaged file), the sample is taken anew over those that do, and `info` says so.
 * @throws MediaError when the clip cannot be read: see `probeClip`
 * @throws UsageError when `count` is no positive integer or the frames exceed `MAX_FRAME_BYTES`
 */
export async function sampleFrames(
  path: string,
  options: SampleOptions = {},
): Promise<SampledClip> {
  const { count = DEFAULT_SAMPLE_COUNT, ...decodeOptions } = options;
  const promised = await probeClip(path, decodeOptions);
  const first = await trySample(path, promised, count, decodeOptions);
  if (first.clip !== undefined) return first.clip;
  const counted = withDecodedTimes(promised, first.timesSec);
  const second = await trySample(path, counted, count, decodeOptions);
  if (second.clip !== undefined) return second.clip;
  throw new MediaError(
    describeMismatch(
      `the frames of "${path}"`,
      `the same count in every decoding (${first.timesSec.length})`,
      second.timesSec.length,
      "The clip is damaged, or it is being written; make or download it again.",
    ),
    { context: { file: path } },
  );
}

/**
 * The frames strictly between two frames of a clip, for looking closer at what happened there.
 * @param info as `sampleFrames` reports it
 * @param fromIndex source index, 0 or more
 * @param toIndex source index, `fromIndex` or more, below `info.totalFrames`
 * @throws UsageError when the indices are out of range, or the frames exceed `MAX_FRAME_BYTES`
 * @throws MediaError as `decodeFrames` does
 */
export async function decodeBetween(
  path: string,
  info: ClipInfo,
  fromIndex: number,
  toIndex: number,
  options: DecodeOptions = {},
): Promise<readonly SourceFrame[]> {
  const isInRange = fromIndex >= 0 && fromIndex <= toIndex && toIndex < info.totalFrames;
  if (!Number.isInteger(fromIndex) || !Number.isInteger(toIndex) || !isInRange) {
    const expected = `ascending frame numbers from 0 to ${info.totalFrames - 1}`;
    throw new UsageError(describeMismatch("the span", expected, [fromIndex, toIndex]));
  }
  const length = Math.max(0, toIndex - fromIndex - 1);
  const indices = Array.from({ length }, (_, i) => fromIndex + 1 + i);
  return decodeFrames(path, info, indices, options);
}

type Attempt = {
  /** Absent when the count of `info` is not what decodes. */
  readonly clip?: SampledClip;
  readonly timesSec: readonly number[];
};

async function trySample(
  path: string,
  info: ClipInfo,
  count: Sampling,
  options: DecodeOptions,
): Promise<Attempt> {
  const indices = sampleIndices(info.totalFrames, count);
  const { images, timesSec } = await collectFrames(path, info, [...new Set(indices)], options);
  if (timesSec.length === 0) {
    throw new MediaError(
      describeMismatch(`the frames of "${path}"`, "at least one that decodes", "none"),
      { context: { file: path, declaredFrames: info.totalFrames } },
    );
  }
  if (timesSec.length !== info.totalFrames) return { timesSec };
  const frames = indices.map((index, position) => {
    const image = images.get(index);
    if (image === undefined) {
      throw new MediaError(describeMismatch(`frame ${index} of "${path}"`, "a picture", "none"));
    }
    const repeated = position > 0 && indices[position - 1] === index;
    return { index, timeSec: info.timestampsSec[index] ?? 0, image, repeated };
  });
  return { clip: { path, info, frames }, timesSec };
}
