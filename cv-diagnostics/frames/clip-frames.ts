/**
 * The frames that the judge asks for: the samples first, any others later. A short clip is decoded
 * once and kept, since its frames between the samples are nearly always wanted; a long one is
 * sampled, and decoded again only where something happened between two samples.
 */

import { decodeFrames } from "./decode-frames.ts";
import { analysisSize } from "./decode-pass.ts";
import { DEFAULT_SAMPLE_COUNT } from "./limits.ts";
import { probeClip } from "./probe-clip.ts";
import { type SampleOptions, sampleFrames } from "./sample-frames.ts";
import { sampleIndices } from "./sample-indices.ts";
import type { SampledClip, SampledFrame, SourceFrame } from "./types.ts";

/**
 * Clips whose frames take no more than this are kept whole: moving the frames out of ffmpeg then
 * costs less than decoding the clip again. Bytes; 81 frames of 416x240.
 */
const MAX_WHOLE_BYTES = 32 * 2 ** 20;

export type ClipFrames = {
  /** The sampled clip. */
  readonly clip: SampledClip;
  /** Frames at ascending source indices, at the size of the samples. */
  readonly framesAt: (indices: readonly number[]) => Promise<readonly SourceFrame[]>;
};

/**
 * @throws MediaError when the clip cannot be read
 * @throws UsageError when `count` is no positive integer or the frames exceed `MAX_FRAME_BYTES`
 */
export async function openClip(path: string, options: SampleOptions = {}): Promise<ClipFrames> {
  const { count = DEFAULT_SAMPLE_COUNT, ...decodeOptions } = options;
  const info = await probeClip(path, decodeOptions);
  const { widthPx, heightPx } = analysisSize(info, options.longSidePx);
  const wholeBytes = 3 * widthPx * heightPx * info.totalFrames;
  if (count === "all" || wholeBytes > MAX_WHOLE_BYTES) {
    const clip = await sampleFrames(path, options);
    return {
      clip,
      framesAt: (indices) => decodeFrames(path, clip.info, indices, decodeOptions),
    };
  }
  const whole = await sampleFrames(path, { ...decodeOptions, count: "all" });
  const sampled = sampleIndices(whole.info.totalFrames, count).map(
    (index, position, indices): SampledFrame[] => {
      const frame = whole.frames[index];
      return frame ? [{ ...frame, repeated: indices[position - 1] === index }] : [];
    },
  );
  return {
    clip: { ...whole, frames: sampled.flat() },
    framesAt: async (indices) =>
      indices.flatMap((index) => {
        const frame = whole.frames[index];
        return frame ? [frame] : [];
      }),
  };
}
