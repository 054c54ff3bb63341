/**
 * Whether the holes are where they belong: a hole is darker than the board around it. Holes under
 * ropes and plugs are not looked for. Owns no ropes.
 */
import type { Homography, Point } from "../../core/geometry/homography.ts";
import type { RgbImage } from "../../core/image.ts";
import { samplePoints } from "../image/resample.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { GROUND } from "./colours.ts";
import {
  cellAt,
  holePoint,
  isAmongLabels,
  offsetsWithin,
  type Raster,
  visitAround,
} from "./raster.ts";

export type HoleReading = {
  readonly missingHoles: readonly number[];
  readonly seenHoles: number;
  readonly strayHoles: readonly Point[];
};

/** Samples in a hole's disc and on the board around its rim: angles and radii in hole spacings. */
const DISC_RADII = [0, 0.05, 0.09];
const BOARD_RADII = [0.27, 0.33];
const ANGLES = 12;
/** Nothing may be drawn this near to a hole that is looked for. */
const FREE_AROUND = offsetsWithin(0, 0.36);
/** A little of another colour within that is noise. */
const MAX_COVERED = 0.02;
/** Where the hole that is missed may have gone. */
const SEARCH = { reach: 0.65, step: 0.05 } as const;

const DISC = ringPoints(DISC_RADII);
const BOARD = ringPoints(BOARD_RADII);

function ringPoints(radii: readonly number[]): readonly Point[] {
  return radii.flatMap((radius) =>
    Array.from({ length: radius === 0 ? 1 : ANGLES }, (_, k): Point => {
      const angle = (2 * Math.PI * k) / ANGLES;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );
}

/**
 * @param toPixel plane of the holes to pixels of the image
 * @param expectedContrast by how much a hole is darker than the board in the light of this frame
 */
export function readHoles(
  image: RgbImage,
  toPixel: Homography,
  raster: Raster,
  labels: Uint8Array,
  expectedContrast: number,
): HoleReading {
  const { gridSize } = raster;
  const contrastAt = (place: Point): number =>
    (brightness(image, toPixel, place, BOARD) - brightness(image, toPixel, place, DISC)) /
    expectedContrast;
  // Labels are dark too.
  const isFree = (place: Point): boolean =>
    !isAmongLabels(gridSize, place) && isUncovered(raster, labels, place);
  const missing: number[] = [];
  let seenHoles = 0;
  for (let hole = 0; hole < gridSize * gridSize; hole++) {
    const place = holePoint(gridSize, hole);
    if (!isFree(place)) continue;
    const contrast = contrastAt(place);
    if (Number.isNaN(contrast)) continue;
    seenHoles++;
    if (contrast < ROPE_READ_THRESHOLDS.minHoleContrast) missing.push(hole);
  }
  const strayHoles = missing.flatMap((hole) => {
    const found = searchAround(holePoint(gridSize, hole), contrastAt, isFree);
    return found === undefined ? [] : [found];
  });
  return { missingHoles: missing, seenHoles, strayHoles };
}

function searchAround(
  [x, y]: Point,
  contrastAt: (place: Point) => number,
  isFree: (place: Point) => boolean,
): Point | undefined {
  let best: Point | undefined;
  let most: number = ROPE_READ_THRESHOLDS.minHoleContrast;
  const steps = Math.round(SEARCH.reach / SEARCH.step);
  for (let i = -steps; i <= steps; i++) {
    for (let j = -steps; j <= steps; j++) {
      const place: Point = [x + i * SEARCH.step, y + j * SEARCH.step];
      const contrast = contrastAt(place);
      if (!(contrast > most) || !isFree(place)) continue;
      most = contrast;
      best = place;
    }
  }
  return best;
}

function isUncovered(raster: Raster, labels: Uint8Array, place: Point): boolean {
  let covered = 0;
  visitAround(raster, cellAt(raster, place), FREE_AROUND, (index) => {
    if (labels[index] !== GROUND) covered++;
  });
  return covered <= MAX_COVERED * FREE_AROUND.length;
}

/** Mean of the channels over points around a place; NaN when one lies outside the picture. */
function brightness(
  image: RgbImage,
  toPixel: Homography,
  [x, y]: Point,
  around: readonly Point[],
): number {
  const points = new Float32Array(around.flatMap(([dx, dy]) => [x + dx, y + dy]));
  const rgb = new Float32Array(around.length * 3);
  samplePoints(image, toPixel, points, rgb);
  return rgb.reduce((sum, value) => sum + value, 0) / rgb.length;
}
