/**
 * Samples a frame at the alignment points and fits its brightness to the template's: the measure by
 * which an alignment is judged. Owns no movement; that is `align.ts`.
 */
import type { Homography } from "../../core/geometry/homography.ts";
import type { RgbImage } from "../../core/image.ts";
import type { AlignmentPoints } from "./template.ts";

/** Fewer points inside the picture than this decide nothing. */
const MIN_POINTS = 24;
/** Huber's constant in units of the mean absolute residual. */
const HUBER_RATIO = 2;

/** How the template's brightness goes over into the frame's, and how well it fits. */
export type BrightnessFit = {
  readonly usable: boolean;
  readonly correlation: number;
  readonly contrastRatio: number;
  readonly visibleRatio: number;
  readonly brightness: { readonly gain: number; readonly bias: number };
  /** Regression of template on frame, for residuals: template ~ gain * frame + bias. */
  readonly gain: number;
  readonly bias: number;
};

const NO_FIT: BrightnessFit = {
  usable: false,
  correlation: 0,
  brightness: { gain: 1, bias: 0 },
  contrastRatio: 0,
  visibleRatio: 0,
  gain: 1,
  bias: 0,
};

/** Rec. 601 luma of the pixel at a byte offset. */
function lumaAt(data: Uint8Array, i: number): number {
  return (
    0.299 * (data[i] as number) + 0.587 * (data[i + 1] as number) + 0.114 * (data[i + 2] as number)
  );
}

/** Samples the frame at every point (NaN outside) and fits brightness. */
export function sampleLuma(
  image: RgbImage,
  points: AlignmentPoints,
  h: Homography,
  samples: Float32Array,
): BrightnessFit {
  const { data, widthPx, heightPx } = image;
  const [h0, h1, h2, h3, h4, h5, h6, h7, h8] = h;
  const { u, v, count } = points;
  const maxX = widthPx - 1;
  const maxY = heightPx - 1;
  for (let k = 0; k < count; k++) {
    const pu = u[k] as number;
    const pv = v[k] as number;
    const z = 1 / (h6 * pu + h7 * pv + h8);
    const x = (h0 * pu + h1 * pv + h2) * z - 0.5;
    const y = (h3 * pu + h4 * pv + h5) * z - 0.5;
    if (!(x >= 0 && y >= 0 && x < maxX && y < maxY)) {
      samples[k] = Number.NaN;
      continue;
    }
    const xi = x | 0;
    const yi = y | 0;
    const fx = x - xi;
    const fy = y - yi;
    const i = 3 * (yi * widthPx + xi);
    const j = i + 3 * widthPx;
    const top = lumaAt(data, i) * (1 - fx) + lumaAt(data, i + 3) * fx;
    const bottom = lumaAt(data, j) * (1 - fx) + lumaAt(data, j + 3) * fx;
    samples[k] = top * (1 - fy) + bottom * fy;
  }
  return fitBrightness(points, samples);
}

/**
 * Regression and correlation of template and frame over the sampled points.
 * @param previous a fit whose residuals weigh the points down; @default every point counts alike
 */
export function fitBrightness(
  points: AlignmentPoints,
  samples: Float32Array,
  previous?: BrightnessFit,
): BrightnessFit {
  const { value, weight, count } = points;
  const huber = previous ? huberLimit(points, samples, previous) : 0;
  let n = 0;
  let sw = 0;
  let si = 0;
  let st = 0;
  let sii = 0;
  let sit = 0;
  let stt = 0;
  for (let k = 0; k < count; k++) {
    const s = samples[k] as number;
    if (Number.isNaN(s)) continue;
    const t = value[k] as number;
    let w = weight[k] as number;
    if (previous) {
      const e = Math.abs(previous.gain * s + previous.bias - t);
      if (e > huber) w *= huber / e;
    }
    n++;
    sw += w;
    si += w * s;
    st += w * t;
    sii += w * s * s;
    sit += w * s * t;
    stt += w * t * t;
  }
  if (n < MIN_POINTS || sw <= 0) return NO_FIT;
  const varI = sii / sw - (si / sw) ** 2;
  const varT = stt / sw - (st / sw) ** 2;
  const cov = sit / sw - (si / sw) * (st / sw);
  const visibleRatio = n / count;
  if (varI < 1e-3 || varT < 1e-3) return { ...NO_FIT, visibleRatio };
  const gain = cov / varI;
  const matched = Math.sqrt(varT / varI);
  return {
    usable: true,
    correlation: cov / Math.sqrt(varI * varT),
    brightness: { gain: matched, bias: st / sw - (matched * si) / sw },
    contrastRatio: 1 / matched,
    visibleRatio,
    gain,
    bias: st / sw - (gain * si) / sw,
  };
}

/** Residual beyond which a point is taken for something that changed. Luma levels. */
export function huberLimit(
  points: AlignmentPoints,
  samples: Float32Array,
  fit: BrightnessFit,
): number {
  const { value, weight, count } = points;
  let absolute = 0;
  let total = 0;
  for (let k = 0; k < count; k++) {
    const s = samples[k] as number;
    if (Number.isNaN(s)) continue;
    const w = weight[k] as number;
    absolute += w * Math.abs(fit.gain * s + fit.bias - (value[k] as number));
    total += w;
  }
  return HUBER_RATIO * Math.max(1, absolute / Math.max(total, 1e-9));
}
