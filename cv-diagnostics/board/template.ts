/**
 * What the board should look like, on a regular grid over the board plane, and the pixels of it
 * that can hold an alignment: those with a gradient, where the content is known to be at rest.
 */
import type { SampleGrid } from "../image/resample.ts";

/** Expected luma of the board plane. `weight` 0 marks what may move or is unknown. */
export type BoardTemplate = {
  /** Sample grid in board units. */
  readonly grid: SampleGrid;
  /** Luma 0..255, rows * cols. */
  readonly luma: Float32Array;
  /** 0..1, rows * cols. */
  readonly weight: Float32Array;
};

/** Template pixels picked for alignment, with gradients in normalised board coordinates. */
export type AlignmentPoints = {
  readonly count: number;
  /** Board coordinates. */
  readonly u: Float32Array;
  readonly v: Float32Array;
  readonly value: Float32Array;
  readonly weight: Float32Array;
  /** d luma / d normalised coordinate. */
  readonly gradX: Float32Array;
  readonly gradY: Float32Array;
  /** Normalised coordinate = (board - centre) / radius. */
  readonly centreU: number;
  readonly centreV: number;
  readonly radius: number;
};

/** Share of the strongest gradient below which a pixel carries no position. */
const GRADIENT_FLOOR_RATIO = 0.12;
/** Enough for eight parameters many times over; more only costs time. */
const MAX_POINTS = 3600;

/** Work space, kept between calls: templates of one clip all have one size. */
let scratch = { strength: new Float32Array(0), picked: new Int32Array(0) };

export function pickAlignmentPoints(template: BoardTemplate): AlignmentPoints {
  const { grid, luma, weight } = template;
  const { cols, rows, step } = grid;
  const width = cols * step;
  const height = rows * step;
  const centreU = grid.left + width / 2;
  const centreV = grid.top + height / 2;
  const radius = Math.max(width, height) / 2;
  const perUnit = radius / (2 * step);
  const n = cols * rows;
  const strength = scratch.strength.length === n ? scratch.strength.fill(0) : new Float32Array(n);
  const picked = scratch.picked.length === n ? scratch.picked : new Int32Array(n);
  scratch = { strength, picked };
  let strongest = 0;
  for (let r = 1; r < rows - 1; r++) {
    for (let c = 1; c < cols - 1; c++) {
      const i = r * cols + c;
      const isKnown =
        (weight[i] as number) > 0 &&
        (weight[i - 1] as number) > 0 &&
        (weight[i + 1] as number) > 0 &&
        (weight[i - cols] as number) > 0 &&
        (weight[i + cols] as number) > 0;
      if (!isKnown) continue;
      const gx = (luma[i + 1] as number) - (luma[i - 1] as number);
      const gy = (luma[i + cols] as number) - (luma[i - cols] as number);
      const s = gx * gx + gy * gy;
      strength[i] = s;
      if (s > strongest) strongest = s;
    }
  }
  const floor = strongest * GRADIENT_FLOOR_RATIO ** 2;
  let found = 0;
  for (let i = 0; i < n; i++) if ((strength[i] as number) > floor) picked[found++] = i;
  const stride = Math.max(1, found / MAX_POINTS);
  const count = strongest > 0 ? Math.floor(found / stride) : 0;
  const points = {
    count,
    u: new Float32Array(count),
    v: new Float32Array(count),
    value: new Float32Array(count),
    weight: new Float32Array(count),
    gradX: new Float32Array(count),
    gradY: new Float32Array(count),
    centreU,
    centreV,
    radius,
  };
  for (let k = 0; k < count; k++) {
    const i = picked[Math.floor(k * stride)] ?? 0;
    const c = i % cols;
    const r = (i - c) / cols;
    points.u[k] = grid.left + (c + 0.5) * step;
    points.v[k] = grid.top + (r + 0.5) * step;
    points.value[k] = luma[i] ?? 0;
    points.weight[k] = weight[i] ?? 0;
    points.gradX[k] = ((luma[i + 1] ?? 0) - (luma[i - 1] ?? 0)) * perUnit;
    points.gradY[k] = ((luma[i + cols] ?? 0) - (luma[i - cols] ?? 0)) * perUnit;
  }
  return points;
}
