/** Plane projective maps as row-major 3x3 matrices. Owns algebra only; fitting to pixels is the judge's. */

/** Row-major 3x3 matrix, nine finite numbers. Maps (x, y, 1) to (X, Y, W); the image is (X/W, Y/W). */
export type Homography = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

export type Point = readonly [x: number, y: number];

export const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Uniform or anisotropic scale followed by a shift. */
export function scaleThenShift(sx: number, sy: number, tx: number, ty: number): Homography {
  return [sx, 0, tx, 0, sy, ty, 0, 0, 1];
}

/** `a` after `b`: applies `b` first. */
export function compose(a: Homography, b: Homography): Homography {
  const [a0, a1, a2, a3, a4, a5, a6, a7, a8] = a;
  const [b0, b1, b2, b3, b4, b5, b6, b7, b8] = b;
  return [
    a0 * b0 + a1 * b3 + a2 * b6,
    a0 * b1 + a1 * b4 + a2 * b7,
    a0 * b2 + a1 * b5 + a2 * b8,
    a3 * b0 + a4 * b3 + a5 * b6,
    a3 * b1 + a4 * b4 + a5 * b7,
    a3 * b2 + a4 * b5 + a5 * b8,
    a6 * b0 + a7 * b3 + a8 * b6,
    a6 * b1 + a7 * b4 + a8 * b7,
    a6 * b2 + a7 * b5 + a8 * b8,
  ];
}

/** @throws Error when the matrix is singular (|det| < 1e-12 of its scale). */
export function invert(h: Homography): Homography {
  const [a, b, c, d, e, f, g, i, j] = h;
  const A = e * j - f * i;
  const B = f * g - d * j;
  const C = d * i - e * g;
  const det = a * A + b * B + c * C;
  const scale = Math.max(...h.map(Math.abs));
  if (!(Math.abs(det) > 1e-12 * scale ** 3)) {
    throw new Error("expected an invertible homography but received a singular one");
  }
  const k = 1 / det;
  return [
    A * k,
    (c * i - b * j) * k,
    (b * f - c * e) * k,
    B * k,
    (a * j - c * g) * k,
    (c * d - a * f) * k,
    C * k,
    (b * g - a * i) * k,
    (a * e - b * d) * k,
  ];
}

/** Image of a point. Points on the horizon give infinities. */
export function applyHomography(h: Homography, [x, y]: Point): Point {
  const w = h[6] * x + h[7] * y + h[8];
  return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w];
}

/** Scales the matrix so that its last entry is 1. */
export function normaliseHomography(h: Homography): Homography {
  const k = 1 / h[8];
  return [h[0] * k, h[1] * k, h[2] * k, h[3] * k, h[4] * k, h[5] * k, h[6] * k, h[7] * k, 1];
}

/** Geometric mean scale at a point: sqrt(|det J|), in output units per input unit. */
export function localScale(h: Homography, p: Point): number {
  const [x, y] = p;
  const w = h[6] * x + h[7] * y + h[8];
  const [X, Y] = applyHomography(h, p);
  const dxx = (h[0] - X * h[6]) / w;
  const dxy = (h[1] - X * h[7]) / w;
  const dyx = (h[3] - Y * h[6]) / w;
  const dyy = (h[4] - Y * h[7]) / w;
  return Math.sqrt(Math.abs(dxx * dyy - dxy * dyx));
}

/**
 * The homography that takes four points to four points (direct linear transform, h33 = 1).
 * @throws Error when three of the points are collinear.
 */
export function homographyFromPoints(
  from: readonly [Point, Point, Point, Point],
  to: readonly [Point, Point, Point, Point],
): Homography {
  const rows: number[][] = [];
  for (let k = 0; k < 4; k++) {
    const [x, y] = from[k as 0];
    const [u, v] = to[k as 0];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  const h = solveLinear(rows);
  const at = (index: number): number => h[index] ?? 0;
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), 1];
}

/**
 * Solves a dense linear system by Gaussian elimination with partial pivoting.
 * `rows` is n rows of n coefficients and the right-hand side; it is overwritten.
 * @throws Error when the system is singular.
 */
export function solveLinear(rows: number[][]): number[] {
  const n = rows.length;
  for (let col = 0; col < n; col++) {
    let pivot = col;
    for (let r = col + 1; r < n; r++) {
      if (Math.abs(rows[r]?.[col] ?? 0) > Math.abs(rows[pivot]?.[col] ?? 0)) pivot = r;
    }
    const pivotRow = rows[pivot];
    const swapped = rows[col];
    const lead = pivotRow?.[col] ?? 0;
    if (!pivotRow || !swapped || !(Math.abs(lead) > 1e-12)) {
      throw new Error("expected a regular linear system but received a singular one");
    }
    rows[pivot] = swapped;
    rows[col] = pivotRow;
    for (let r = 0; r < n; r++) {
      const row = rows[r];
      if (r === col || !row) continue;
      const factor = (row[col] ?? 0) / lead;
      if (factor === 0) continue;
      for (let c = col; c <= n; c++) row[c] = (row[c] ?? 0) - factor * (pivotRow[c] ?? 0);
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}
