/** What a clip is, and what a frame taken from it is. Data only. */
import type { RgbImage } from "../../core/image.ts";
import type { FfmpegTool } from "../../core/media/index.ts";

/** Facts about a clip's first video track, known without keeping any of its frames. */
export type ClipInfo = {
  /** Frames that can be had; 1 or more. */
  readonly totalFrames: number;
  /**
   * Presentation time of each frame in seconds, ascending, counted from the first frame (which is
   * 0); `totalFrames` values.
   */
  readonly timestampsSec: readonly number[];
  /** Mean frames per second from first to last frame; 0 when there is one frame. */
  readonly fps: number;
  /** Size as displayed: after rotation and sample aspect ratio. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** End of the last frame, in seconds from the first frame. */
  readonly durationSec: number;
  /** Codec as the reader names it, such as "avc", "vp9", "gif". */
  readonly codec: string;
  /** Pictures carry transparency, which is flattened on black. */
  readonly hasAlpha: boolean;
  /** Whose count `totalFrames` is: the container's index, or what was decoded. */
  readonly countedBy: "container" | "decoder";
  /**
   * Frames that the container promises, when fewer or more than that could be decoded: the clip is
   * cut or damaged, or holds frames that are not meant to be shown.
   */
  readonly declaredFrames?: number;
};

/** One frame of a clip, at analysis size. */
export type SourceFrame = {
  /** Position in presentation order, 0-based. */
  readonly index: number;
  /** Presentation time in seconds, counted from the clip's first frame. */
  readonly timeSec: number;
  /** At analysis size: see `analysisSize`; smaller clips keep their own size. */
  readonly image: RgbImage;
};

/** A frame chosen by the sampling. */
export type SampledFrame = SourceFrame & {
  /** The same source frame stands earlier in the sample: the clip has fewer frames than samples. */
  readonly repeated: boolean;
};

/** The sampled clip; `frames` has exactly as many entries as were asked for. */
export type SampledClip = {
  readonly path: string;
  readonly info: ClipInfo;
  /** In presentation order; repeated entries share one image object. */
  readonly frames: readonly SampledFrame[];
};

/** How many frames are sampled: a number, or every one. */
export type Sampling = number | "all";

/** How a pass over the clip is run. */
export type DecodeOptions = {
  readonly signal?: AbortSignal;
  /** Milliseconds for ffmpeg. @default DEFAULT_FFMPEG_TIMEOUT_MS */
  readonly timeoutMs?: number;
  /**
   * Longest side of the frames handed on: readers that need less than the full picture get smaller
   * frames sooner. @default ANALYSIS_LONG_SIDE_PX
   */
  readonly longSidePx?: number;
  /** @default the ffmpeg that `findFfmpeg` finds */
  readonly tool?: FfmpegTool;
};
