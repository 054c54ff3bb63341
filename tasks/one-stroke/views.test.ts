import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { applyHomography, type Homography, invert } from "../../core/geometry/homography.ts";
import { sceneSchema } from "../../core/schema/scene.ts";
import { project } from "../scene/camera/camera.ts";
import { HEIGHTS, worldPoint } from "./look.ts";
import { strokeScene } from "./render.ts";
import {
  boardFromLattice,
  cameraOf,
  latticeFromBoard,
  latticeToPixel,
  parallaxMap,
  STROKE_VIEWS,
} from "./views.ts";

const PICTURES = [
  [832, 480],
  [920, 832],
  [480, 832],
  [640, 480],
] as const;
const SIZES = [
  { width: 5, height: 5 },
  { width: 7, height: 7 },
  { width: 4, height: 6 },
];
const CASES = STROKE_VIEWS.flatMap((view) =>
  PICTURES.flatMap(([widthPx, heightPx]) =>
    SIZES.map((size) => ({ view, widthPx, heightPx, size })),
  ),
);

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));
}

describe.each(CASES)("$view, $widthPx x $heightPx, $size.width x $size.height", (at) => {
  const { view, widthPx, heightPx, size } = at;
  const scene = strokeScene(size, { widthPx, heightPx, view });
  const camera = cameraOf(size, view, { widthPx, heightPx });
  const boardToPixel = [...scene.boardToPixel] as unknown as Homography;

  test("the scene's homography equals direct projection of every vertex", () => {
    expect(sceneSchema.parse(scene)).toEqual(scene);
    for (let x = 0; x < size.width; x++) {
      for (let y = 0; y < size.height; y++) {
        const seen = project(camera, worldPoint(size, [x, y], HEIGHTS.stroke));
        const mapped = applyHomography(boardToPixel, boardFromLattice(size, [x, y]));
        expect(distance(seen, mapped)).toBeLessThan(1e-6);
        expect(distance(seen, latticeToPixel(scene, [x, y]))).toBeLessThan(1e-9);
      }
    }
  });

  test("right is right and up the board is up the picture", () => {
    const at = (x: number, y: number) => latticeToPixel(scene, [x, y]);
    const middle = [(size.width - 1) / 2, (size.height - 1) / 2] as const;
    expect(at(middle[0] + 1, middle[1])[0]).toBeGreaterThan(at(...middle)[0]);
    expect(at(middle[0], middle[1] + 1)[1]).toBeLessThan(at(...middle)[1]);
  });

  test("everything that never moves lies in the picture and in the extent", () => {
    const { left, top, right, bottom } = scene.extent;
    const toBoard = invert(boardToPixel);
    for (const x of [-0.25, size.width - 0.75]) {
      for (const y of [-0.25, size.height - 0.75]) {
        const [px, py] = latticeToPixel(scene, [x, y], HEIGHTS.borderTop);
        expect(px).toBeGreaterThan(0);
        expect(px).toBeLessThan(widthPx);
        expect(py).toBeGreaterThan(0);
        expect(py).toBeLessThan(heightPx);
        const [bx, by] = applyHomography(toBoard, [px, py]);
        expect(bx).toBeGreaterThanOrEqual(left - 1e-9);
        expect(bx).toBeLessThanOrEqual(right + 1e-9);
        expect(by).toBeGreaterThanOrEqual(top - 1e-9);
        expect(by).toBeLessThanOrEqual(bottom + 1e-9);
      }
    }
  });

  test("parallax: a patch's top is found through the stroke's plane", () => {
    const lift = parallaxMap(scene, HEIGHTS.patchTop);
    for (const point of [
      [0.2, 0.2],
      [size.width - 1.2, size.height - 1.5],
    ] as const) {
      const flat = applyHomography(lift, boardFromLattice(size, point));
      const seen = latticeToPixel(scene, point, HEIGHTS.patchTop);
      expect(distance(applyHomography(boardToPixel, flat), seen)).toBeLessThan(1e-6);
      expect(distance(flat, boardFromLattice(size, point))).toBeLessThan(0.1);
    }
    expect(
      distance(applyHomography(parallaxMap(scene, HEIGHTS.stroke), [1, 2]), [1, 2]),
    ).toBeLessThan(1e-9);
  });
});

describe("the published camera", () => {
  test("at the published size the middle of a 5 x 5 board's front edge is where figures put it", () => {
    // d = 7.5: camera (0, 6, 4.5), focal 416 / tan 22.5 = 1004.31. Front vertices at (+-2, .15, 2):
    // offset (2, -5.85, -2.5), depth 5.85 * .8 + 2.5 * .6 = 6.18, along up (.6, -.8 in y, z)
    // -5.85 * .6 + 2.5 * .8 = -1.51; x = 460 + 1004.31 * 2 / 6.18, y = 416 + 1004.31 * 1.51 / 6.18.
    const size = { width: 5, height: 5 };
    const scene = strokeScene(size, { widthPx: 920, heightPx: 832 });
    expect(scene.view).toBe("published");
    const [x, y] = latticeToPixel(scene, [4, 0]);
    expect(x).toBeCloseTo(785.02, 1);
    expect(y).toBeCloseTo(661.39, 1);
  });

  test("another height scales the picture, another width only adds room at the sides", () => {
    const size = { width: 6, height: 6 };
    const base = strokeScene(size, { widthPx: 920, heightPx: 832 });
    const large = strokeScene(size, { widthPx: 1840, heightPx: 1664 });
    const wide = strokeScene(size, { widthPx: 1320, heightPx: 832 });
    const [x, y] = latticeToPixel(base, [5, 1]);
    expect(distance(latticeToPixel(large, [5, 1]), [2 * x, 2 * y])).toBeLessThan(1e-9);
    expect(distance(latticeToPixel(wide, [5, 1]), [x + 200, y])).toBeLessThan(1e-9);
    expect(large.palette).toEqual(base.palette);
  });
});

test("the crop nearly fills the picture and the wide view about half its height", () => {
  const size = { width: 6, height: 6 };
  const heightOf = (view: string): number => {
    const scene = strokeScene(size, { widthPx: 640, heightPx: 480, view });
    return (
      (latticeToPixel(scene, [0, 0])[1] - latticeToPixel(scene, [0, size.height - 1])[1]) / 480
    );
  };
  expect(heightOf("crop")).toBeGreaterThan(0.75);
  expect(heightOf("wide")).toBeGreaterThan(0.35);
  expect(heightOf("wide")).toBeLessThan(0.55);
  expect(heightOf("published")).toBeGreaterThan(heightOf("wide"));
});

test("lattice and board coordinates are each other's inverse", () => {
  const size = { width: 4, height: 6 };
  expect(boardFromLattice(size, [1, 0])).toEqual([1, 5]);
  expect(latticeFromBoard(size, boardFromLattice(size, [2.25, 3.5]))).toEqual([2.25, 3.5]);
});

test("an unknown view is refused", () => {
  const options = { widthPx: 10, heightPx: 10, view: "below" };
  expect(() => strokeScene({ width: 5, height: 5 }, options)).toThrow(UsageError);
});
