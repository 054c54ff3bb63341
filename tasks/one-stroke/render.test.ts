import { describe, expect, test } from "vitest";
import { parseHexColour, type Rgb } from "../../core/image.ts";
import { createSurface } from "../scene/surface.ts";
import { difference, pixelsOf } from "../scene/testing/colours.ts";
import { patchTopColour } from "./colours.ts";
import { HEIGHTS, type LatticePoint } from "./look.ts";
import { drawStroke, type StrokePose, strokeScene } from "./render.ts";
import { CELL_COLOURS, type Cells } from "./state.ts";
import { cameraOfScene, latticeToPixel, STROKE_VIEWS } from "./views.ts";

/** Every colour once, an empty cell between. */
const CELLS: Cells = [
  ["red", "blue", null],
  ["green", "yellow", "purple"],
  ["cyan", null, "gray"],
];
const REST: StrokePose = {
  width: 4,
  height: 4,
  cells: CELLS,
  segments: [],
  head: null,
  start: [0, 0],
  goal: [3, 3],
};

function drawn(pose: StrokePose, view: string, widthPx = 832, heightPx = 480) {
  const scene = strokeScene(pose, { widthPx, heightPx, view });
  const surface = createSurface(widthPx, heightPx);
  drawStroke(surface.context, scene, pose);
  const pixels = pixelsOf(surface);
  const at = (point: LatticePoint, height: number = HEIGHTS.stroke): Rgb =>
    pixels.at(latticeToPixel(scene, point, height));
  const role = (name: string): Rgb => parseHexColour(scene.palette[name] ?? "");
  return { scene, data: pixels.data, at, role };
}

describe.each(STROKE_VIEWS)("view %s", (view) => {
  const rest = drawn(REST, view);

  test("each patch's top has the colour that the light gives it, an empty cell the slab's", () => {
    const camera = cameraOfScene(rest.scene);
    for (const [j, row] of CELLS.entries()) {
      for (const [i, colour] of row.entries()) {
        if (colour === null) {
          expect(
            difference(rest.at([i + 0.5, j + 0.5], HEIGHTS.slabTop), rest.role("slab")),
          ).toBeLessThan(8);
          continue;
        }
        const expected = patchTopColour(camera, REST, [i, j], colour);
        for (const [dx, dy] of [
          [0, 0],
          [0.2, 0.2],
          [-0.2, -0.2],
        ] as const) {
          const seen = rest.at([i + 0.5 + dx, j + 0.5 + dy], HEIGHTS.patchTop);
          expect(difference(seen, expected)).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  test("an edge shows as tube along its whole length and nowhere else", () => {
    const pose: StrokePose = { ...REST, segments: [[1, 1, 2, 1]], head: [2, 1] };
    const { at, role } = drawn(pose, view);
    for (const x of [1.1, 1.3, 1.5, 1.7, 1.9]) {
      expect(Math.min(...at([x, 1]))).toBeGreaterThan(70);
      expect(
        Math.max(...at([x, 1]).map((value, k) => Math.abs(value - (role("stroke")[k as 0] ?? 0)))),
      ).toBeLessThan(110);
      expect(Math.max(...rest.at([x, 1]))).toBeLessThan(64);
    }
    expect(at([2.5, 1])).toEqual(rest.at([2.5, 1]));
    expect(at([1, 1.5])).toEqual(rest.at([1, 1.5]));
  });

  test("a half-drawn edge ends at its head, whichever way it runs", () => {
    const half = drawn({ ...REST, segments: [[1, 1, 1, 1.5]], head: [1, 1.5] }, view);
    expect(Math.min(...half.at([1, 1.4]))).toBeGreaterThan(70);
    expect(Math.min(...half.at([1, 1.75]))).toBeLessThan(64);
  });

  test("the cursor is a blue ring around the head", () => {
    const { at } = drawn({ ...REST, head: [1, 2] }, view);
    const [r, , b] = at([1.13, 2.13], HEIGHTS.innerRing);
    expect(b - r).toBeGreaterThan(60);
    expect(at([1, 2.5])).toEqual(rest.at([1, 2.5]));
  });

  test("pegs stand on start and goal and move with them", () => {
    const isGreen = ([r, g, b]: Rgb): boolean => g > r + 40 && g > b + 40;
    const isRed = ([r, g, b]: Rgb): boolean => r > g + 60 && r > b + 60;
    expect(isGreen(rest.at([0, 0], HEIGHTS.pegBall))).toBe(true);
    expect(isRed(rest.at([3, 3], HEIGHTS.pegBall))).toBe(true);
    const moved = drawn({ ...REST, goal: [3, 2] }, view);
    expect(isRed(moved.at([3, 2], HEIGHTS.pegBall))).toBe(true);
    expect(isRed(moved.at([3, 3], HEIGHTS.pegBall))).toBe(false);
  });

  test("every pixel is opaque, and drawing again gives the same bytes", () => {
    expect(rest.data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
    expect(Buffer.from(drawn(REST, view).data).equals(Buffer.from(rest.data))).toBe(true);
  });
});

test("a goal that is reached from below has the stroke in front of it, one from behind does not", () => {
  const goal = [1, 1] as const;
  const below = drawn({ ...REST, goal, segments: [[1, 0, 1, 1]] }, "published");
  const behind = drawn({ ...REST, goal, segments: [[1, 2, 1, 1]] }, "published");
  const isGrey = ([r, g, b]: Rgb): boolean => Math.abs(r - g) < 30 && r > 80 && b > 80;
  expect(isGrey(below.at([1, 0.78]))).toBe(true);
  expect(isGrey(behind.at([1, 1], HEIGHTS.pegBall))).toBe(false);
});

test("the colours of patches, pegs and stroke as seen are told apart", () => {
  const { role } = drawn(REST, "published");
  const roles = [...CELL_COLOURS.map((colour) => `cell-${colour}`), "slab", "background"];
  for (const [index, a] of roles.entries()) {
    for (const b of roles.slice(index + 1)) {
      expect(`${a}/${b}: ${difference(role(a), role(b)) > 8}`).toBe(`${a}/${b}: true`);
    }
  }
});
