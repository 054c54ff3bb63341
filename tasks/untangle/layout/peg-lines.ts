/**
 * How straight lines from peg to peg lie to each other, as the published generator sees it: in
 * doubles, with its own measure of nearness. Used to make boards only; what decides a verdict is
 * exact and reads the simulated ropes.
 *
 * Two peculiarities are kept because published boards depend on them. A peg on another line may
 * count as a crossing when rounding says so: the published row of seed 692 counts 3 crossings, of
 * which one is the peg (3, 4) on the line from (1, 5) to (5, 3); exactly there are 2. Nearness
 * clamps both feet of the common perpendicular on their own, which overestimates the distance of
 * some pairs that do not face each other.
 */
import { HOLE_SPACING, type Hole, holePlace } from "../board.ts";

/** Lines nearer than this are a near pair. */
const NEAR = Math.max(2 * 0.22, HOLE_SPACING * 0.28);
const NEARLY_PARALLEL = 1e-8;

/** The pair has been worked out; no other meaning. */
const IS_KNOWN = 1;
export const IS_NEAR = 2;
export const IS_CROSSING = 4;

export type PegLines = {
  readonly holeCount: number;
  /** Length of the line between two holes, world units. */
  length(a: Hole, b: Hole): number;
  /** Bits of what holds for line ab and line cd: IS_NEAR, IS_CROSSING (in doubles). */
  relate(a: Hole, b: Hole, c: Hole, d: Hole): number;
  /**
   * The same bits for a line that goes to every hole in turn.
   * @param isFirst whether it comes before line cd: rounding may tell the two orders apart
   * @param into bits for each hole
   */
  relateAll(fan: Fan, isFirst: boolean, c: Hole, d: Hole, into: Uint8Array): void;
  /**
   * Writes where the lines meet into `out` from `offset`: x, z. Lines along each other, which
   * rounding may take for crossing, meet nowhere.
   * @returns whether they meet
   */
  meet(a: Hole, b: Hole, c: Hole, d: Hole, out: Float64Array, offset: number): boolean;
};

/** Lines from a hole to all holes. */
export type Fan = {
  readonly fixed: Hole;
  /** Which end of the lines the other hole is: 0 for the first. */
  readonly end: 0 | 1;
};

const kept = new Map<number, PegLines>();

/** Measures of a board. What they have worked out is kept: it follows from the size alone. */
export function pegLinesOf(gridSize: number): PegLines {
  const lines = kept.get(gridSize) ?? createPegLines(gridSize);
  kept.set(gridSize, lines);
  return lines;
}

