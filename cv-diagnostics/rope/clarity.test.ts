/** Clarity of colours, from how light and contrast of a frame differ from the drawn ones. */
import { describe, expect, it } from "vitest";
import type { Rgb } from "../../core/image.ts";
import { clarityOf, inHaze, isHazy } from "./clarity.ts";
import { unread } from "./rope-reading.ts";

const GROUND: Rgb = [166, 157, 147];

/** A frame whose levels are `contrast` times the drawn ones, plus `bias`. */
function clarity(contrast: number, bias: number): number {
  const brightness = { gain: 1 / contrast, bias: -bias / contrast };
  return clarityOf({ brightness, contrastRatio: contrast }, GROUND);
}

describe("clarityOf", () => {
  it.each([1, 0.7, 0.3, 1.2])("is 1 in light of any strength: %d", (gain) => {
    expect(clarity(gain, 0)).toBeCloseTo(1, 9);
  });

  it("falls with the share that something else has in the picture", () => {
    expect(clarity(0.5, 0.5 * 157)).toBeCloseTo(0.5, 2);
    expect(clarity(0.5, 0.5 * 255)).toBeLessThan(0.45);
    expect(clarity(0.5, 0)).toBeCloseTo(1, 9);
    expect(clarity(0.7, 0.3 * 128)).toBeGreaterThan(0.7);
  });

  it("is hazy half-way to grey, and not with three quarters of the contrast", () => {
    expect(isHazy(clarity(0.5, 64))).toBe(true);
    expect(isHazy(clarity(0.75, 32))).toBe(false);
  });
});

it("inHaze: what is not found may be there", () => {
  expect(inHaze(unread("red", "absent"))).toEqual(unread("red", "partly"));
  const read = { ...unread("red", "partly"), status: "read" } as const;
  expect(inHaze(read)).toBe(read);
});
