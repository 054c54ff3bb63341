import { describe, expect, test } from "vitest";
import { applyHomography } from "../../core/geometry/homography.ts";
import { parseHexColour, type Rgb } from "../../core/image.ts";
import { createSurface } from "../scene/surface.ts";
import { contrast, pixelsOf } from "../scene/testing/colours.ts";
import { blockRole, SWAP_PALETTE, type SwapColour } from "./look.ts";
import { goalPoseOf, poseDuring, poseOf, type SwapPose } from "./pose.ts";
import { drawSwap, swapScene } from "./render.ts";
import { BLOCK_IDS, type SwapState } from "./state.ts";

/** All fifteen blocks, the blank in the middle. */
const STATE: SwapState = {
  rows: 4,
  cols: 4,
  cells: [...BLOCK_IDS.slice(0, 5), "_", ...BLOCK_IDS.slice(5)],
  goal: [...BLOCK_IDS, "_"],
};

function drawn(widthPx: number, heightPx: number, pose: SwapPose) {
  const scene = swapScene(pose, { widthPx, heightPx });
  const surface = createSurface(widthPx, heightPx);
  drawSwap(surface.context, scene, pose);
  const pixels = pixelsOf(surface);
  /** Colour at a point of the board plane. */
  const at = (x: number, y: number): Rgb =>
    pixels.at(applyHomography([...scene.boardToPixel] as never, [x, y]));
  return { scene, at, data: pixels.data };
}

const colour = (role: SwapColour): Rgb => parseHexColour(SWAP_PALETTE[role]);

describe("the published geometry", () => {
  test("at its own size the board of 680 px starts at (144, 78), 6 px between cells", () => {
    const scene = swapScene({ rows: 4, cols: 4 }, { widthPx: 968, heightPx: 450 });
    // (680 + 6) / 4 = 171.5 across, (324.7 + 6) / 4 = 82.675 down.
    expect(scene.boardToPixel).toEqual([171.5, 0, 144, 0, 82.675, 78, 0, 0, 1]);
    expect(scene.pitchPx).toBeCloseTo(Math.sqrt(171.5 * 82.675), 9);
    expect(scene.extent.right).toBeCloseTo(4 - 6 / 171.5, 12);
    expect(scene.extent.bottom).toBeCloseTo(4 - 6 / 82.675, 12);
  });

  test("another size is the card scaled to fit and centred", () => {
    const scene = swapScene({ rows: 2, cols: 2 }, { widthPx: 1936, heightPx: 1000 });
    const [x, y] = applyHomography([...scene.boardToPixel] as never, [0, 0]);
    expect([x, y]).toEqual([288, 50 + 156]);
  });
});

describe.each([
  [968, 450],
  [832, 480],
  [400, 640],
])("colours at %i x %i", (widthPx, heightPx) => {
  const { at, data } = drawn(widthPx, heightPx, poseOf(STATE));

  test("every block in its cell, the empty one and the gaps white", () => {
    for (const [index, id] of STATE.cells.entries()) {
      const [col, row] = [index % 4, Math.floor(index / 4)];
      const expected = id === "_" ? colour("background") : colour(blockRole(id));
      expect(at(col + 0.25, row + 0.6)).toEqual(expected);
    }
  });

  test("every pixel is opaque", () => {
    expect(data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
  });
});

describe("what is written can be read", () => {
  const { at } = drawn(968, 450, poseOf(STATE));
  const pixelsIn = ([x0, y0, x1, y1]: readonly [number, number, number, number]): Rgb[] =>
    Array.from({ length: 40 * 40 }, (_, k) =>
      at(x0 + ((x1 - x0) * (k % 40)) / 40, y0 + ((y1 - y0) * Math.floor(k / 40)) / 40),
    );
  /** The largest contrast with a colour in a box of the board plane. */
  const strongest = (ground: Rgb, box: readonly [number, number, number, number]): number =>
    Math.max(...pixelsIn(box).map((pixel) => contrast(pixel, ground)));
  const WHITE: Rgb = [255, 255, 255];

  test.each(STATE.cells.map((id, index) => [id, index] as const))("cell of %s, %i", (id, index) => {
    const [x, y] = [index % 4, Math.floor(index / 4)];
    // White on the number's dark pill: the darkest pixel against white, whatever block lies under it.
    expect(strongest(WHITE, [x + 0.08, y + 0.12, x + 0.17, y + 0.3])).toBeGreaterThan(8);
    // Dark on the light tag of the place: its darkest pixel against its lightest.
    const tag: Rgb[] = pixelsIn([x + 0.78, y + 0.72, x + 0.9, y + 0.85]);
    const lightest = tag.reduce((a, b) => (contrast(a, WHITE) < contrast(b, WHITE) ? a : b));
    expect(strongest(lightest, [x + 0.78, y + 0.72, x + 0.9, y + 0.85])).toBeGreaterThan(4.5);
    if (id === "_") return;
    // White letters on the published colours: 1.9 on lime and up, 42 px high.
    const ground = colour(blockRole(id));
    expect(strongest(ground, [x + 0.35, y + 0.2, x + 0.6, y + 0.7])).toBeGreaterThan(1.9);
  });
});

test("the goal's picture says that it is the goal, and shares the scene", () => {
  const solved = { ...STATE, cells: STATE.goal };
  const goal = drawn(968, 450, goalPoseOf(STATE));
  const current = drawn(968, 450, poseOf(solved));
  expect(goal.scene).toEqual(current.scene);
  const differing = goal.data.findIndex((value, index) => value !== current.data[index]);
  const lastDiffering = goal.data.findLastIndex((value, index) => value !== current.data[index]);
  // Only the words at the top of the card differ.
  expect(differing).toBeGreaterThan(0);
  expect(Math.floor(lastDiffering / 4 / 968)).toBeLessThan(40);
});

test("a moving block lies over the others and over numbers", () => {
  // I goes from the lower right corner to the blank in row 1, column 1; half way it is in (2, 2).
  const { at } = drawn(968, 450, poseDuring(STATE, { row: 3, col: 3 }, 0.5));
  expect(at(2.25, 2.6)).toEqual(colour("blockA"));
  expect(at(2.09, 2.2)).toEqual(colour("blockA"));
  expect(at(3.25, 3.6)).toEqual(colour("background"));
  expect(at(1.25, 1.6)).toEqual(colour("background"));
});