function createPegLines(gridSize: number): PegLines {
  const holes = gridSize ** 2;
  const lines = holes ** 2;
  const places = Array.from({ length: holes }, (_, hole) => holePlace(gridSize, hole));
  const xs = Float64Array.from(places, ({ x }) => x);
  const zs = Float64Array.from(places, ({ z }) => z);
  /** Bits by first line, then second line; and the same by second line, then first line. */
  const bySecond = new Uint8Array(lines ** 2);
  const byFirst = new Uint8Array(lines ** 2);

  const workOut = (first: number, second: number): number => {
    const [b, d] = [first % holes, second % holes];
    const [a, c] = [(first - b) / holes, (second - d) / holes];
    const ends: EightNumbers = [
      ...([xs[a] ?? 0, zs[a] ?? 0, xs[b] ?? 0, zs[b] ?? 0] as const),
      ...([xs[c] ?? 0, zs[c] ?? 0, xs[d] ?? 0, zs[d] ?? 0] as const),
    ];
    const near = isNearPair(...ends) ? IS_NEAR : 0;
    const crossing = crossInDoubles(...ends) ? IS_CROSSING : 0;
    const bits = IS_KNOWN | near | crossing;
    byFirst[first * lines + second] = bits;
    bySecond[second * lines + first] = bits;
    return bits;
  };

  return {
    holeCount: holes,
    length(a, b) {
      const dx = (xs[b] ?? 0) - (xs[a] ?? 0);
      const dz = (zs[b] ?? 0) - (zs[a] ?? 0);
      return Math.sqrt(dx * dx + dz * dz);
    },
    relate(a, b, c, d) {
      const [first, second] = [a * holes + b, c * holes + d];
      return byFirst[first * lines + second] || workOut(first, second);
    },
    relateAll({ fixed, end }, isFirst, c, d, into) {
      const other = c * holes + d;
      const table = isFirst ? bySecond : byFirst;
      for (let hole = 0; hole < holes; hole++) {
        const line = end === 0 ? hole * holes + fixed : fixed * holes + hole;
        into[hole] =
          table[other * lines + line] || (isFirst ? workOut(line, other) : workOut(other, line));
      }
    },
    meet(a, b, c, d, out, offset) {
      const x1 = xs[a] ?? 0;
      const z1 = zs[a] ?? 0;
      const x2 = xs[b] ?? 0;
      const z2 = zs[b] ?? 0;
      const x3 = xs[c] ?? 0;
      const z3 = zs[c] ?? 0;
      const x4 = xs[d] ?? 0;
      const z4 = zs[d] ?? 0;
      const scale = (x1 - x2) * (z3 - z4) - (z1 - z2) * (x3 - x4);
      if (Math.abs(scale) < NEARLY_PARALLEL) return false;
      const first = x1 * z2 - z1 * x2;
      const second = x3 * z4 - z3 * x4;
      out[offset] = (first * (x3 - x4) - (x1 - x2) * second) / scale;
      out[offset + 1] = (first * (z3 - z4) - (z1 - z2) * second) / scale;
      return true;
    },
  };
}

type EightNumbers = [
  x1: number,
  z1: number,
  x2: number,
  z2: number,
  x3: number,
  z3: number,
  x4: number,
  z4: number,
];

/** Published strict crossing test of segments 12 and 34, in doubles. */
function crossInDoubles(...[x1, z1, x2, z2, x3, z3, x4, z4]: EightNumbers): boolean {
  const first = side(x3, z3, x4, z4, x1, z1);
  const second = side(x3, z3, x4, z4, x2, z2);
  if (!((first > 0 && second < 0) || (first < 0 && second > 0))) return false;
  const third = side(x1, z1, x2, z2, x3, z3);
  const fourth = side(x1, z1, x2, z2, x4, z4);
  return (third > 0 && fourth < 0) || (third < 0 && fourth > 0);
}

function side(ax: number, az: number, bx: number, bz: number, cx: number, cz: number): number {
  return (cx - ax) * (bz - az) - (cz - az) * (bx - ax);
}

/** Published nearness of segments 12 and 34. */
function isNearPair(...[x1, z1, x2, z2, x3, z3, x4, z4]: EightNumbers): boolean {
  const [ux, uz, vx, vz] = [x2 - x1, z2 - z1, x4 - x3, z4 - z3];
  const [wx, wz] = [x1 - x3, z1 - z3];
  const uu = ux * ux + uz * uz;
  const uv = ux * vx + uz * vz;
  const vv = vx * vx + vz * vz;
  const uw = ux * wx + uz * wz;
  const vw = vx * wx + vz * wz;
  const scale = uu * vv - uv * uv;
  const isParallel = scale < NEARLY_PARALLEL;
  const s = isParallel ? 0 : (uv * vw - vv * uw) / scale;
  const t = isParallel ? (uv > vv ? uw / uv : vw / vv) : (uu * vw - uv * uw) / scale;
  const onFirst = Math.max(0, Math.min(1, s));
  const onSecond = Math.max(0, Math.min(1, t));
  const dx = x1 + ux * onFirst - (x3 + vx * onSecond);
  const dz = z1 + uz * onFirst - (z3 + vz * onSecond);
  return dx * dx + dz * dz < NEAR * NEAR;
}
