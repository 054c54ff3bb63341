/**
 * How ropes lie before a new board settles: arches from hole to hole, and on hard boards some ropes
 * bent through the middle. Formulas as published; sines are kept as numbers because the standard
 * library of each engine rounds them in its own way.
 */
import { HOLE_SPACING, type Hole, holePlace } from "../board.ts";
import { pointOnCurve } from "./curve.ts";
import { SEGMENTS } from "./parameters.ts";
import type { Particle, RopeShape } from "./world.ts";

/** sin(pi i / 16), i = 0..16, as V8 rounds it. */
const SINES = [
  0,
  0.19509032201612825,
  0.3826834323650898,
  0.5555702330196022,
  0.7071067811865475,
  0.8314696123025452,
  0.9238795325112867,
  0.9807852804032304,
  1,
  0.9807852804032304,
  0.9238795325112867,
  0.8314696123025453,
  Math.SQRT1_2,
  0.5555702330196022,
  0.3826834323650899,
  0.1950903220161286,
  1.2246467991473532e-16,
] as const;

/** Cosine and sine of k / n turns, k = 0..n-1. */
const TURNS: Readonly<Record<number, readonly (readonly [cos: number, sin: number])[]>> = {
  3: [
    [1, 0],
    [-0.4999999999999998, 0.8660254037844387],
    [-0.5000000000000004, -0.8660254037844385],
  ],
  4: [
    [1, 0],
    [6.123233995736766e-17, 1],
    [-1, 1.2246467991473532e-16],
    [-1.8369701987210297e-16, -1],
  ],
};

/** Length of a new rope: the greater of `ratio` times the straight distance, and that plus `extra`. */
export type Slack = { readonly ratio: number; readonly extra: number };
export const NORMAL_SLACK: Slack = { ratio: 1.3, extra: 1.5 };
export const LONG_SLACK: Slack = { ratio: 1.55, extra: 3 };

const ARCH_FOOT = 0.5;
const ARCH_RISE = 1.5;

/** An arch from hole to hole. */
export function archShape(gridSize: number, ends: readonly [Hole, Hole], slack: Slack): RopeShape {
  const a = holePlace(gridSize, ends[0]);
  const b = holePlace(gridSize, ends[1]);
  const [dx, dz] = [b.x - a.x, b.z - a.z];
  const straight = Math.sqrt(dx * dx + dz * dz);
  const length = Math.max(straight * slack.ratio, straight + slack.extra);
  return {
    segmentLength: length / SEGMENTS,
    particles: SINES.map((sine, index) => {
      const share = index / SEGMENTS;
      return [a.x + dx * share, sine * ARCH_RISE + ARCH_FOOT, a.z + dz * share];
    }),
  };
}

/** Middle of the tangle. */
const CENTRE: Particle = [0, 0.85, 0];
const CLUSTER_RADIUS = HOLE_SPACING * 0.24;
const SHOULDER_RADIUS = HOLE_SPACING * 0.52;
/** A tangled rope's segments are at least this much longer than its curve needs. */
const CURVE_SLACK = 1.02;

/**
 * The shape of a rope of the central tangle.
 * @param place its place in the order of tangled ropes, from 0, and how many there are: 3 or 4
 */
export function tangledShape(
  gridSize: number,
  ends: readonly [Hole, Hole],
  place: { readonly index: number; readonly count: number },
  slack: Slack,
): RopeShape {
  const [start, end] = ends.map((hole): Particle => {
    const { x, z } = holePlace(gridSize, hole);
    return [x, 0, z];
  }) as [Particle, Particle];
  const corners = tangleCorners(start, end, place);
  const particles = Array.from({ length: SEGMENTS + 1 }, (_, index) =>
    pointOnCurve(corners, index / SEGMENTS),
  );
  const curveLength = particles.slice(1).reduce((sum, to, index) => {
    const from = particles[index] ?? to;
    return sum + lengthOf(combine(to, 1, from, -1));
  }, 0);
  const arch = archShape(gridSize, ends, slack);
  return {
    segmentLength: Math.max(arch.segmentLength, (curveLength * CURVE_SLACK) / SEGMENTS),
    particles: particles.map((particle, index) =>
      index === 0 ? start : index === SEGMENTS ? end : particle,
    ),
  };
}

/** The corners of the curve: hole, shoulder, three of the knot, shoulder, hole. */
function tangleCorners(
  start: Particle,
  end: Particle,
  { index, count }: { readonly index: number; readonly count: number },
): Particle[] {
  const side = index % 2 === 0 ? 1 : -1;
  const [cos, sin] = TURNS[count]?.[index] ?? [1, 0];
  const swirl: Particle = [cos, 0, sin];
  const fromStart = directionOf([CENTRE[0] - start[0], 0, CENTRE[2] - start[2]]);
  const fromEnd = directionOf([CENTRE[0] - end[0], 0, CENTRE[2] - end[2]]);
  const across = directionOf([start[2] - end[2], 0, end[0] - start[0]]);
  const shoulder = (
    foot: Particle,
    share: number,
    inward: Particle,
    back: number,
    height: number,
  ) => atHeight(combine(combine(foot, 1 - share, CENTRE, share), 1, inward, -back), height);
  const knot = (
    inward: Particle,
    reach: number,
    sideways: number,
    turned: number,
    height: number,
  ): Particle => {
    const reached = combine(CENTRE, 1, inward, reach);
    const moved = combine(reached, 1, across, side * CLUSTER_RADIUS * sideways);
    return atHeight(combine(moved, 1, swirl, CLUSTER_RADIUS * turned), height);
  };
  return [
    start,
    shoulder(start, 0.42, fromStart, 0.3, 0.9),
    knot(fromStart, SHOULDER_RADIUS, 0.55, 0.35, 1.15 + 0.08 * side),
    knot(fromStart, 0, 0.42, 0.24, 0.72 + 0.12 * side),
    knot(fromEnd, SHOULDER_RADIUS, -0.4, -0.28, 1.05 - 0.05 * side),
    shoulder(end, 0.4, fromEnd, 0.2, 0.86),
    end,
  ];
}

function combine(a: Particle, factorA: number, b: Particle, factorB: number): Particle {
  return [
    a[0] * factorA + b[0] * factorB,
    a[1] * factorA + b[1] * factorB,
    a[2] * factorA + b[2] * factorB,
  ];
}

function atHeight([x, , z]: Particle, height: number): Particle {
  return [x, height, z];
}

function lengthOf([x, y, z]: Particle): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Unit vector; x for the zero vector. */
function directionOf(vector: Particle): Particle {
  const length = lengthOf(vector);
  return length > 1e-3 ? combine(vector, 1 / length, vector, 0) : [1, 0, 0];
}
