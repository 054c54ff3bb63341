/** Nearest points of two segments in space, exactly and as published. */
import { ROPE_DISTANCE } from "./parameters.ts";

/**
 * Where the last two segments measured are nearest: shares of the way along the first and along the
 * second, then x, y, z from the point on the second to the point on the first. Overwritten by each
 * measurement, so that nothing is allocated.
 */
export const nearest = new Float64Array(5);
export const FIRST_SHARE = 0;
export const SECOND_SHARE = 1;
export const APART_X = 2;
export const APART_Y = 3;
export const APART_Z = 4;

/** Squared lengths and areas below this are none. */
const TINY = 1e-12;
/** Published: squared areas below this are those of parallel segments. */
const NEARLY_PARALLEL = 1e-6;

/** Squared distance of two segments, each from the particle at an offset to the next one. */
export type MeasureNearest = (positions: Float64Array, a: number, b: number) => number;

/**
 * The distance, and in `nearest` where it is (C. Ericson, "Real-Time Collision Detection", 2004,
 * section 5.1.9).
 */
export const measureNearest: MeasureNearest = (positions, a, b) => {
  const ux = (positions[a + 3] as number) - (positions[a] as number);
  const uy = (positions[a + 4] as number) - (positions[a + 1] as number);
  const uz = (positions[a + 5] as number) - (positions[a + 2] as number);
  const vx = (positions[b + 3] as number) - (positions[b] as number);
  const vy = (positions[b + 4] as number) - (positions[b + 1] as number);
  const vz = (positions[b + 5] as number) - (positions[b + 2] as number);
  const wx = (positions[a] as number) - (positions[b] as number);
  const wy = (positions[a + 1] as number) - (positions[b + 1] as number);
  const wz = (positions[a + 2] as number) - (positions[b + 2] as number);
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const scale = uu * vv - uv * uv;
  let first = scale > TINY ? clamp((uv * vw - vv * uw) / scale) : 0;
  let second = vv > TINY ? (uv * first + vw) / vv : 0;
  if (second < 0 || second > 1) {
    second = second < 0 ? 0 : 1;
    first = uu > TINY ? clamp((uv * second - uw) / uu) : 0;
  }
  return leave(
    wx + ux * first - vx * second,
    wy + uy * first - vy * second,
    wz + uz * first - vz * second,
    first,
    second,
  );
};

/**
 * The published measure, which clamps both feet of the common perpendicular on their own: too far
 * when one of them is an end. Needed to start published boards as published.
 */
export const measurePublished: MeasureNearest = (positions, a, b) => {
  const ax = positions[a] as number;
  const ay = positions[a + 1] as number;
  const az = positions[a + 2] as number;
  const bx = positions[b] as number;
  const by = positions[b + 1] as number;
  const bz = positions[b + 2] as number;
  const ux = (positions[a + 3] as number) - ax;
  const uy = (positions[a + 4] as number) - ay;
  const uz = (positions[a + 5] as number) - az;
  const vx = (positions[b + 3] as number) - bx;
  const vy = (positions[b + 4] as number) - by;
  const vz = (positions[b + 5] as number) - bz;
  const wx = ax - bx;
  const wy = ay - by;
  const wz = az - bz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const scale = uu * vv - uv * uv;
  const isParallel = scale < NEARLY_PARALLEL;
  const first = clamp(isParallel ? 0 : (uv * vw - vv * uw) / scale);
  const second = clamp(isParallel ? (uv > vv ? uw / uv : vw / vv) : (uu * vw - uv * uw) / scale);
  const dx = ax + ux * first - (bx + vx * second);
  const dy = ay + uy * first - (by + vy * second);
  const dz = az + uz * first - (bz + vz * second);
  return leave(dx, dy, dz, first, second);
};

/** How ropes see each other. */
export type Sight = {
  readonly measure: MeasureNearest;
  /** Ropes nearer than this do not push each other: no direction to push in is known. */
  readonly blindBelow: number;
  /**
   * Segments of one rope do not see each other when the rope between them is shorter than this and
   * can make no loop. Published: 0, so that short ropes press themselves longer.
   */
  readonly loopLength: number;
  /**
   * Listed pairs this much farther apart than they push are measured again only when their ropes have
   * moved. Large: all are always measured.
   */
  readonly activeMargin: number;
};

export const EXACT_SIGHT: Sight = {
  measure: measureNearest,
  blindBelow: 0,
  loopLength: 2 * ROPE_DISTANCE,
  activeMargin: 0.1,
};
export const PUBLISHED_SIGHT: Sight = {
  measure: measurePublished,
  blindBelow: 1e-6,
  loopLength: 0,
  activeMargin: 10,
};

/** Writes `nearest`. @returns the squared distance */
function leave(dx: number, dy: number, dz: number, first: number, second: number): number {
  nearest[FIRST_SHARE] = first;
  nearest[SECOND_SHARE] = second;
  nearest[APART_X] = dx;
  nearest[APART_Y] = dy;
  nearest[APART_Z] = dz;
  return dx * dx + dy * dy + dz * dz;
}

function clamp(share: number): number {
  return share < 0 ? 0 : share > 1 ? 1 : share + 0;
}
