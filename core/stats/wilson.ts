/** Wilson score interval of a proportion. */
import { ProbeError } from "../errors.ts";

/** 97.5 % quantile of the standard normal distribution. */
const Z_95 = 1.959963984540054;

/** `rate` is null when nothing was counted; the interval is then all of [0, 1]. */
export type WilsonInterval = {
  readonly rate: number | null;
  readonly n: number;
  readonly low: number;
  readonly high: number;
};

/**
 * 95 % interval by Wilson (1927): centre (p + z^2/2n) / (1 + z^2/n), half width
 * z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n). Unlike the normal interval it stays within [0, 1] and
 * does not collapse at 0 of n or n of n.
 *
 * @throws ProbeError (`internal`) unless 0 <= successes <= n are integers
 */
export function wilsonInterval(successes: number, n: number): WilsonInterval {
  if (!Number.isInteger(successes) || !Number.isInteger(n) || successes < 0 || successes > n) {
    throw new ProbeError(
      "internal",
      `expected 0 <= successes <= n for a proportion but received ${successes} of ${n}`,
    );
  }
  if (n === 0) return { rate: null, n, low: 0, high: 1 };
  const rate = successes / n;
  const z2 = Z_95 ** 2;
  const denominator = 1 + z2 / n;
  const centre = (rate + z2 / (2 * n)) / denominator;
  const half = (Z_95 * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n))) / denominator;
  return {
    rate,
    n,
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === n ? 1 : Math.min(1, centre + half),
  };
}
