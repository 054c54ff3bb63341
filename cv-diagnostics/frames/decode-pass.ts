/**
 * One ffmpeg process, one pass over a clip: the wanted frames come out at analysis size, and the
 * times of all frames that decode with them. Which frames, and what follows from a count that does
 * not agree, is decided by the callers.
 */
import { describeMismatch, MediaError, UsageError } from "../../core/errors.ts";
import type { RgbImage } from "../../core/image.ts";
import { findFfmpeg, passthroughArgs, runFfmpeg } from "../../core/media/index.ts";
import { decoderInputArgs } from "./decoder-input.ts";
import { createFrameCutter } from "./frame-cutter.ts";
import { createFrameLog, FRAME_LOG_ARGS, selectFilter } from "./frame-log.ts";
import { ANALYSIS_LONG_SIDE_PX } from "./limits.ts";
import type { ClipInfo, DecodeOptions } from "./types.ts";

export type PassRequest = DecodeOptions & {
  /** Ascending source frame indices without repetition, or "all". */
  readonly indices: readonly number[] | "all";
  /**
   * Who leaves out the other frames: ffmpeg's filter, which is cheaper, or this side, which counts
   * rightly when the picture format changes within the clip.
   */
  readonly chooser: "filter" | "reader";
  /** Stop once the wanted frames are out; the times of the frames behind them stay unknown. */
  readonly isTailSkipped?: boolean;
  /** Called in presentation order; when it returns a promise, decoding waits for it. */
  readonly onFrame: (index: number, image: RgbImage) => void | Promise<void>;
};

export type PassReport = {
  /** Seconds from the first frame, one per decoded frame. */
  readonly timesSec: readonly number[];
  /** The filter lost count: the frames handed on are not the ones that were asked for. */
  readonly isMiscounted: boolean;
};

/**
 * Runs the pass. Frames that do not decode are left out, and not an error as long as one does.
 * @throws MediaError when no frame decodes, ffmpeg breaks down, or its time is up
 */
export async function decodePass(
  path: string,
  info: ClipInfo,
  request: PassRequest,
): Promise<PassReport> {
  const { indices, isTailSkipped = false, signal, timeoutMs } = request;
  const tool = request.tool ?? (await findFfmpeg());
  const isFiltered = request.chooser === "filter" && indices !== "all";
  const size = analysisSize(info, request.longSidePx);
  const log = createFrameLog(path);
  await runFfmpeg(
    [
      ...FRAME_LOG_ARGS,
      ...decoderInputArgs(path, info),
      ...passthroughArgs(tool),
      ...["-vf", pictureFilters(info, size, isFiltered ? indices : "all")],
      ...(isTailSkipped && isFiltered ? ["-frames:v", String(indices.length)] : []),
      ...["-f", "rawvideo", "-pix_fmt", info.hasAlpha ? "rgba" : "rgb24", "pipe:1"],
    ],
    {
      ...{ subject: path, tool, signal },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      onStderrLine: log.takeLine,
      onStdout: createFrameCutter(
        { ...size, hasAlpha: info.hasAlpha },
        {
          indexOf: isFiltered ? (position) => indices[position] : chooseFrom(indices),
          onFrame: request.onFrame,
        },
      ),
    },
  ).catch((cause: unknown) => {
    const isPartly = isTooManyErrors(cause) && log.timesSec().length > 0;
    if (!isPartly) throw cause;
  });
  return { timesSec: log.timesSec(), isMiscounted: isFiltered && log.isRestarted() };
}

/**
 * Size at which frames are read: long side at most `longSidePx`, aspect kept, never enlarged, each
 * side at least 1.
 * @param longSidePx default and upper limit `ANALYSIS_LONG_SIDE_PX`
 * @throws UsageError when `longSidePx` is below 1 or no number
 */
export function analysisSize(
  clip: Pick<ClipInfo, "widthPx" | "heightPx">,
  longSidePx: number = ANALYSIS_LONG_SIDE_PX,
): {
  readonly widthPx: number;
  readonly heightPx: number;
} {
  if (!(longSidePx >= 1)) {
    throw new UsageError(describeMismatch("longSidePx", "a number of pixels from 1", longSidePx));
  }
  const longest = Math.min(longSidePx, ANALYSIS_LONG_SIDE_PX);
  const scale = Math.min(1, longest / Math.max(clip.widthPx, clip.heightPx));
  return {
    widthPx: Math.max(1, Math.round(clip.widthPx * scale)),
    heightPx: Math.max(1, Math.round(clip.heightPx * scale)),
  };
}

type FrameSize = ReturnType<typeof analysisSize>;

function pictureFilters(
  info: ClipInfo,
  { widthPx, heightPx }: FrameSize,
  wanted: readonly number[] | "all",
): string {
  return [
    selectFilter(wanted),
    // Also where nothing is to be scaled: the size may change within the clip.
    `scale=${widthPx}:${heightPx}:flags=area`,
    info.hasAlpha ? "format=rgba" : "format=rgb24",
  ].join(",");
}

function chooseFrom(indices: readonly number[] | "all"): (position: number) => number | undefined {
  if (indices === "all") return (position) => position;
  const wanted = new Set(indices);
  return (position) => (wanted.has(position) ? position : undefined);
}

/** ffmpeg's exit code when most packets do not decode; what did decode has come out by then. */
const EXIT_TOO_MANY_ERRORS = 69;

function isTooManyErrors(cause: unknown): boolean {
  if (!(cause instanceof MediaError)) return false;
  const { exitCode } = cause.context;
  return exitCode === EXIT_TOO_MANY_ERRORS;
}
