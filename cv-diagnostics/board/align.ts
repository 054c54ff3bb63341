/**
 * Direct alignment of the board template with a frame: inverse-compositional Gauss-Newton over a
 * homography (Baker and Matthews, "Lucas-Kanade 20 Years On", IJCV 2004), with a robust weight per
 * pixel and an affine brightness fit in every step. OpenCV's `findTransformECC` does not serve: it has
 * no mask over the template, so cells that changed would pull the board along. Owns one alignment;
 * finding the start is `locate.ts`.
 */
import {
  compose,
  type Homography,
  invert,
  normaliseHomography,
  solveLinear,
} from "../../core/geometry/homography.ts";
import type { RgbImage } from "../../core/image.ts";
import { type BrightnessFit, fitBrightness, huberLimit, sampleLuma } from "./brightness-fit.ts";
import type { AlignmentPoints } from "./template.ts";

export type Alignment = {
  readonly boardToPixel: Homography;
  /** Zero-mean normalised correlation of template and frame over the alignment points, -1..1. */
  readonly correlation: number;
  /** Takes frame luma to template luma: gain * frame + bias, by matching mean and deviation. */
  readonly brightness: { readonly gain: number; readonly bias: number };
  /** Frame luma levels per template luma level; 1 for an unchanged picture, near 0 for a fade. */
  readonly contrastRatio: number;
  /** Share of the alignment points that lie inside the picture, 0..1. */
  readonly visibleRatio: number;
};

/** Degrees of freedom: shift and scale and turn, or the full plane homography. */
export type MotionModel = "similarity" | "homography";

/** Gauss-Newton converges in three to six steps from a good start; a bad start is left to others. */
const MAX_STEPS = 12;
/** Corner movement, in pixels of the level, below which a step no longer matters. */
const CONVERGED_PX = 0.03;
/** Ridge on the normal equations, relative to their diagonal. */
const RIDGE_RATIO = 1e-4;
/** A step that loses this much correlation is taken back. */
const WORSE_CORRELATION = 0.02;
/** Reweighted fits of brightness and correlation after the last step. */
const ROBUST_PASSES = 2;

export function alignBoard(
  image: RgbImage,
  points: AlignmentPoints,
  start: Homography,
  model: MotionModel,
  maxSteps: number = MAX_STEPS,
): Alignment {
  const samples = new Float32Array(points.count);
  let current = normaliseHomography(start);
  let fit = sampleLuma(image, points, current, samples);
  const size = model === "similarity" ? 4 : 8;
  for (let step = 0; step < maxSteps && fit.usable; step++) {
    const delta = solveStep(points, samples, fit, size);
    if (!delta) break;
    const next = applyStep(points, current, delta);
    if (!next) break;
    const after = sampleLuma(image, points, next, samples);
    if (!after.usable || after.correlation < fit.correlation - WORSE_CORRELATION) {
      sampleLuma(image, points, current, samples);
      break;
    }
    const moved = cornerShift(points, current, next);
    current = next;
    fit = after;
    if (moved < CONVERGED_PX) break;
  }
  // Something on the board may have changed for good: it should not speak for the whole of it.
  for (let pass = 0; pass < ROBUST_PASSES && fit.usable; pass++) {
    fit = fitBrightness(points, samples, fit);
  }
  return {
    boardToPixel: current,
    correlation: fit.correlation,
    brightness: fit.brightness,
    contrastRatio: fit.contrastRatio,
    visibleRatio: fit.visibleRatio,
  };
}

/** Normal equations of one step; undefined when they are singular. */
function solveStep(
  points: AlignmentPoints,
  samples: Float32Array,
  fit: BrightnessFit,
  size: 4 | 8,
): readonly number[] | undefined {
  const { u, v, value, weight, gradX, gradY, count, centreU, centreV, radius } = points;
  const huber = huberLimit(points, samples, fit);
  const A = new Float64Array(size * size);
  const b = new Float64Array(size);
  const j = new Float64Array(8);
  for (let k = 0; k < count; k++) {
    const s = samples[k] as number;
    if (Number.isNaN(s)) continue;
    const e = fit.gain * s + fit.bias - (value[k] as number);
    const a = Math.abs(e);
    const w = (weight[k] as number) * (a <= huber ? 1 : huber / a);
    const x = ((u[k] as number) - centreU) / radius;
    const y = ((v[k] as number) - centreV) / radius;
    const gx = gradX[k] as number;
    const gy = gradY[k] as number;
    if (size === 4) {
      j[0] = gx * x + gy * y;
      j[1] = gy * x - gx * y;
      j[2] = gx;
      j[3] = gy;
    } else {
      const radial = gx * x + gy * y;
      j[0] = gx * x;
      j[1] = gx * y;
      j[2] = gx;
      j[3] = gy * x;
      j[4] = gy * y;
      j[5] = gy;
      j[6] = -radial * x;
      j[7] = -radial * y;
    }
    for (let p = 0; p < size; p++) {
      const wp = w * (j[p] as number);
      b[p] = (b[p] as number) + wp * e;
      const row = p * size;
      for (let q = p; q < size; q++) A[row + q] = (A[row + q] as number) + wp * (j[q] as number);
    }
  }
  const rows: number[][] = [];
  for (let p = 0; p < size; p++) {
    const row: number[] = [];
    for (let q = 0; q < size; q++) row.push(A[p <= q ? p * size + q : q * size + p] ?? 0);
    row[p] = (row[p] ?? 0) * (1 + RIDGE_RATIO) + 1e-9;
    row.push(b[p] ?? 0);
    rows.push(row);
  }
  try {
    return solveLinear(rows);
  } catch {
    return undefined;
  }
}

/** Composes the map with the inverse of the incremental warp. */
function applyStep(
  points: AlignmentPoints,
  h: Homography,
  d: readonly number[],
): Homography | undefined {
  const at = (i: number): number => d[i] ?? 0;
  const warp: Homography =
    d.length === 4
      ? [1 + at(0), -at(1), at(2), at(1), 1 + at(0), at(3), 0, 0, 1]
      : [1 + at(0), at(1), at(2), at(3), 1 + at(4), at(5), at(6), at(7), 1];
  const { centreU, centreV, radius } = points;
  const toNorm: Homography = [
    1 / radius,
    0,
    -centreU / radius,
    0,
    1 / radius,
    -centreV / radius,
    0,
    0,
    1,
  ];
  const fromNorm: Homography = [radius, 0, centreU, 0, radius, centreV, 0, 0, 1];
  try {
    return normaliseHomography(compose(h, compose(fromNorm, compose(invert(warp), toNorm))));
  } catch {
    return undefined;
  }
}

/** Largest movement of the board's corners between two maps, in pixels. */
export function cornerShift(points: AlignmentPoints, a: Homography, b: Homography): number {
  const { centreU, centreV, radius } = points;
  let largest = 0;
  for (const su of [-1, 1]) {
    for (const sv of [-1, 1]) {
      const u = centreU + su * radius;
      const v = centreV + sv * radius;
      const wa = a[6] * u + a[7] * v + a[8];
      const wb = b[6] * u + b[7] * v + b[8];
      const dx = (a[0] * u + a[1] * v + a[2]) / wa - (b[0] * u + b[1] * v + b[2]) / wb;
      const dy = (a[3] * u + a[4] * v + a[5]) / wa - (b[3] * u + b[4] * v + b[5]) / wb;
      largest = Math.max(largest, Math.hypot(dx, dy));
    }
  }
  return largest;
}
