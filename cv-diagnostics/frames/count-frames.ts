/** Decodes a clip once, keeping nothing: for containers that no index reader here knows. */
import { MediaError } from "../../core/errors.ts";
import { findFfmpeg, passthroughArgs, runFfmpeg } from "../../core/media/index.ts";
import { decoderInputArgs } from "./decoder-input.ts";
import { createFrameLog, selectFilter } from "./frame-log.ts";
import type { DecodeOptions } from "./types.ts";

/** What decoding found out. */
export type CountedFrames = {
  readonly codec: string;
  /** Displayed size of the first frame. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasAlpha: boolean;
  /** Seconds from the first frame, one per frame that decodes; at least one. */
  readonly timesSec: readonly number[];
};

/** ffmpeg's names of pixel formats that carry transparency; pal8 may, through its palette. */
const ALPHA_FORMAT = /^(?:yuva|rgba|bgra|argb|abgr|gbrap|ya\d|pal8)/;

/**
 * @throws MediaError when ffmpeg cannot read the file, it has no video, or no frame decodes
 */
export async function countFrames(
  path: string,
  options: DecodeOptions = {},
): Promise<CountedFrames> {
  const tool = options.tool ?? (await findFfmpeg());
  const log = createFrameLog(path);
  let codec = "";
  let picture: Pick<CountedFrames, "widthPx" | "heightPx" | "hasAlpha"> | undefined;
  const args = [
    ...["-nostats", "-loglevel", "repeat+info"],
    ...decoderInputArgs(path),
    ...[...passthroughArgs(tool), "-vf", `${selectFilter([0])},showinfo`, "-f", "null", "-"],
  ];
  const report = await runFfmpeg(args, {
    ...options,
    subject: path,
    tool,
    onStderrLine: (line) => {
      if (log.takeLine(line)) return true;
      if (codec === "") codec = /Stream #0:\d+.*: Video: (\w+)/.exec(line)?.[1] ?? "";
      picture ??= readShowinfo(line);
      return false;
    },
  }).catch((cause: unknown) => {
    if (!(cause instanceof MediaError)) throw cause;
    const { exitCode, stderrTail } = cause.context;
    // A crash of ffmpeg or a time limit says nothing about the clip.
    throw typeof exitCode === "number" ? notAClip(path, String(stderrTail), cause) : cause;
  });
  const timesSec = log.timesSec();
  if (picture === undefined || timesSec.length === 0) throw notAClip(path, report.stderrTail);
  return { codec, ...picture, timesSec };
}

function readShowinfo(line: string): Omit<CountedFrames, "codec" | "timesSec"> | undefined {
  const match = /showinfo.* fmt:(\S+) .*sar:(\d+)\/(\d+) s:(\d+)x(\d+)/.exec(line);
  if (match === null) return undefined;
  const [, format = "", sarX, sarY, width, height] = match;
  const aspect = Number(sarX) > 0 && Number(sarY) > 0 ? Number(sarX) / Number(sarY) : 1;
  return {
    // Square pixels without losing any: the short direction is stretched.
    widthPx: Math.round(Number(width) * Math.max(1, aspect)),
    heightPx: Math.round(Number(height) / Math.min(1, aspect)),
    hasAlpha: ALPHA_FORMAT.test(format),
  };
}

function notAClip(path: string, stderrTail: string, cause?: unknown): MediaError {
  const hasNoVideo = /matches no streams/.test(stderrTail);
  const received = hasNoVideo
    ? `"${path}", which has no video track`
    : `"${path}", of which no frame can be decoded`;
  return new MediaError(
    `expected a video file for the clip but received ${received}. ` +
      `Make or download it again. ffmpeg said: ${stderrTail.split("\n").slice(-5).join(" | ")}`,
    { context: { file: path, stderrTail }, ...(cause === undefined ? {} : { cause }) },
  );
}
