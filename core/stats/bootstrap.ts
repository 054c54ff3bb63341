/** Seeded percentile bootstrap of a mean, for paired differences. Pure. */
import { createMt19937 } from "../rng/mt19937.ts";

export type BootstrapInterval = {
  /** Mean of the sample. */
  readonly mean: number;
  /** Size of the sample. */
  readonly n: number;
  readonly low: number;
  readonly high: number;
};

export type BootstrapOptions = {
  /** Decides all draws. */
  readonly seed: number;
  /** @default 10000 */
  readonly resamples?: number;
  /** Probability that the interval covers, between 0 and 1. @default 0.95 */
  readonly confidence?: number;
};

const RESAMPLES = 10_000;
const CONFIDENCE = 0.95;

/**
 * Percentile interval of a mean: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter
 * 13. With paired data, give the differences: the pairs are drawn, not the values. Where all values are
 * equal the interval is a point, which says that the sample has no variation, not that there is none.
 *
 * @returns null when there are no values
 */
export function bootstrapMean(
  values: readonly number[],
  { seed, resamples = RESAMPLES, confidence = CONFIDENCE }: BootstrapOptions,
): BootstrapInterval | null {
  const n = values.length;
  if (n === 0) return null;
  const rng = createMt19937(seed);
  const means = new Float64Array(resamples);
  for (let k = 0; k < resamples; k++) {
    let sum = 0;
    for (let draw = 0; draw < n; draw++) sum += values[rng.below(n)] ?? 0;
    means[k] = sum / n;
  }
  means.sort();
  const tail = (1 - confidence) / 2;
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / n,
    n,
    low: quantile(means, tail),
    high: quantile(means, 1 - tail),
  };
}

/** Linear interpolation between order statistics: definition 7 of Hyndman and Fan, 1996. */
function quantile(sorted: Float64Array, probability: number): number {
  const at = (sorted.length - 1) * probability;
  const below = Math.floor(at);
  const [low = 0, high = low] = [sorted[below], sorted[Math.min(below + 1, sorted.length - 1)]];
  return low + (at - below) * (high - low);
}
