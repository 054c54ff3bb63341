/**
 * A smooth curve through corners: the centripetal Catmull-Rom spline with open ends, as Three.js
 * parametrises it. Used to lay ropes and to draw them. Square roots only, no powers.
 */
import type { Particle } from "./world.ts";

/** Knot distances below this are replaced by their neighbour's. */
const MIN_KNOT = 1e-4;

/**
 * Point of the curve.
 * @param corners at least two
 * @param share 0..1; corner k lies at k / (corners - 1)
 */
export function pointOnCurve(corners: readonly Particle[], share: number): Particle {
  const pieces = corners.length - 1;
  const piece = Math.min(pieces - 1, Math.floor(share * pieces));
  return pointOnPiece(corners, piece, share * pieces - piece);
}

/** Point of the piece from one corner to the next. @param share of the piece, 0..1 */
export function pointOnPiece(corners: readonly Particle[], piece: number, share: number): Particle {
  const from = corners[piece];
  const to = corners[piece + 1];
  if (from === undefined || to === undefined) {
    throw new RangeError(`expected a piece below ${corners.length - 1} but received ${piece}`);
  }
  const before = corners[piece - 1] ?? mirror(from, to);
  const after = corners[piece + 2] ?? mirror(to, from);
  const middle = knotOf(from, to) < MIN_KNOT ? 1 : knotOf(from, to);
  const knotBefore = knotOf(before, from) < MIN_KNOT ? middle : knotOf(before, from);
  const knotAfter = knotOf(to, after) < MIN_KNOT ? middle : knotOf(to, after);
  const at = (axis: 0 | 1 | 2): number => {
    const [x0, x1, x2, x3] = [before[axis], from[axis], to[axis], after[axis]];
    const slopeFrom =
      ((x1 - x0) / knotBefore - (x2 - x0) / (knotBefore + middle) + (x2 - x1) / middle) * middle;
    const slopeTo =
      ((x2 - x1) / middle - (x3 - x1) / (middle + knotAfter) + (x3 - x2) / knotAfter) * middle;
    const square = -3 * x1 + 3 * x2 - 2 * slopeFrom - slopeTo;
    const cube = 2 * x1 - 2 * x2 + slopeFrom + slopeTo;
    const squared = share * share;
    return x1 + slopeFrom * share + square * squared + cube * squared * share;
  };
  return [at(0), at(1), at(2)];
}

/** Square root of the distance: the fourth root of its square. */
function knotOf(a: Particle, b: Particle): number {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  return Math.sqrt(Math.sqrt(dx * dx + dy * dy + dz * dz));
}

/** The point as far beyond `end` as `inner` lies before it. */
function mirror(end: Particle, inner: Particle): Particle {
  return [2 * end[0] - inner[0], 2 * end[1] - inner[1], 2 * end[2] - inner[2]];
}
