/**
 * On which side of a line a point lies, decided exactly for any finite doubles. Owns the predicate;
 * what it means for segments is segments.ts.
 */
import type { Point } from "./homography.ts";

/** -1, 0 or 1. */
export type Sign = -1 | 0 | 1;

const EPSILON = 2 ** -53;
/**
 * Relative error bound of the determinant in doubles: (3 + 16 e) e with e = 2^-53; Shewchuk,
 * "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997), ccwerrboundA.
 */
const ERROR_RATIO = (3 + 16 * EPSILON) * EPSILON;
/** Sums of products below this may have lost bits to underflow; the bound does not hold there. */
const SMALLEST_SUM = 2 ** -900;

/**
 * Sign of the cross product (b - a) x (c - a): 1 when a, b, c turn from the x axis towards the y
 * axis, -1 when they turn the other way, 0 when they are collinear or two of them are equal. Exact:
 * doubles with an error bound first, integers when the bound cannot tell.
 * @throws RangeError when a coordinate is not finite
 */
export function orientation(a: Point, b: Point, c: Point): Sign {
  const left = (a[0] - c[0]) * (b[1] - c[1]);
  const right = (a[1] - c[1]) * (b[0] - c[0]);
  const determinant = left - right;
  const sum = Math.abs(left) + Math.abs(right);
  if (sum > SMALLEST_SUM && Math.abs(determinant) > ERROR_RATIO * sum) {
    return determinant > 0 ? 1 : -1;
  }
  return exactOrientation(a, b, c);
}

/** The same sign from integers alone: every double is an integer times a power of two. */
export function exactOrientation(a: Point, b: Point, c: Point): Sign {
  const parts = [a[0], a[1], b[0], b[1], c[0], c[1]].map(splitDouble);
  const lowest = Math.min(...parts.map(({ exponent }) => exponent));
  const scaled = parts.map(({ mantissa, exponent }) => mantissa << BigInt(exponent - lowest));
  const [ax = 0n, ay = 0n, bx = 0n, by = 0n, cx = 0n, cy = 0n] = scaled;
  const determinant = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
  return determinant > 0n ? 1 : determinant < 0n ? -1 : 0;
}

const bits = new DataView(new ArrayBuffer(8));
const MANTISSA_BITS = 52n;
const MANTISSA_MASK = (1n << MANTISSA_BITS) - 1n;
/** Exponent of a subnormal's last bit. */
const LOWEST_EXPONENT = -1074;

/** Integers with value = mantissa * 2^exponent. */
function splitDouble(value: number): { mantissa: bigint; exponent: number } {
  if (!Number.isFinite(value)) {
    throw new RangeError(`expected finite coordinates but received ${value}`);
  }
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const biased = Number((word >> MANTISSA_BITS) & 0x7ffn);
  const fraction = word & MANTISSA_MASK;
  const magnitude = biased === 0 ? fraction : fraction | (1n << MANTISSA_BITS);
  if (magnitude === 0n) return { mantissa: 0n, exponent: 0 };
  const exponent = biased === 0 ? LOWEST_EXPONENT : biased - 1 + LOWEST_EXPONENT;
  return { mantissa: value < 0 ? -magnitude : magnitude, exponent };
}
