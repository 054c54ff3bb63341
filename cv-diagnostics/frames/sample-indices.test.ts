import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { parseSampling, sampleIndices } from "./sample-indices.ts";

describe("sampleIndices", () => {
  it("takes every second frame of 81", () => {
    expect(sampleIndices(81)).toEqual(Array.from({ length: 41 }, (_, i) => 2 * i));
  });

  it("rounds halves up", () => {
    // i * 5 / 4 = 0, 1.25, 2.5, 3.75, 5
    expect(sampleIndices(6, 5)).toEqual([0, 1, 3, 4, 5]);
    // i * 3 / 2 = 0, 1.5, 3
    expect(sampleIndices(4, 3)).toEqual([0, 2, 3]);
  });

  it("spreads 41 over the lengths that models make", () => {
    expect(sampleIndices(121)).toEqual(Array.from({ length: 41 }, (_, i) => 3 * i));
    // i * 4.775 for 192 frames: 0, 4.775, 9.55, 14.325, …
    expect(sampleIndices(192).slice(0, 4)).toEqual([0, 5, 10, 14]);
    expect(sampleIndices(192).at(-1)).toBe(191);
  });

  it("repeats frames of a clip that is shorter than the sample", () => {
    expect(sampleIndices(1, 3)).toEqual([0, 0, 0]);
    expect(sampleIndices(3, 5)).toEqual([0, 1, 1, 2, 2]);
    expect(sampleIndices(1)).toHaveLength(41);
  });

  it("takes the first frame when one is asked for, and each once for all", () => {
    expect(sampleIndices(10, 1)).toEqual([0]);
    expect(sampleIndices(4, "all")).toEqual([0, 1, 2, 3]);
  });

  it("is even: first and last are in, gaps differ by one at most", () => {
    const counts = fc.integer({ min: 2, max: 500 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), counts, (total, count) => {
        const indices = sampleIndices(total, count);
        const gaps = indices.slice(1).map((index, i) => index - (indices[i] ?? 0));
        expect(indices).toHaveLength(count);
        expect([indices[0], indices.at(-1)]).toEqual([0, total - 1]);
        expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s", (value) => {
    expect(() => sampleIndices(value)).toThrow(UsageError);
    expect(() => sampleIndices(10, value)).toThrow(UsageError);
  });
});

describe("parseSampling", () => {
  it("reads counts and all", () => {
    expect(["1", "41", "007", "all"].map(parseSampling)).toEqual([1, 41, 7, "all"]);
  });

  it.each(["", "0", "-1", "1.5", "ALL", "41 ", "1e3", "99999999999999999999"])(
    "refuses %j",
    (text) => {
      expect(() => parseSampling(text)).toThrow(UsageError);
    },
  );
});
