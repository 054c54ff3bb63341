/** Video -> frames, as the rest of the judge sees it. */
export { type ClipFrames, openClip } from "./clip-frames.ts";
export { decodeFrames, streamFrames } from "./decode-frames.ts";
export { analysisSize } from "./decode-pass.ts";
export {
  ANALYSIS_LONG_SIDE_PX,
  DEFAULT_SAMPLE_COUNT,
  MAX_CLIP_FRAMES,
  MAX_CLIP_PIXELS,
  MAX_FRAME_BYTES,
} from "./limits.ts";
export { probeClip } from "./probe-clip.ts";
export { decodeBetween, type SampleOptions, sampleFrames } from "./sample-frames.ts";
export { parseSampling, sampleIndices } from "./sample-indices.ts";
export type {
  ClipInfo,
  DecodeOptions,
  SampledClip,
  SampledFrame,
  Sampling,
  SourceFrame,
} from "./types.ts";
