import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapMean } from "./bootstrap.ts";

describe("bootstrapMean", () => {
  it("has nothing to say of nothing", () => {
    expect(bootstrapMean([], { seed: 1 })).toBeNull();
  });

  it("is a point where all values are equal", () => {
    for (const value of [0, 1, -1]) {
      const expected = { mean: value, n: 4, low: value, high: value };
      expect(bootstrapMean([value, value, value, value], { seed: 0 })).toEqual(expected);
    }
    expect(bootstrapMean([1], { seed: 3 })).toMatchObject({ n: 1, low: 1, high: 1 });
  });

  it("gives the same interval for the same seed, another one for another", () => {
    const values = [0, 1, 1, 0, -1, 1, 0, 0, 1, 0.25];
    const first = bootstrapMean(values, { seed: 0, resamples: 500 });
    expect(bootstrapMean(values, { seed: 0, resamples: 500 })).toEqual(first);
    expect(bootstrapMean(values, { seed: 1, resamples: 500 })).not.toEqual(first);
  });

  // Two values 0 and 1: a mean of a resample is 0, 1/2 or 1 with probability 1/4, 1/2, 1/4, so that
  // both quantiles of 95 % lie at the ends, and those of 40 % at 1/2.
  it("has the quantiles of the resampling distribution worked out by hand", () => {
    expect(bootstrapMean([0, 1], { seed: 5 })).toMatchObject({ mean: 0.5, low: 0, high: 1 });
    const narrow = bootstrapMean([0, 1], { seed: 5, confidence: 0.4 });
    expect(narrow).toMatchObject({ low: 0.5, high: 0.5 });
  });

  // 100 values, half of them 1: the mean of a resample is Binomial(100, 1/2) / 100, whose 2.5 % and
  // 97.5 % quantiles are 0.40 and 0.60.
  it("agrees with the binomial quantiles for a proportion", () => {
    const values = Array.from({ length: 100 }, (_, k) => k % 2);
    const interval = bootstrapMean(values, { seed: 7 });
    expect(interval?.low).toBeCloseTo(0.4, 2);
    expect(interval?.high).toBeCloseTo(0.6, 2);
  });

  it("holds the mean, within the range of the values", () => {
    const some = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(some, fc.nat(), (values, seed) => {
        const interval = bootstrapMean(values, { seed, resamples: 200 });
        if (interval === null) throw new Error("no interval");
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...values));
        expect(interval.high).toBeLessThanOrEqual(Math.max(...values));
        expect(interval.low).toBeLessThanOrEqual(interval.high);
      }),
      { numRuns: 50 },
    );
  });
});
