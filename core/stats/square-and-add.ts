/** Interval of a weighted sum of independent proportions, from the interval of each. */

export type IntervalPart = {
  /** 0 or more. */
  readonly weight: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
};

export type CombinedInterval = {
  readonly value: number;
  readonly low: number;
  readonly high: number;
};

/**
 * Squares the distances from each rate to its limit, weighted, and adds them: Newcombe 1998 (method 10)
 * for a difference, Zou and Donner, Construction of confidence limits about effect measures, 2008,
 * for any sum. Unlike a normal interval it keeps the parts' own skew. Nothing in, zero out.
 */
export function squareAndAdd(parts: readonly IntervalPart[]): CombinedInterval {
  let value = 0;
  let below = 0;
  let above = 0;
  for (const { weight, rate, low, high } of parts) {
    value += weight * rate;
    below += (weight * (rate - low)) ** 2;
    above += (weight * (high - rate)) ** 2;
  }
  return { value, low: value - Math.sqrt(below), high: value + Math.sqrt(above) };
}
