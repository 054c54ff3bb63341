import { describe, expect, test } from "vitest";
import { applyHomography } from "../../core/geometry/homography.ts";
import { parseHexColour, type Rgb } from "../../core/image.ts";
import { createSurface, toRgba } from "../scene/surface.ts";
import { pixelsOf } from "../scene/testing/colours.ts";
import { drawPipe, drawPipeCell, PIPE_PALETTE, type PipePose, pipeScene } from "./render.ts";
import { EAST, NORTH, SOUTH, WEST } from "./state.ts";

/** Source, a blue tee, an empty cell, and the same again below. */
const POSE: PipePose = {
  gridSize: 3,
  cells: [EAST, NORTH | EAST | WEST, 0, NORTH, EAST | WEST, 0, SOUTH, 15, 0].map((mask, index) => ({
    mask,
    angleDeg: 0,
    connected: index === 0,
    isSource: index === 0,
  })),
};

function drawn(widthPx: number, heightPx: number) {
  const scene = pipeScene(POSE, { widthPx, heightPx });
  const surface = createSurface(widthPx, heightPx);
  drawPipe(surface.context, scene, POSE);
  const pixels = pixelsOf(surface);
  /** Colour at a point of the board plane. */
  const at = (x: number, y: number): Rgb =>
    pixels.at(applyHomography([...scene.boardToPixel] as never, [x, y]));
  return { scene, at, data: pixels.data };
}

describe("the published geometry", () => {
  test("at its own size a cell of 5 is 118 px and the first one starts at (178.5, 114)", () => {
    const scene = pipeScene({ gridSize: 5 }, { widthPx: 889, heightPx: 760 });
    expect(scene.pitchPx).toBe(118);
    // (889 - 650) / 2 + 1 + 58 across, (760 - 650) / 2 + 1 + 58 down.
    expect(scene.boardToPixel).toEqual([118, 0, 178.5, 0, 118, 114, 0, 0, 1]);
    expect(scene.extent.left).toBeCloseTo(-0.5, 12);
    expect(scene.extent.right).toBeCloseTo(5 + 1 / 118, 12);
  });

  test("another size is the page scaled to fit and centred", () => {
    const scene = pipeScene({ gridSize: 4 }, { widthPx: 1778, heightPx: 2000 });
    expect(scene.pitchPx).toBe(295);
    const [x, y] = applyHomography([...scene.boardToPixel] as never, [0, 0]);
    expect([x, y]).toEqual([357, 240 + 228]);
  });
});

describe.each([
  [889, 760],
  [832, 480],
  [400, 640],
])("colours at %i x %i", (widthPx, heightPx) => {
  const { at, data } = drawn(widthPx, heightPx);
  const colour = (role: keyof typeof PIPE_PALETTE): number[] => [
    ...parseHexColour(PIPE_PALETTE[role]),
  ];

  test("hubs, arms, and cells around them", () => {
    expect(at(0.5, 0.5)).toEqual(colour("connected"));
    expect(at(0.8, 0.5)).toEqual(colour("connected"));
    expect(at(1.5, 0.5)).toEqual(colour("disconnected"));
    expect(at(1.5, 0.2)).toEqual(colour("disconnected"));
    expect(at(1.5, 0.85)).toEqual(colour("cell"));
    expect(at(0.15, 0.85)).toEqual(colour("cell"));
  });

  test("the source's hub is larger than others", () => {
    expect(at(0.5, 0.5 + 0.13)).toEqual(colour("connected"));
    expect(at(1.5, 0.5 + 0.13)).not.toEqual(colour("disconnected"));
  });

  test("empty cells carry a stripe between the other two corners", () => {
    expect(at(2.5, 0.5)).toEqual(colour("stripe"));
    expect(at(2.2, 0.2)).toEqual(colour("empty"));
    expect(at(2.8, 0.8)).toEqual(colour("empty"));
  });

  test("labels are written, and every pixel is opaque", () => {
    const [r = 0] = colour("board");
    const corner = Array.from({ length: 400 }, (_, k) =>
      at(0.3 + 0.02 * (k % 20), -0.3 + 0.02 * Math.floor(k / 20)),
    );
    expect(corner.some(([value = 0]) => value > r + 60)).toBe(true);
    expect(data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
  });
});

test("one cell drawn alone equals the cell in the picture", () => {
  const { scene, data } = drawn(889, 760);
  const size = Math.floor(scene.pitchPx);
  const [left, top] = applyHomography([...scene.boardToPixel] as never, [1, 1]);
  const surface = createSurface(889, 760);
  const cell = POSE.cells[4];
  if (cell === undefined) throw new Error("no cell");
  drawPipeCell(surface.context, cell, left, top, scene.pitchPx, scene.palette);
  const alone = toRgba(surface).data;
  let worst = 0;
  for (let dy = 2; dy < size - 2; dy++) {
    const start = 4 * ((Math.ceil(top) + dy) * 889 + Math.ceil(left) + 2);
    for (let k = start; k < start + 4 * (size - 4); k++) {
      worst = Math.max(worst, Math.abs((alone[k] ?? 0) - (data[k] ?? 0)));
    }
  }
  expect(worst).toBe(0);
});

test("four quarter turns of a cross, or two half turns of a straight piece, look the same", () => {
  const look = (mask: number, angleDeg: number): Buffer => {
    const surface = createSurface(96, 96);
    const cell = { mask, angleDeg, connected: false, isSource: false };
    drawPipeCell(surface.context, cell, 0, 0, 96, PIPE_PALETTE);
    return Buffer.from(toRgba(surface).data);
  };
  expect(look(NORTH, 90).equals(look(EAST, 0))).toBe(true);
  expect(look(NORTH, 45).equals(look(EAST, 0))).toBe(false);
});
