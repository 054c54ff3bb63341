/** Options that `probe run` and `probe mcp` share: where a model is reached, and what is asked of it. */
import { Option } from "commander";
import { integerFrom, parseSampling, parseSize, positiveNumber } from "./parse-options.ts";

const DEFAULT_DEADLINE_MIN = 30;

/** For generators that were made for no other, and where nothing is imagined. */
export const DEFAULT_SHAPE = { widthPx: 832, heightPx: 480, frames: 81, fps: 16 };

/** @param env its twin in the environment */
export function option(flags: string, text: string, env: string): Option {
  return new Option(flags, text).env(env);
}

export function hostOptions(): Option[] {
  return [
    option(
      "--via <host>",
      "host that serves the model (default: the first that is ready)",
      "PROBE_VIA",
    ),
    option("--workflow <file>", "ComfyUI workflow in API format, JSON", "PROBE_WORKFLOW"),
    option("--models <file>", "models of your own, JSON", "PROBE_MODELS"),
  ];
}

export function pricesOption(): Option {
  return option("--prices <file>", "prices of your own, JSON", "PROBE_PRICES");
}

/** Size, frames and frame rate of a clip. */
export function shapeOptions(): Option[] {
  return [
    option(
      "--size <WxH>",
      "size of observation and clip (default: the model's, or 832x480)",
      "PROBE_SIZE",
    ).argParser(parseSize),
    option(
      "--frames <n>",
      "frames of a clip (default: the model's, or 81)",
      "PROBE_FRAMES",
    ).argParser(integerFrom(2, 10_000)),
    option("--fps <n>", "frames a second (default: the model's, or 16)", "PROBE_FPS").argParser(
      positiveNumber,
    ),
  ];
}

export function samplingOption(): Option {
  return option("--sampling <n>", "frames judged of each clip, or all", "PROBE_SAMPLING")
    .argParser(parseSampling)
    .default(41);
}

/** In minutes. */
export function deadlineOption(): Option {
  return option("--deadline <minutes>", "longest time of one job at a host", "PROBE_DEADLINE")
    .argParser(positiveNumber)
    .default(DEFAULT_DEADLINE_MIN);
}
