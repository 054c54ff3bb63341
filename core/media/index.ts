/** ffmpeg, as the rest of the program sees it. */
export { DEFAULT_CRF, DEFAULT_PRESET, type EncodeClipOptions, encodeClip } from "./encode-clip.ts";
export { type FfmpegEnv, type FfmpegSource, type FfmpegTool, findFfmpeg } from "./find-ffmpeg.ts";
export {
  DEFAULT_FFMPEG_TIMEOUT_MS,
  type FfmpegReport,
  fileUrl,
  passthroughArgs,
  type RunFfmpegOptions,
  runFfmpeg,
} from "./run-ffmpeg.ts";
