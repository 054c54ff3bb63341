/**
 * The board as the renderer draws it in the instance's first state: the yardstick by which the
 * board is found in frame 0 and found again after a cut.
 */
import type { Homography, Point } from "../../core/geometry/homography.ts";
import {
  applyHomography,
  compose,
  invert,
  scaleThenShift,
} from "../../core/geometry/homography.ts";
import type { RgbaImage, RgbImage } from "../../core/image.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { lumaOf, type SampleGrid, sampleRgb } from "../image/resample.ts";
import {
  atLevel,
  createWorkingFrame,
  type LumaImage,
  levelForPitch,
} from "../image/working-frame.ts";
import type { MotionModel } from "./align.ts";
import { type AlignmentPoints, type BoardTemplate, pickAlignmentPoints } from "./template.ts";

export type AlignmentStage = {
  readonly samplesPerUnit: number;
  readonly model: MotionModel;
  readonly points: AlignmentPoints;
};

export type BoardReference = {
  readonly scene: Scene;
  readonly boardToPixel: Homography;
  /** Middle of the board, in board units. */
  readonly centre: Point;
  /** Luma of the rendered picture. */
  readonly picture: LumaImage;
  /** The board's bounding box in the rendered picture, in pixels. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** Coarse to fine. */
  readonly stages: readonly AlignmentStage[];
  /** The template at `TEMPLATE_SAMPLES_PER_UNIT`. */
  readonly template: BoardTemplate;
};

/** Fine enough that the thinnest drawn line, an eighth of a cell, spans three samples. */
export const TEMPLATE_SAMPLES_PER_UNIT = 24;
/** One third of it: a start that is a fifth of a cell off still overlaps. */
const COARSE_SAMPLES_PER_UNIT = 8;

/**
 * The scene at half its size, as often as the template's resolution allows: pictures of it are drawn
 * and read in a fraction of the time.
 */
export function referenceScene(scene: Scene): Scene {
  const isLarge = scene.pitchPx >= 2 * TEMPLATE_SAMPLES_PER_UNIT;
  if (!isLarge || scene.widthPx % 2 !== 0 || scene.heightPx % 2 !== 0) return scene;
  return referenceScene({
    ...scene,
    widthPx: scene.widthPx / 2,
    heightPx: scene.heightPx / 2,
    pitchPx: scene.pitchPx / 2,
    boardToPixel: [...compose(scaleThenShift(0.5, 0.5, 0, 0), scene.boardToPixel)],
  });
}

export function createBoardReference(picture: RgbaImage, scene: Scene): BoardReference {
  const rgb = flatten(picture);
  const frame = createWorkingFrame(rgb);
  const { left, top, right, bottom } = scene.extent;
  const corners: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  const pixels = corners.map((corner) => applyHomography(scene.boardToPixel, corner));
  const xs = pixels.map(([x]) => x);
  const ys = pixels.map(([, y]) => y);
  const sampleTemplate = (samplesPerUnit: number): BoardTemplate => {
    const grid = gridOver(scene, samplesPerUnit);
    const level = levelForPitch(frame, scene.pitchPx, samplesPerUnit);
    return templateFrom(level.rgb, atLevel(scene.boardToPixel, level), grid);
  };
  const template = sampleTemplate(TEMPLATE_SAMPLES_PER_UNIT);
  return {
    scene,
    boardToPixel: scene.boardToPixel,
    centre: [(left + right) / 2, (top + bottom) / 2],
    picture: frame.level(0).luma,
    box: {
      left: Math.max(0, Math.min(...xs)),
      top: Math.max(0, Math.min(...ys)),
      right: Math.min(scene.widthPx, Math.max(...xs)),
      bottom: Math.min(scene.heightPx, Math.max(...ys)),
    },
    stages: [
      {
        samplesPerUnit: COARSE_SAMPLES_PER_UNIT,
        model: "similarity",
        points: pickAlignmentPoints(sampleTemplate(COARSE_SAMPLES_PER_UNIT)),
      },
      {
        samplesPerUnit: TEMPLATE_SAMPLES_PER_UNIT,
        model: "homography",
        points: pickAlignmentPoints(template),
      },
    ],
    template,
  };
}

/** A sample grid over the scene's extent whose samples fall alike in every cell. */
export function gridOver(scene: Scene, samplesPerUnit: number): SampleGrid {
  const { left, top, right, bottom } = scene.extent;
  const step = 1 / samplesPerUnit;
  const firstCol = Math.floor(left * samplesPerUnit);
  const firstRow = Math.floor(top * samplesPerUnit);
  return {
    left: firstCol * step,
    top: firstRow * step,
    step,
    cols: Math.ceil(right * samplesPerUnit) - firstCol,
    rows: Math.ceil(bottom * samplesPerUnit) - firstRow,
  };
}

function templateFrom(rgb: RgbImage, boardToPixel: Homography, grid: SampleGrid): BoardTemplate {
  const n = grid.cols * grid.rows;
  const values = new Float32Array(n * 3);
  sampleRgb(rgb, boardToPixel, grid, values);
  const luma = new Float32Array(n);
  lumaOf(values, luma);
  return { grid, luma, weight: new Float32Array(n).fill(1) };
}

/** Drops alpha; the renderers paint opaque pictures. */
export function flatten(image: RgbaImage): RgbImage {
  const n = image.widthPx * image.heightPx;
  const data = new Uint8Array(n * 3);
  for (let i = 0, j = 0, o = 0; i < n; i++, j += 4) {
    data[o++] = image.data[j] ?? 0;
    data[o++] = image.data[j + 1] ?? 0;
    data[o++] = image.data[j + 2] ?? 0;
  }
  return { widthPx: image.widthPx, heightPx: image.heightPx, data };
}

/** Board coordinates of a pixel. @throws Error when the map is singular */
export function pixelToBoard(boardToPixel: Homography, pixel: Point): Point {
  return applyHomography(invert(boardToPixel), pixel);
}
