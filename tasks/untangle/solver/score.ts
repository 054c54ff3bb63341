/** How entangled ropes are, and what makes a move look bad beforehand. */
import type { Point } from "../../../core/geometry/homography.ts";
import type { CrossingMap, Polyline } from "../../../core/geometry/polyline-crossings.ts";
import type { Remains } from "./lift.ts";

/** What counts how much, in crossing pairs. */
const WEIGHTS = {
  /** A further crossing of a pair that crosses already. */
  repeated: 0.8,
  /** A rope less than CLEARANCE from the new hole: it will be pushed aside. */
  coveredHole: 0.3,
  /** A plug less than CLEARANCE from the new line: the rope will bend around it. */
  grazedPlug: 0.3,
  /** A hole spacing of length. */
  length: 0.02,
} as const;
/** In hole spacings; about a rope's and a plug's radius together. */
const CLEARANCE = 0.25;

/** Pairs that cross, and a little less for every further crossing; 0 when nothing crosses. */
export function entanglement(map: CrossingMap): number {
  return weigh(map.between.map(({ over, under }) => pairOf(over.line, under.line)));
}

/** Two ropes as one number. */
function pairOf(a: number, b: number): number {
  return a < b ? a * 16 + b : b * 16 + a;
}

function weigh(crossings: readonly number[]): number {
  const pairs = new Set(crossings).size;
  return pairs + WEIGHTS.repeated * (crossings.length - pairs);
}

/** What is known of a lifted end before its new hole is. */
export type LiftedEnd = {
  readonly rope: number;
  /** Where the lifted part begins. */
  readonly from: Point;
  /** Length of the lifted part, in hole spacings. */
  readonly free: number;
  /** Crossings that stay, as pairs. */
  readonly kept: readonly number[];
  /** Segments of the other ropes: x and y of both ends; and whose they are. */
  readonly segments: Float64Array;
  readonly owners: Uint8Array;
  /** x and y of other ropes' ends. */
  readonly plugs: Float64Array;
};

/** Collects what scores of all holes have in common. */
export function describeLifted(
  rope: number,
  remains: Remains,
  lines: readonly Polyline[],
  map: CrossingMap,
  length: number,
): LiftedEnd {
  const segments: number[] = [];
  const owners: number[] = [];
  const plugs: number[] = [];
  for (const [other, line] of lines.entries()) {
    if (other === rope) continue;
    for (const [index, [x, y]] of line.entries()) {
      if (index === 0 || index === line.length - 1) plugs.push(x, y);
      const before = line[index - 1];
      if (before === undefined) continue;
      segments.push(before[0], before[1], x, y);
      owners.push(other);
    }
  }
  const elsewhere = map.between
    .filter(({ over, under }) => over.line !== rope && under.line !== rope)
    .map(({ over, under }) => pairOf(over.line, under.line));
  const [x, y] = remains.kept[remains.kept.length - 1] ?? [0, 0];
  return {
    rope,
    from: [x, y],
    free: length - lengthOf(remains.kept),
    kept: [...elsewhere, ...remains.crossed.map((other) => pairOf(rope, other))],
    segments: Float64Array.from(segments),
    owners: Uint8Array.from(owners),
    plugs: Float64Array.from(plugs),
  };
}

/**
 * Expected entanglement when a lifted end is laid into a hole, and what may go wrong there. In
 * doubles: a guess decides nothing.
 * @param slackWeight what a hole spacing of rope counts that the new line has no use for: such slack
 * stays where it lies
 */
export function scoreHole(
  lifted: LiftedEnd,
  hole: Point,
  slackWeight: number,
): { entangled: number; risk: number } {
  const { rope, from, free, kept, segments, owners, plugs } = lifted;
  const [x1, y1] = from;
  const [x2, y2] = hole;
  const crossings = [...kept];
  let isCovered = false;
  for (let index = 0; index < owners.length; index++) {
    const x3 = segments[4 * index] as number;
    const y3 = segments[4 * index + 1] as number;
    const x4 = segments[4 * index + 2] as number;
    const y4 = segments[4 * index + 3] as number;
    const sideFrom = (x4 - x3) * (y1 - y3) - (y4 - y3) * (x1 - x3);
    const sideTo = (x4 - x3) * (y2 - y3) - (y4 - y3) * (x2 - x3);
    if (sideFrom * sideTo < 0) {
      const side3 = (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1);
      const side4 = (x2 - x1) * (y4 - y1) - (y2 - y1) * (x4 - x1);
      if (side3 * side4 < 0) crossings.push(pairOf(rope, owners[index] as number));
    }
    isCovered ||= squaredDistance(x2, y2, x3, y3, x4, y4) < CLEARANCE * CLEARANCE;
  }
  let grazed = 0;
  for (let at = 0; at < plugs.length; at += 2) {
    const [x, y] = [plugs[at] as number, plugs[at + 1] as number];
    if (squaredDistance(x, y, x1, y1, x2, y2) < CLEARANCE * CLEARANCE) grazed++;
  }
  const length = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2);
  return {
    entangled: weigh(crossings),
    risk:
      (isCovered ? WEIGHTS.coveredHole : 0) +
      WEIGHTS.grazedPlug * grazed +
      slackWeight * Math.max(0, free - length) +
      WEIGHTS.length * length,
  };
}

/** Squared distance of a point from the segment 34. */
function squaredDistance(
  x: number,
  y: number,
  x3: number,
  y3: number,
  x4: number,
  y4: number,
): number {
  const ux = x4 - x3;
  const uy = y4 - y3;
  const squared = ux * ux + uy * uy;
  const along = squared === 0 ? 0 : ((x - x3) * ux + (y - y3) * uy) / squared;
  const share = Math.min(1, Math.max(0, along));
  const dx = x3 + ux * share - x;
  const dy = y3 + uy * share - y;
  return dx * dx + dy * dy;
}

/** Length of a line in space, in its own units. */
export function lengthOf(line: Polyline): number {
  let length = 0;
  for (const [index, [x, y, height]] of line.entries()) {
    const before = line[index - 1];
    if (before === undefined) continue;
    length += Math.sqrt((x - before[0]) ** 2 + (y - before[1]) ** 2 + (height - before[2]) ** 2);
  }
  return length;
}
