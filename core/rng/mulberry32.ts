/**
 * Mulberry32 with the draws of the published boards that use it. Owns number streams only. Boards
 * and everything else of our own use MT19937.
 */
import { describeMismatch, ProbeError } from "../errors.ts";

/** A stream of draws. Each call spends one 32-bit output. */
export type Mulberry32 = {
  /** Uniform multiple of 2^-32 in [0, 1). */
  real(): number;
  /**
   * Uniform integer in a..b, both ends included: floor(real * (b - a + 1)) + a.
   * @throws ProbeError when b < a or an end is not an integer
   */
  randint(a: number, b: number): number;
};

const INCREMENT = 0x6d2b79f5;
const RANGE = 2 ** 32;

/**
 * The stream of a seed: a Weyl sequence of step 0x6D2B79F5 put through a 32-bit mixer (T. Ettinger,
 * public domain, 2017).
 * @param seed integer; its lowest 32 bits count
 * @throws ProbeError when the seed is not a safe integer
 */
export function createMulberry32(seed: number): Mulberry32 {
  if (!Number.isSafeInteger(seed)) {
    throw new ProbeError("internal", describeMismatch("seed", "a safe integer", seed));
  }
  let counter = seed | 0;
  const real = (): number => {
    counter = (counter + INCREMENT) | 0;
    const first = Math.imul(counter ^ (counter >>> 15), counter | 1);
    const second = first ^ (first + Math.imul(first ^ (first >>> 7), first | 61));
    return ((second ^ (second >>> 14)) >>> 0) / RANGE;
  };
  return {
    real,
    randint(a, b) {
      if (!Number.isInteger(a) || !Number.isInteger(b) || b < a) {
        throw new ProbeError("internal", describeMismatch("randint", "integers a <= b", [a, b]));
      }
      return Math.floor(real() * (b - a + 1)) + a;
    },
  };
}
