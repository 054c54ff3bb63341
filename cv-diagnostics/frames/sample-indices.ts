/** Which frames are looked at: evenly spaced, first and last included. Pure. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import { DEFAULT_SAMPLE_COUNT } from "./limits.ts";
import type { Sampling } from "./types.ts";

/**
 * Evenly spaced frame indices. With N frames and C samples, sample i is
 * floor(i * (N - 1) / (C - 1) + 1/2), in exact integers: halves round up. One sample is the first
 * frame. "all" gives every index once. With fewer frames than samples, indices repeat.
 * @param totalFrames frames in the clip, 1 or more
 * @returns ascending indices, `sampling` of them (`totalFrames` for "all")
 * @throws UsageError when a count is not a positive integer
 */
export function sampleIndices(
  totalFrames: number,
  sampling: Sampling = DEFAULT_SAMPLE_COUNT,
): readonly number[] {
  checkCount("totalFrames", totalFrames);
  if (sampling === "all") return Array.from({ length: totalFrames }, (_, i) => i);
  checkCount("sampling", sampling);
  if (sampling === 1) return [0];
  const steps = sampling - 1;
  return Array.from({ length: sampling }, (_, i) =>
    Math.floor((2 * i * (totalFrames - 1) + steps) / (2 * steps)),
  );
}

/**
 * Reads `--sampling`.
 * @throws UsageError when it is neither "all" nor a positive integer
 */
export function parseSampling(text: string): Sampling {
  if (text === "all") return "all";
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new UsageError(describeMismatch("--sampling", '"all" or a positive integer', text));
  }
  return count;
}

function checkCount(field: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new UsageError(describeMismatch(field, "a positive integer", value));
  }
}
