/** The chain of halved copies: sizes, what is kept, which level a pitch asks for. */
import { describe, expect, it } from "vitest";
import { applyHomography, scaleThenShift } from "../../core/geometry/homography.ts";
import { atLevel, createWorkingFrame, levelForPitch } from "./working-frame.ts";

function plain(widthPx: number, heightPx: number, rgb: readonly [number, number, number]) {
  const data = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0; i < data.length; i++) data[i] = rgb[(i % 3) as 0];
  return { widthPx, heightPx, data };
}

describe("createWorkingFrame", () => {
  it("halves from level to level and knows each level's scale", () => {
    const frame = createWorkingFrame(plain(100, 66, [10, 20, 30]));
    const sizes = [0, 1, 2].map((k) => {
      const { rgb, scale } = frame.level(k);
      return [rgb.widthPx, rgb.heightPx, scale];
    });
    expect(sizes).toEqual([
      [100, 66, 1],
      [50, 33, 0.5],
      [25, 16, 0.25],
    ]);
  });

  it("keeps 8 pixels on the short side, however deep a level is asked for", () => {
    const frame = createWorkingFrame(plain(100, 66, [0, 0, 0]));
    const deepest = frame.level(9);
    expect([deepest.rgb.widthPx, deepest.rgb.heightPx, deepest.scale]).toEqual([12, 8, 0.125]);
    const tiny = createWorkingFrame(plain(9, 9, [0, 0, 0]));
    expect(tiny.level(3).rgb.widthPx).toBe(9);
  });

  it("takes the picture itself as level 0 and makes each level once", () => {
    const image = plain(32, 32, [1, 2, 3]);
    const frame = createWorkingFrame(image);
    expect(frame.level(0).rgb).toBe(image);
    expect(frame.level(1)).toBe(frame.level(1));
    expect(frame.level(1).luma).toBe(frame.level(1).luma);
  });

  it("has Rec. 601 luma, rounded", () => {
    const luma = (rgb: readonly [number, number, number]): number | undefined =>
      createWorkingFrame(plain(8, 8, rgb)).level(0).luma.data[0];
    expect(luma([255, 255, 255])).toBe(255);
    expect(luma([0, 0, 0])).toBe(0);
    // 0.299 * 25 + 0.587 * 217 + 0.114 * 85 = 144.5
    expect(luma([25, 217, 85])).toBeGreaterThanOrEqual(144);
    expect(luma([25, 217, 85])).toBeLessThanOrEqual(145);
  });
});

describe("levelForPitch", () => {
  const frame = createWorkingFrame(plain(512, 512, [0, 0, 0]));
  it.each([
    [10, 32, 1],
    [32, 32, 1],
    [63, 32, 1],
    [64, 32, 0.5],
    [127, 32, 0.5],
    [128, 32, 0.25],
    [0, 32, 1],
  ])("a unit of %d px read %d to the unit comes from scale %d", (pitchPx, wantedPx, scale) => {
    expect(levelForPitch(frame, pitchPx, wantedPx).scale).toBe(scale);
  });
});

describe("atLevel", () => {
  it("expresses a map in the pixels of the level", () => {
    const frame = createWorkingFrame(plain(64, 64, [0, 0, 0]));
    const map = scaleThenShift(40, 20, 6, 10);
    expect(atLevel(map, frame.level(0))).toBe(map);
    expect(applyHomography(atLevel(map, frame.level(2)), [1, 1])).toEqual([11.5, 7.5]);
  });
});
