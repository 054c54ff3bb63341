import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { applyHomography } from "../../core/geometry/homography.ts";
import { parseHexColour, type Rgb } from "../../core/image.ts";
import { createSurface } from "../scene/surface.ts";
import { contrast, pixelsOf } from "../scene/testing/colours.ts";
import { CHAT_NOIR_PALETTE, type ChatNoirColour, pageScale, WORLD } from "./look.ts";
import { type ChatNoirPose, cellPoint, poseDuring, poseOf } from "./pose.ts";
import { chatNoirScene, drawChatNoir } from "./render.ts";
import type { ChatNoirState } from "./state.ts";

const STATE: ChatNoirState = {
  radius: 3,
  blocked: [4, 12, 20],
  cat: 18,
  policy: "medium",
  catRng: 1,
  lastBlocked: 20,
};

function drawn(widthPx: number, heightPx: number, pose: ChatNoirPose) {
  const scene = chatNoirScene(pose, { widthPx, heightPx });
  const surface = createSurface(widthPx, heightPx);
  drawChatNoir(surface.context, scene, pose);
  const pixels = pixelsOf(surface);
  /** Colour at a point of the board plane. */
  const atPoint = (x: number, y: number): Rgb =>
    pixels.at(applyHomography([...scene.boardToPixel] as never, [x, y]));
  /** Colour above the middle of a cell, at a distance in world units. */
  const above = (cell: number, distance: number): Rgb => {
    const [x, y] = cellPoint(pose.radius, cell);
    return atPoint(x, y - distance / WORLD.pitch);
  };
  return { scene, atPoint, above, data: pixels.data };
}

const colour = (role: ChatNoirColour): Rgb => parseHexColour(CHAT_NOIR_PALETTE[role]);

describe("the published geometry", () => {
  test("the camera's frame, by hand", () => {
    // Radius 3: cells reach 6.339 and 5.49; with 1.4 and 1.5 cell radii, 14.75 by 13.2. Half the
    // width is .58 * 13.2 * 889 / 760 = 8.956, half the height .6 * 13.2 = 7.92.
    const [x, y] = pageScale(3);
    expect(x).toBeCloseTo(889 / 2 / 8.9554, 2);
    expect(y).toBeCloseTo(760 / 2 / 7.92, 9);
    // Radius 4: 16.86 high: .58 * 16.86 * 889 / 760 = 11.439 and .6 * 16.86 = 10.116.
    expect(pageScale(4)[0]).toBeCloseTo(889 / 2 / 11.4386, 2);
    expect(pageScale(4)[1]).toBeCloseTo(760 / 2 / 10.116, 9);
  });

  test("another size is the page scaled to fit and centred; everything is inside", () => {
    for (const radius of [3, 4] as const) {
      const scene = chatNoirScene({ radius }, { widthPx: 400, heightPx: 640 });
      expect(applyHomography([...scene.boardToPixel] as never, [0, 0])).toEqual([200, 320]);
      const { left, right } = scene.extent;
      for (const x of [left, right]) {
        const [px] = applyHomography([...scene.boardToPixel] as never, [x, 0]);
        expect(px).toBeGreaterThan(0);
        expect(px).toBeLessThan(400);
      }
    }
  });

  test("a scene of no board is refused", () => {
    const scene = chatNoirScene({ radius: 3 }, { widthPx: 400, heightPx: 400 });
    const wrong = { ...scene, grid: { rows: 8, cols: 8 } };
    const { context } = createSurface(400, 400);
    expect(() => drawChatNoir(context, wrong, poseOf(STATE))).toThrow(RuleError);
  });
});

describe.each([
  [889, 760],
  [832, 480],
])("colours at %i x %i", (widthPx, heightPx) => {
  const { above, atPoint, data } = drawn(widthPx, heightPx, poseOf(STATE));
  // Between the label, of radius 26 px, and the edge of the disc; and on the ring.
  const [disc, ring] = [0.65, 0.77];

  test("open cells, those of the rim, blocked ones and the last of them", () => {
    expect(above(30, disc)).toEqual(colour("open"));
    expect(above(30, ring)).toEqual(colour("openRing"));
    expect(above(0, ring)).toEqual(colour("rimRing"));
    expect(above(12, disc)).toEqual(colour("blocked"));
    expect(above(12, ring)).toEqual(colour("blockedRing"));
    expect(above(4, ring)).toEqual(colour("blockedRing"));
    expect(above(20, ring)).toEqual(colour("lastRing"));
  });

  test("the cat and its halo", () => {
    expect(above(18, disc)).toEqual(colour("cat"));
    const halo = above(18, 0.88);
    for (const [channel, value] of colour("halo").entries()) {
      expect(Math.abs((halo[channel] ?? 0) - value)).toBeLessThan(22);
    }
  });

  test("the page around, and every pixel opaque", () => {
    expect(atPoint(-3.9, -2.9)).toEqual(colour("background"));
    expect(data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
  });
});

describe.each([3, 4] as const)("numbers can be read on radius %i", (radius) => {
  test.each([
    ["an open cell", 8, 7],
    ["a blocked cell", 4, 7],
    ["the cat's cell", radius === 3 ? 18 : 30, 5],
  ])("on %s", (_, cell, least) => {
    const state = { ...STATE, radius, blocked: [4], lastBlocked: 4, cat: radius === 3 ? 18 : 30 };
    const { atPoint } = drawn(889, 760, poseOf(state));
    const [x, y] = cellPoint(radius, cell);
    const pixels = Array.from({ length: 900 }, (_, k) =>
      atPoint(x - 0.12 + (0.24 * (k % 30)) / 30, y - 0.12 + (0.24 * Math.floor(k / 30)) / 30),
    );
    const white: Rgb = [255, 255, 255];
    const ordered = pixels.sort((a, b) => contrast(a, white) - contrast(b, white));
    const [light, dark] = [ordered[0] ?? white, ordered.at(-1) ?? white];
    expect(contrast(light, dark)).toBeGreaterThan(least);
  });
});

describe("during a turn", () => {
  test("the block covers its cell from the middle outwards", () => {
    const { above } = drawn(889, 760, poseDuring(STATE, 30, 0.3));
    // Half of .6 of the turn: half of the ring's radius of .8.
    expect(above(30, 0.65)).toEqual(colour("open"));
    expect(contrast(above(30, 0.38), colour("blocked"))).toBeLessThan(2);
    expect(contrast(above(30, 0.45), [255, 255, 255])).toBeLessThan(1.1);
  });

  test("the cat is between two cells, over both", () => {
    const { atPoint, above } = drawn(889, 760, poseDuring(STATE, 30, 0.8));
    // From 18 to 11, to the upper left: half way at (-.25, -.433).
    expect(atPoint(-0.25 + 0.31, -0.433)).toEqual(colour("cat"));
    expect(above(30, 0.77)).toEqual(colour("lastRing"));
    expect(above(20, 0.77)).toEqual(colour("blockedRing"));
  });
});
