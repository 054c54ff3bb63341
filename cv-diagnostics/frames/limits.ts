/** What is accepted as a clip. Clips are untrusted: every size has an upper bound. */

/** Long side of the pictures that the judge reads, in pixels: the width that most models emit. */
export const ANALYSIS_LONG_SIDE_PX = 832;

/** Frames sampled from a clip, as in the published protocol. */
export const DEFAULT_SAMPLE_COUNT = 41;

/** Longest clip, in frames: over 10 minutes at 30 frames per second. */
export const MAX_CLIP_FRAMES = 20_000;

/** Largest picture, in pixels of area. */
export const MAX_CLIP_PIXELS = 8192 * 8192;

/** Bytes of decoded frames held at once; longer stretches must be streamed. */
export const MAX_FRAME_BYTES = 1024 ** 3;
