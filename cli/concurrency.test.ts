import { describe, expect, it } from "vitest";
import { concurrencyOption, defaultConcurrency, thisMachine } from "./concurrency.ts";

const GB = 2 ** 30;

describe("clips at the same time", () => {
  it.each([
    [1, 64 * GB, 1],
    [2, 64 * GB, 2],
    [16, 64 * GB, 4],
    [16, 2.5 * GB, 2],
    [4, 0.5 * GB, 1],
  ])("%i cores and %i bytes: %i", (cores, memoryBytes, expected) => {
    expect(defaultConcurrency({ cores, memoryBytes })).toBe(expected);
  });

  it("are 1 to 4 on this machine", () => {
    const { memoryBytes } = thisMachine();
    expect(memoryBytes).toBeGreaterThan(0);
    expect([1, 2, 3, 4]).toContain(concurrencyOption("clips").defaultValue);
  });
});
