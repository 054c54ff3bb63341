import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wilsonInterval } from "./wilson.ts";

describe("wilsonInterval", () => {
  it.each([
    // z^2 = 3.841459. 8 of 10: centre (0.8 + 0.19207295) / 1.3841459 = 0.71674,
    // half 1.959964 * sqrt(0.016 + 0.00960365) / 1.3841459 = 0.22657.
    [8, 10, 0.49016, 0.94331],
    // 5 of 10: symmetric about 0.5; half 1.959964 * sqrt(0.025 + 0.00960365) / 1.3841459 = 0.26341.
    [5, 10, 0.23659, 0.76341],
    // 0 of 10: the upper end is z^2 / (n + z^2) = 3.841459 / 13.841459.
    [0, 10, 0, 0.27753],
    // 9 of 9: the lower end is n / (n + z^2) = 9 / 12.841459.
    [9, 9, 0.70085, 1],
    // 1 of 1: 1 / 4.841459.
    [1, 1, 0.20655, 1],
  ])("%i of %i", (successes, n, low, high) => {
    const interval = wilsonInterval(successes, n);
    expect(interval.rate).toBe(successes / n);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("knows nothing when nothing was counted", () => {
    expect(wilsonInterval(0, 0)).toEqual({ rate: null, n: 0, low: 0, high: 1 });
  });

  it.each([
    [-1, 3],
    [4, 3],
    [0.5, 3],
    [0, Number.NaN],
  ])("refuses %d of %d", (successes, n) => {
    expect(() => wilsonInterval(successes, n)).toThrow(/expected 0 <= successes <= n/);
  });

  it("mirrors, contains the rate and narrows with n", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (n, raw) => {
        const k = raw % (n + 1);
        const a = wilsonInterval(k, n);
        const b = wilsonInterval(n - k, n);
        expect(a.low).toBeCloseTo(1 - b.high, 10);
        expect(a.low).toBeLessThanOrEqual(k / n);
        expect(a.high).toBeGreaterThanOrEqual(k / n);
        const wider = a.high - a.low;
        const narrower = wilsonInterval(4 * k, 4 * n);
        expect(narrower.high - narrower.low).toBeLessThan(wider);
      }),
    );
  });
});
