/**
 * Has ffmpeg say, in the pass that decodes anyway, when each decoded frame is shown: the `select`
 * filter's expression prints number and time of every frame it is asked about. So the frames that
 * really decode are counted without a second pass. Owns that expression and its lines. Pure.
 */
import { MediaError } from "../../core/errors.ts";
import { MAX_CLIP_FRAMES } from "./limits.ts";

/** More terms than this make the expression slower than converting every frame. */
export const MAX_SELECT_TERMS = 256;

/** ffmpeg options that let the lines through: errors only, equal lines not folded into one. */
export const FRAME_LOG_ARGS = ["-nostats", "-loglevel", "repeat+error"] as const;

/**
 * `select` filter that passes the wanted frames and logs every frame. Each factor but the last is
 * always 1; print's second argument is the log level (16, error). A time may be "nan".
 * @param wanted at most `MAX_SELECT_TERMS` source frame indices, or "all"
 */
export function selectFilter(wanted: readonly number[] | "all"): string {
  const pass = wanted === "all" ? "1" : `(${wanted.map((n) => `eq(n\\,${n})`).join("+")})`;
  return `select=not(print(n\\,16)*0)*not(isnan(print(t\\,16))*0)*${pass}`;
}

/** What the lines said so far. */
export type FrameLog = {
  /** Takes one line of standard error; true when it was one of ours. @throws MediaError beyond `MAX_CLIP_FRAMES` */
  readonly takeLine: (line: string) => boolean;
  /**
   * Time of each decoded frame in seconds from the first. A frame without a time is given the one
   * before it.
   */
  readonly timesSec: () => readonly number[];
  /**
   * The filter counted from 0 again: the picture format changed within the clip, so that numbers
   * in the expression no longer mean frames of the clip.
   */
  readonly isRestarted: () => boolean;
};

/** @param file the clip, for messages */
export function createFrameLog(file: string): FrameLog {
  const times: number[] = [];
  let isNumberNext = true;
  let isRestarted = false;
  return {
    takeLine: (line) => {
      const value = /^(?:\[[^\]]*\] )?(-?(?:\d+\.\d+|nan))$/.exec(line)?.[1];
      if (value === undefined) return false;
      if (isNumberNext) {
        if (Number(value) !== times.length) isRestarted = true;
        if (times.length >= MAX_CLIP_FRAMES) throw tooManyFrames(file);
      } else {
        times.push(Number(value));
      }
      isNumberNext = !isNumberNext;
      return true;
    },
    timesSec: () => rebase(times),
    isRestarted: () => isRestarted,
  };
}

/** The error for a clip with more frames than are accepted. */
export function tooManyFrames(file: string): MediaError {
  return new MediaError(
    `expected at most ${MAX_CLIP_FRAMES} frames for the clip but received more in "${file}". ` +
      "Cut the clip to the part that is to be judged.",
    { context: { file, maxFrames: MAX_CLIP_FRAMES } },
  );
}

/** Times counted from the first that is known, never falling. */
export function rebase(times: readonly number[]): readonly number[] {
  const start = times.find((time) => !Number.isNaN(time)) ?? 0;
  let last = 0;
  return times.map((time) => {
    if (!Number.isNaN(time)) last = Math.max(last, time - start);
    return last;
  });
}
