/**
 * Resampling of RGB frames: halving, and reading through a homography. Coordinates are continuous:
 * (0, 0) is the top-left corner of the picture and pixel (i, j) has its centre at (i + 0.5, j + 0.5).
 * Inner loops read typed arrays within bounds that they have checked, hence `as number` there.
 */
import type { Homography } from "../../core/geometry/homography.ts";
import type { RgbImage } from "../../core/image.ts";

/** Half the size in both directions, each pixel the mean of a 2x2 block; an odd last line is dropped. */
export function halveRgb(image: RgbImage): RgbImage {
  const widthPx = image.widthPx >> 1;
  const heightPx = image.heightPx >> 1;
  const source = image.data;
  const data = new Uint8Array(widthPx * heightPx * 3);
  const stride = image.widthPx * 3;
  let o = 0;
  for (let y = 0; y < heightPx; y++) {
    let i = 2 * y * stride;
    for (let x = 0; x < widthPx; x++) {
      const j = i + stride;
      for (let c = 0; c < 3; c++) {
        data[o++] =
          ((source[i + c] as number) +
            (source[i + c + 3] as number) +
            (source[j + c] as number) +
            (source[j + c + 3] as number) +
            2) >>
          2;
      }
      i += 6;
    }
  }
  return { widthPx, heightPx, data };
}

/** A rectangle of the source plane that is sampled on a regular grid of cell centres. */
export type SampleGrid = {
  readonly left: number;
  readonly top: number;
  /** Distance between neighbouring samples, in source-plane units. */
  readonly step: number;
  readonly cols: number;
  readonly rows: number;
};

/**
 * Reads RGB values bilinearly at the grid's sample centres, mapped into the picture by `toPixel`.
 * Writes `rows * cols * 3` floats (0..255) to `out`. Samples outside the picture get the edge value.
 * @returns the share of samples that fall inside the picture, 0..1
 */
export function sampleRgb(
  image: RgbImage,
  toPixel: Homography,
  grid: SampleGrid,
  out: Float32Array,
): number {
  const { data, widthPx, heightPx } = image;
  const [h0, h1, h2, h3, h4, h5, h6, h7, h8] = toPixel;
  const { step, cols, rows } = grid;
  const maxX = widthPx - 1;
  const maxY = heightPx - 1;
  const stride = widthPx * 3;
  let inside = 0;
  let o = 0;
  for (let r = 0; r < rows; r++) {
    const v = grid.top + (r + 0.5) * step;
    let u = grid.left + 0.5 * step;
    for (let c = 0; c < cols; c++, u += step) {
      const k = 1 / (h6 * u + h7 * v + h8);
      let x = (h0 * u + h1 * v + h2) * k - 0.5;
      let y = (h3 * u + h4 * v + h5) * k - 0.5;
      if (x >= -0.5 && y >= -0.5 && x <= maxX + 0.5 && y <= maxY + 0.5) inside++;
      x = Math.min(Math.max(x, 0), maxX);
      y = Math.min(Math.max(y, 0), maxY);
      const xi = x < maxX ? x | 0 : Math.max(0, maxX - 1);
      const yi = y < maxY ? y | 0 : Math.max(0, maxY - 1);
      const fx = x - xi;
      const fy = y - yi;
      const i = yi * stride + xi * 3;
      const right = maxX > 0 ? 3 : 0;
      const j = maxY > 0 ? i + stride : i;
      const w00 = (1 - fx) * (1 - fy);
      const w10 = fx * (1 - fy);
      const w01 = (1 - fx) * fy;
      const w11 = fx * fy;
      for (let b = 0; b < 3; b++) {
        out[o++] =
          (data[i + b] as number) * w00 +
          (data[i + right + b] as number) * w10 +
          (data[j + b] as number) * w01 +
          (data[j + right + b] as number) * w11;
      }
    }
  }
  return inside / (rows * cols);
}

/**
 * Reads RGB values bilinearly at arbitrary points of the source plane.
 * @param points x, y of each point, interleaved
 * @param out three floats (0..255) a point; points outside the picture get NaN
 */
export function samplePoints(
  image: RgbImage,
  toPixel: Homography,
  points: Float32Array,
  out: Float32Array,
): void {
  const { data, widthPx, heightPx } = image;
  const [h0, h1, h2, h3, h4, h5, h6, h7, h8] = toPixel;
  const stride = widthPx * 3;
  for (let k = 0, o = 0; k < points.length; k += 2, o += 3) {
    const u = points[k] as number;
    const v = points[k + 1] as number;
    const z = 1 / (h6 * u + h7 * v + h8);
    const x = (h0 * u + h1 * v + h2) * z - 0.5;
    const y = (h3 * u + h4 * v + h5) * z - 0.5;
    if (!(x >= 0 && y >= 0 && x < widthPx - 1 && y < heightPx - 1)) {
      out.fill(Number.NaN, o, o + 3);
      continue;
    }
    const xi = x | 0;
    const yi = y | 0;
    const fx = x - xi;
    const fy = y - yi;
    const i = yi * stride + xi * 3;
    for (let c = 0; c < 3; c++) {
      const top = (data[i + c] as number) * (1 - fx) + (data[i + 3 + c] as number) * fx;
      const j = i + stride;
      const bottom = (data[j + c] as number) * (1 - fx) + (data[j + 3 + c] as number) * fx;
      out[o + c] = top * (1 - fy) + bottom * fy;
    }
  }
}

/** Rec. 601 luma of interleaved RGB floats. */
export function lumaOf(rgb: Float32Array, out: Float32Array): void {
  for (let i = 0, j = 0; i < out.length; i++, j += 3) {
    out[i] = 0.299 * (rgb[j] ?? 0) + 0.587 * (rgb[j + 1] ?? 0) + 0.114 * (rgb[j + 2] ?? 0);
  }
}
