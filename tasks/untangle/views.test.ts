import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { applyHomography, type Homography, invert } from "../../core/geometry/homography.ts";
import { sceneSchema } from "../../core/schema/scene.ts";
import { HOLE_SPACING } from "./board.ts";
import { HEIGHTS } from "./look.ts";
import { untangleScene } from "./render.ts";
import { parallaxMap, UNTANGLE_VIEWS, viewerOf, worldOfBoard } from "./views.ts";

const PICTURES = [
  [832, 480],
  [1016, 930],
  [480, 832],
  [640, 480],
] as const;
const CASES = UNTANGLE_VIEWS.flatMap((view) =>
  PICTURES.flatMap(([widthPx, heightPx]) =>
    [5, 6].map((gridSize) => ({ view, widthPx, heightPx, gridSize })),
  ),
);

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));
}

describe.each(CASES)("$view, $widthPx x $heightPx, $gridSize holes a side", (at) => {
  const { view, widthPx, heightPx, gridSize } = at;
  const scene = untangleScene({ gridSize }, { widthPx, heightPx, view });
  const viewer = viewerOf(gridSize, view, { widthPx, heightPx });
  const boardToPixel = [...scene.boardToPixel] as unknown as Homography;
  const seen = (x: number, y: number, height: number) =>
    viewer.toPixel(worldOfBoard(gridSize, x, y, height / HOLE_SPACING));

  test("the scene's homography takes hole (row, col) at (row, col) to its pixel", () => {
    expect(sceneSchema.parse(scene)).toEqual(scene);
    for (let row = 0; row < gridSize; row++) {
      for (let col = 0; col < gridSize; col++) {
        const mapped = applyHomography(boardToPixel, [row, col]);
        expect(distance(mapped, seen(row, col, HEIGHTS.hole))).toBeLessThan(1e-6);
      }
    }
  });

  test("rows count to the right and columns downwards", () => {
    const middle = (gridSize - 1) / 2;
    const [x, y] = applyHomography(boardToPixel, [middle, middle]);
    expect(applyHomography(boardToPixel, [middle + 1, middle])[0]).toBeGreaterThan(x);
    expect(applyHomography(boardToPixel, [middle, middle + 1])[1]).toBeGreaterThan(y);
    const pitch = distance([x, y], applyHomography(boardToPixel, [middle + 0.01, middle])) * 100;
    expect(scene.pitchPx / pitch).toBeGreaterThan(0.6);
    expect(scene.pitchPx / pitch).toBeLessThan(1.6);
  });

  test("holes and labels lie in the picture and in the extent", () => {
    const { left, top, right, bottom } = scene.extent;
    const toBoard = invert(boardToPixel);
    for (const x of [-1, gridSize]) {
      for (const y of [-1, gridSize]) {
        const [px, py] = seen(x, y, HEIGHTS.label);
        expect(px).toBeGreaterThan(0);
        expect(px).toBeLessThan(widthPx);
        expect(py).toBeGreaterThan(0);
        expect(py).toBeLessThan(heightPx);
        const [bx, by] = applyHomography(toBoard, [px, py]);
        expect(bx).toBeGreaterThanOrEqual(left);
        expect(bx).toBeLessThanOrEqual(right);
        expect(by).toBeGreaterThanOrEqual(top);
        expect(by).toBeLessThanOrEqual(bottom);
      }
    }
  });

  test("parallax: a point above the board is found through the plane of the holes", () => {
    const height = 1;
    const lift = parallaxMap(scene, height / HOLE_SPACING);
    for (const [x, y] of [
      [0, 0],
      [gridSize - 1, 1.5],
    ] as const) {
      const flat = applyHomography(lift, [x, y]);
      expect(distance(applyHomography(boardToPixel, flat), seen(x, y, height))).toBeLessThan(1e-6);
      const isFlat = view !== "top" && view !== "oblique";
      expect(distance(flat, [x, y]) < 1e-9).toBe(isFlat);
    }
    const none = applyHomography(parallaxMap(scene, HEIGHTS.hole / HOLE_SPACING), [1, 2]);
    expect(distance(none, [1, 2])).toBeLessThan(1e-9);
  });
});

describe("the published camera", () => {
  test("at the published size, holes are where the page's figures put them", () => {
    // 6 holes a side span 11 units, so 17 units are seen in 930 px: 54.706 px a unit. Hole (0, 0)
    // is 5.5 units left of and above the middle, (508, 465).
    const scene = untangleScene({ gridSize: 6 }, { widthPx: 1016, heightPx: 930 });
    expect(scene.view).toBe("published");
    const boardToPixel = [...scene.boardToPixel] as unknown as Homography;
    const [x, y] = applyHomography(boardToPixel, [0, 0]);
    expect(x).toBeCloseTo(207.12, 2);
    expect(y).toBeCloseTo(164.12, 2);
    expect(scene.pitchPx).toBeCloseTo(2.2 * 54.706, 1);
  });

  test("another size of the same shape scales the picture", () => {
    const at = (widthPx: number, heightPx: number) =>
      applyHomography(
        [
          ...untangleScene({ gridSize: 5 }, { widthPx, heightPx }).boardToPixel,
        ] as unknown as Homography,
        [4, 1],
      );
    const [x, y] = at(1016, 930);
    expect(distance(at(2032, 1860), [2 * x, 2 * y])).toBeLessThan(1e-9);
  });
});

test("the crop shows the board larger than published, the wide view smaller", () => {
  const pitch = (view: string): number =>
    untangleScene({ gridSize: 6 }, { widthPx: 832, heightPx: 480, view }).pitchPx;
  expect(pitch("crop")).toBeGreaterThan(pitch("published"));
  expect(pitch("wide")).toBeLessThan(0.8 * pitch("published"));
});

test("an unknown view is refused", () => {
  const options = { widthPx: 10, heightPx: 10, view: "below" };
  expect(() => untangleScene({ gridSize: 5 }, options)).toThrow(UsageError);
});
