/** Alignment against known transforms: first the truth, then the picture, then the reading. */
import { describe, expect, it } from "vitest";
import {
  applyHomography,
  compose,
  type Homography,
  homographyFromPoints,
  type Point,
  scaleThenShift,
} from "../../core/geometry/homography.ts";
import { pipeTask } from "../../tasks/pipe/index.ts";
import { createSurface, toRgba } from "../../tasks/scene/surface.ts";
import {
  atLevel,
  createWorkingFrame,
  levelForPitch,
  type WorkingFrame,
} from "../image/working-frame.ts";
import { alignBoard } from "./align.ts";
import { alignFromCoarse, locateBoard } from "./locate.ts";
import { createBoardReference, flatten } from "./reference.ts";

const instance = pipeTask.generate("medium", 1201);
const state = pipeTask.initialState(instance);
const scene = pipeTask.scene(state, { widthPx: 832, heightPx: 480 });
const picture = (() => {
  const surface = createSurface(832, 480);
  pipeTask.draw(surface.context, scene, pipeTask.poseOf(state));
  return surface;
})();
const reference = createBoardReference(toRgba(picture), scene);

/** The picture as a camera that applies an affine map would show it. */
function seenThrough(map: Homography, widthPx = 832, heightPx = 480): WorkingFrame {
  const surface = createSurface(widthPx, heightPx);
  surface.context.fillStyle = "#0f1628";
  surface.context.fillRect(0, 0, widthPx, heightPx);
  surface.context.setTransform(map[0], map[3], map[1], map[4], map[2], map[5]);
  surface.context.drawImage(picture.canvas, 0, 0);
  return createWorkingFrame(flatten(toRgba(surface)));
}

/** Largest distance between where a board corner is and where it was found, in pixels. */
function cornerErrorPx(found: Homography, truth: Homography): number {
  const { left, top, right, bottom } = scene.extent;
  const corners: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return Math.max(
    ...corners.map((corner) => {
      const [a, b] = [applyHomography(found, corner), applyHomography(truth, corner)];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    }),
  );
}

describe("alignBoard", () => {
  const cases: readonly (readonly [string, Homography])[] = [
    ["nothing", scaleThenShift(1, 1, 0, 0)],
    ["a shift", scaleThenShift(1, 1, 3.4, -2.6)],
    ["a zoom of 3 %", scaleThenShift(1.03, 1.03, -10, -6)],
    ["a stretch", scaleThenShift(1.02, 0.985, -6, 4)],
    ["a turn of half a degree", [0.99996, -0.0087, 2, 0.0087, 0.99996, -3, 0, 0, 1]],
  ];
  it.each(cases)("follows %s to a third of a pixel", (_, map) => {
    const truth = compose(map, scene.boardToPixel);
    const frame = seenThrough(map);
    const stage = reference.stages[1];
    if (!stage) throw new Error("expected a fine stage");
    const level = levelForPitch(frame, scene.pitchPx, stage.samplesPerUnit);
    const start = atLevel(scene.boardToPixel, level);
    const found = alignBoard(level.rgb, stage.points, start, "homography");
    const up = scaleThenShift(1 / level.scale, 1 / level.scale, 0, 0);
    expect(found.correlation).toBeGreaterThan(0.95);
    expect(cornerErrorPx(compose(up, found.boardToPixel), truth)).toBeLessThan(1 / 3);
  });

  it("sees that a blank picture holds no board", () => {
    const blank = createWorkingFrame({
      widthPx: 832,
      heightPx: 480,
      data: new Uint8Array(832 * 480 * 3).fill(90),
    });
    const found = alignFromCoarse(blank, reference, scene.boardToPixel);
    expect(found.correlation).toBe(0);
  });
});

describe("locateBoard", () => {
  const fits: readonly (readonly [string, number, number, Homography])[] = [
    ["as given", 832, 480, scaleThenShift(1, 1, 0, 0)],
    ["at twice the size", 1664, 960, scaleThenShift(2, 2, 0, 0)],
    ["letterboxed into a square", 480, 480, scaleThenShift(480 / 832, 480 / 832, 0, 101.5)],
    ["cropped to 4:3", 640, 480, scaleThenShift(1, 1, -96, 0)],
    ["stretched to a square", 640, 640, scaleThenShift(640 / 832, 640 / 480, 0, 0)],
    ["shrunk into a corner", 832, 480, scaleThenShift(0.7, 0.7, 20, 12)],
    ["moved by a cell and a half", 832, 480, scaleThenShift(1, 1, 110, 0)],
  ];
  it.each(fits)("finds the board %s", (_, widthPx, heightPx, map) => {
    const frame = seenThrough(map, widthPx, heightPx);
    const found = locateBoard(frame, reference);
    const unit = scene.pitchPx * Math.sqrt(Math.abs(map[0] * map[4]));
    const error = cornerErrorPx(found.boardToPixel, compose(map, scene.boardToPixel));
    expect(found.correlation).toBeGreaterThan(0.85);
    expect(error / unit).toBeLessThan(0.02);
  });

  it("follows a plane in perspective", () => {
    const quad: readonly [Point, Point, Point, Point] = [
      [0, 0],
      [832, 0],
      [832, 480],
      [0, 480],
    ];
    const seen: readonly [Point, Point, Point, Point] = [
      [14, 6],
      [818, 0],
      [832, 474],
      [4, 480],
    ];
    const map = homographyFromPoints(quad, seen);
    const truth = compose(map, scene.boardToPixel);
    const frame = warpedBy(map);
    const found = locateBoard(frame, reference);
    expect(cornerErrorPx(found.boardToPixel, truth)).toBeLessThan(1);
  });
});

/** The picture under a projective map, read back pixel by pixel. */
function warpedBy(map: Homography): WorkingFrame {
  const source = flatten(toRgba(picture));
  const data = new Uint8Array(832 * 480 * 3);
  const inverse = homographyFromPoints(
    [
      applyHomography(map, [0, 0]),
      applyHomography(map, [832, 0]),
      applyHomography(map, [832, 480]),
      applyHomography(map, [0, 480]),
    ],
    [
      [0, 0],
      [832, 0],
      [832, 480],
      [0, 480],
    ],
  );
  for (let y = 0; y < 480; y++) {
    for (let x = 0; x < 832; x++) {
      const [u, v] = applyHomography(inverse, [x + 0.5, y + 0.5]);
      const sx = Math.min(831, Math.max(0, Math.floor(u)));
      const sy = Math.min(479, Math.max(0, Math.floor(v)));
      for (let c = 0; c < 3; c++) {
        data[(y * 832 + x) * 3 + c] = source.data[(sy * 832 + sx) * 3 + c] ?? 0;
      }
    }
  }
  return createWorkingFrame({ widthPx: 832, heightPx: 480, data });
}
