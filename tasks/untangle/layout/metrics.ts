/**
 * Figures of a layout that decide whether it is a good puzzle: near pairs of peg lines and the graph
 * that they make. Owns whole layouts; the same figures for all moves of an end are move-metrics.ts.
 */
import { HOLE_SPACING, type Hole } from "../board.ts";
import { IS_CROSSING, IS_NEAR, type PegLines } from "./peg-lines.ts";
import type { Layout } from "./templates.ts";

export type LayoutMetrics = {
  /** Near pairs of peg lines. Published: visual. */
  nearPairs: number;
  /** Pairs that cross in doubles. Published: logical. */
  crossingPairs: number;
  /** Ropes in a near pair. */
  involved: number;
  /** Most near pairs of one rope. */
  maxDegree: number;
  /** Groups of ropes connected by near pairs, single ropes not counted. */
  componentCount: number;
  /** Ropes of the largest group. */
  largestComponent: number;
  /** Ropes in two near pairs or more. */
  multiCrossRopes: number;
  /** Independent cycles of the graph. */
  cycleRank: number;
  /** Near pairs without a crossing, at least 0. Published: visualLogicalGap. */
  gap: number;
  /** Least distance of two crossing points; 8.8 with fewer than two. Published: minCrossingSeparation. */
  separation: number;
  /** Greatest distance of two crossing points. Published: crossingSpread. */
  spread: number;
  /** Shortest peg line. Published: minRopeLength. */
  minLength: number;
};

/** Separation of layouts with fewer than two crossing points. */
export const NO_SEPARATION = HOLE_SPACING * 4;

/** Ropes that a layout may have: a graph is kept as one bit mask a rope. */
export const MAX_ROPES = 8;
const ONES = Uint8Array.from({ length: 1 << MAX_ROPES }, (_, mask) => {
  let ones = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) ones++;
  return ones;
});

/** Number of ropes in a mask. */
export function countRopes(mask: number): number {
  return ONES[mask] ?? 0;
}

/** All figures of a layout, and the ropes of its first largest group in the published order. */
export function measureLayout(
  lines: PegLines,
  layout: Layout,
): LayoutMetrics & { readonly dominantComponent: readonly number[] } {
  const near = layout.map(() => 0);
  const points: [number, number][] = [];
  let nearPairs = 0;
  let crossingPairs = 0;
  for (const [i, j] of pairsBelow(layout.length)) {
    const [a, b, c, d] = holesOf(layout, i, j);
    const relation = lines.relate(a, b, c, d);
    if ((relation & IS_NEAR) !== 0) {
      nearPairs++;
      near[i] = (near[i] ?? 0) | (1 << j);
      near[j] = (near[j] ?? 0) | (1 << i);
    }
    if ((relation & IS_CROSSING) !== 0) {
      crossingPairs++;
      const point = new Float64Array(2);
      if (lines.meet(a, b, c, d, point, 0)) points.push([point[0] ?? 0, point[1] ?? 0]);
    }
  }
  const distances = pairsBelow(points.length).map(([i, j]) => {
    const [dx, dz] = [0, 1].map((axis) => (points[i]?.[axis] ?? 0) - (points[j]?.[axis] ?? 0));
    return Math.sqrt((dx ?? 0) ** 2 + (dz ?? 0) ** 2);
  });
  return {
    nearPairs,
    crossingPairs,
    gap: Math.max(0, nearPairs - crossingPairs),
    ...measureGraph(near),
    separation: distances.length === 0 ? NO_SEPARATION : Math.min(...distances),
    spread: Math.max(0, ...distances),
    minLength: Math.min(...layout.map(([a, b]) => lines.length(a, b))),
    dominantComponent: dominantComponent(near),
  };
}

export type GraphMetrics = Pick<
  LayoutMetrics,
  "involved" | "maxDegree" | "componentCount" | "largestComponent" | "multiCrossRopes" | "cycleRank"
>;

/** Figures of a graph of ropes. @param near for each rope the mask of those near it */
export function measureGraph(near: readonly number[]): GraphMetrics {
  const figures = {
    involved: 0,
    maxDegree: 0,
    componentCount: 0,
    largestComponent: 0,
    multiCrossRopes: 0,
    cycleRank: 0,
  };
  let seen = 0;
  for (let rope = 0; rope < near.length; rope++) {
    const degree = countRopes(near[rope] ?? 0);
    if (degree === 0) continue;
    figures.involved++;
    if (degree > 1) figures.multiCrossRopes++;
    figures.maxDegree = Math.max(figures.maxDegree, degree);
    if ((seen & (1 << rope)) !== 0) continue;
    const group = groupOf(near, rope);
    seen |= group;
    let degrees = 0;
    for (let member = 0; member < near.length; member++) {
      if ((group & (1 << member)) !== 0) degrees += countRopes(near[member] ?? 0);
    }
    const size = countRopes(group);
    figures.componentCount++;
    figures.largestComponent = Math.max(figures.largestComponent, size);
    figures.cycleRank += Math.max(0, degrees / 2 - size + 1);
  }
  return figures;
}

/** Mask of all ropes connected with one, itself included. */
function groupOf(near: readonly number[], rope: number): number {
  let group = 1 << rope;
  for (let before = 0; before !== group; ) {
    before = group;
    for (let member = 0; member < near.length; member++) {
      if ((group & (1 << member)) !== 0) group |= near[member] ?? 0;
    }
  }
  return group;
}

/** Ropes of the first largest group, as visited depth first with higher ids first. */
function dominantComponent(near: readonly number[]): number[] {
  let largest: number[] = [];
  const seen = new Set<number>();
  for (const [rope, mask] of near.entries()) {
    if (seen.has(rope) || mask === 0) continue;
    const members: number[] = [];
    const stack = [rope];
    seen.add(rope);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      members.push(at);
      for (let next = 0; next < near.length; next++) {
        if (((near[at] ?? 0) & (1 << next)) === 0 || seen.has(next)) continue;
        seen.add(next);
        stack.push(next);
      }
    }
    if (members.length > largest.length) largest = members;
  }
  return largest;
}

function pairsBelow(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < count; i++) for (let j = i + 1; j < count; j++) pairs.push([i, j]);
  return pairs;
}

function holesOf(layout: Layout, i: number, j: number): [Hole, Hole, Hole, Hole] {
  const [a, b] = layout[i] ?? [0, 0];
  const [c, d] = layout[j] ?? [0, 0];
  return [a, b, c, d];
}
