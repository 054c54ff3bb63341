import fc from "fast-check";
import { expect, it } from "vitest";
import { fitPictureSize } from "./fit-picture-size.ts";

it.each([
  // Allowed as they are.
  [1024, 1024, "1024x1024"],
  [1536, 864, "1536x864"],
  [3840, 2160, "3840x2160"],
  // 832 x 480 = 399,360 pixels are too few. 1072 x 624 = 668,928 is barely enough, and 1.718:1 for 1.733:1.
  [832, 480, "1072x624"],
  // 810 x 810 = 656,100 is enough, but 810 is no multiple of 16: 816.
  [810, 810, "816x816"],
  // 8:1 is too long: 3:1 at the same area.
  [3200, 400, "1968x656"],
  [1, 1, "816x816"],
  [8000, 8000, "2880x2880"],
])("%d x %d -> %s", (widthPx, heightPx, expected) => {
  const fitted = fitPictureSize({ widthPx, heightPx }, 16);
  expect(`${fitted.widthPx}x${fitted.heightPx}`).toBe(expected);
});

it("always keeps to the published limits, and leaves what keeps to them", () => {
  const side = fc.integer({ min: 1, max: 8192 });
  fc.assert(
    fc.property(side, side, (widthPx, heightPx) => {
      const once = fitPictureSize({ widthPx, heightPx }, 16);
      const pixels = once.widthPx * once.heightPx;
      expect([once.widthPx % 16, once.heightPx % 16]).toEqual([0, 0]);
      expect(Math.max(once.widthPx, once.heightPx)).toBeLessThanOrEqual(3840);
      expect(once.widthPx).toBeLessThanOrEqual(3 * once.heightPx);
      expect(once.heightPx).toBeLessThanOrEqual(3 * once.widthPx);
      expect(pixels).toBeGreaterThanOrEqual(655_360);
      expect(pixels).toBeLessThanOrEqual(8_294_400);
      expect(fitPictureSize(once, 16)).toEqual(once);
    }),
    { numRuns: 100, seed: 5 },
  );
});
