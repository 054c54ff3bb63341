import { describe, expect, test } from "vitest";
import { createSurface, type Lighting } from "./shading.ts";
import { normalise } from "./vector.ts";

const SUN: Lighting = {
  ambient: { colour: [0, 0, 0], intensity: 0 },
  directional: [{ position: [0, 7, 0], colour: [255, 255, 255], intensity: 1, castsShadow: true }],
};
const UP = [0, 1, 0] as const;

describe("hand-worked colours", () => {
  test("a matt white face under a white sun: 1 / pi plus the highlight", () => {
    const surface = createSurface({ colour: [255, 255, 255], roughness: 1, metalness: 0 }, SUN);
    // Straight on: D = 1/pi, V = 1/4, F = .04 + .96 * 2^(-12.53783) = .04016; sum (1 + .01004) / pi
    // = .32151; in sRGB 1.055 * .32151^(1/2.4) - .055 = .6025, 154.
    expect(surface.shade(UP, UP)).toEqual([154, 154, 154]);
  });

  test("a face turned from the light, or in its shadow, is black", () => {
    const surface = createSurface({ colour: [255, 0, 0], roughness: 0.5, metalness: 0.2 }, SUN);
    expect(surface.shade([0, -1, 0], [0, -1, 0])).toEqual([0, 0, 0]);
    expect(surface.shade(UP, UP, true)).toEqual([0, 0, 0]);
    expect(surface.shade(UP, UP)[0]).toBeGreaterThan(100);
  });

  test("ambient light and own light add up without any sun", () => {
    // Grey 128 is .2159 in linear light: .2159 * (.25 + 1 / pi * 1) = .1227, 98 in sRGB.
    const surface = createSurface(
      { colour: [128, 128, 128], roughness: 1, metalness: 0, emissiveIntensity: 0.25 },
      { ambient: { colour: [255, 255, 255], intensity: 1 }, directional: [] },
    );
    expect(surface.shade(UP, UP)).toEqual([98, 98, 98]);
  });

  test("light at an angle counts by its cosine", () => {
    const matt = { colour: [255, 255, 255], roughness: 1, metalness: 0 } as const;
    const slanted = normalise([1, 1, 0]);
    const bright = createSurface(matt, SUN).shade(UP, slanted)[0];
    const dim = createSurface(matt, SUN).shade(slanted, slanted)[0];
    // cos 45 of the light: .7071 * .32 = .226, 131 in sRGB; highlights change it by little.
    expect(Math.abs(dim - 131)).toBeLessThanOrEqual(2);
    expect(bright).toBeGreaterThan(dim);
  });
});

test("a smooth face mirrors the sun in one direction only", () => {
  const surface = createSurface({ colour: [80, 80, 80], roughness: 0.2, metalness: 0.5 }, SUN);
  const straight = surface.shade(UP, UP)[0];
  const aside = surface.shade(UP, normalise([1, 1, 0]))[0];
  expect(straight).toBe(255);
  expect(aside).toBeLessThan(80);
});
