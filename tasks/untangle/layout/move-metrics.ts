/**
 * The figures of metrics.ts for layouts that differ from a base in one rope, in steps that become
 * more costly, so that most moves are turned down early. Makes no garbage: a board takes a million
 * calls.
 */
import type { Hole } from "../board.ts";
import { countRopes, type LayoutMetrics, measureGraph, NO_SEPARATION } from "./metrics.ts";
import { IS_CROSSING, IS_NEAR, type PegLines } from "./peg-lines.ts";
import type { Layout } from "./templates.ts";

export type MoveMetrics = {
  /** The layout from which moves are thought. @param rope the one that moves */
  setBase(layout: Layout, rope: number): void;
  /** Lays the rope between two holes: near pairs, crossing pairs and gap into `metrics`. */
  lay(start: Hole, end: Hole): void;
  /** Then: separation and spread of the crossing points. */
  measurePoints(): void;
  /** Then: the graph of near pairs, and the shortest line. */
  measureGraph(): void;
  /** Overwritten by each call. */
  readonly metrics: LayoutMetrics;
};

export function createMoveMetrics(lines: PegLines, ropeCount: number): MoveMetrics {
  const starts = new Uint8Array(ropeCount);
  const ends = new Uint8Array(ropeCount);
  /** Masks without the rope that moves, and with it. */
  const baseNear = new Uint8Array(ropeCount);
  const near = new Uint8Array(ropeCount);
  const points = new Float64Array(ropeCount * (ropeCount - 1));
  let moving = 0;
  let crossingMask = 0;
  let baseNearPairs = 0;
  let baseCrossingPairs = 0;
  let basePoints = 0;
  let baseSeparation = 0;
  let baseSpread = 0;
  let baseLength = 0;
  const metrics: LayoutMetrics = {
    nearPairs: 0,
    crossingPairs: 0,
    involved: 0,
    maxDegree: 0,
    componentCount: 0,
    largestComponent: 0,
    multiCrossRopes: 0,
    cycleRank: 0,
    gap: 0,
    separation: NO_SEPARATION,
    spread: 0,
    minLength: 0,
  };

  const relate = (i: number, j: number): number =>
    lines.relate(starts[i] ?? 0, ends[i] ?? 0, starts[j] ?? 0, ends[j] ?? 0);

  /** Adds where ropes i < j meet and widens separation and spread by its distances. */
  const addPoint = (i: number, j: number, count: number): number => {
    const at = 2 * count;
    if (!lines.meet(starts[i] ?? 0, ends[i] ?? 0, starts[j] ?? 0, ends[j] ?? 0, points, at)) {
      return count;
    }
    for (let other = 0; other < at; other += 2) {
      const dx = (points[other] ?? 0) - (points[at] ?? 0);
      const dz = (points[other + 1] ?? 0) - (points[at + 1] ?? 0);
      const distance = Math.sqrt(dx * dx + dz * dz);
      if (distance < metrics.separation) metrics.separation = distance;
      if (distance > metrics.spread) metrics.spread = distance;
    }
    return count + 1;
  };

  return {
    metrics,
    setBase(layout, rope) {
      moving = rope;
      baseNear.fill(0);
      baseNearPairs = 0;
      baseCrossingPairs = 0;
      basePoints = 0;
      baseLength = Number.POSITIVE_INFINITY;
      metrics.separation = Number.POSITIVE_INFINITY;
      metrics.spread = 0;
      for (const [i, [start, end]] of layout.entries()) {
        starts[i] = start;
        ends[i] = end;
        if (i !== rope) baseLength = Math.min(baseLength, lines.length(start, end));
      }
      for (let i = 0; i < ropeCount; i++) {
        for (let j = i + 1; j < ropeCount; j++) {
          if (i === rope || j === rope) continue;
          const relation = relate(i, j);
          if ((relation & IS_NEAR) !== 0) {
            baseNearPairs++;
            baseNear[i] = (baseNear[i] ?? 0) | (1 << j);
            baseNear[j] = (baseNear[j] ?? 0) | (1 << i);
          }
          if ((relation & IS_CROSSING) !== 0) {
            baseCrossingPairs++;
            basePoints = addPoint(i, j, basePoints);
          }
        }
      }
      baseSeparation = metrics.separation;
      baseSpread = metrics.spread;
    },
    lay(start, end) {
      starts[moving] = start;
      ends[moving] = end;
      let nearMask = 0;
      crossingMask = 0;
      for (let other = 0; other < ropeCount; other++) {
        if (other === moving) continue;
        const relation = other < moving ? relate(other, moving) : relate(moving, other);
        if ((relation & IS_NEAR) !== 0) nearMask |= 1 << other;
        if ((relation & IS_CROSSING) !== 0) crossingMask |= 1 << other;
      }
      const bit = 1 << moving;
      let maxDegree = countRopes(nearMask);
      for (let other = 0; other < ropeCount; other++) {
        const mask = (baseNear[other] ?? 0) | ((nearMask & (1 << other)) !== 0 ? bit : 0);
        near[other] = mask;
        if (countRopes(mask) > maxDegree) maxDegree = countRopes(mask);
      }
      near[moving] = nearMask;
      metrics.maxDegree = maxDegree;
      metrics.nearPairs = baseNearPairs + countRopes(nearMask);
      metrics.crossingPairs = baseCrossingPairs + countRopes(crossingMask);
      metrics.gap = Math.max(0, metrics.nearPairs - metrics.crossingPairs);
    },
    measurePoints() {
      metrics.separation = baseSeparation;
      metrics.spread = baseSpread;
      let count = basePoints;
      for (let other = 0; other < ropeCount; other++) {
        if ((crossingMask & (1 << other)) === 0) continue;
        count = addPoint(Math.min(other, moving), Math.max(other, moving), count);
      }
      if (count < 2) metrics.separation = NO_SEPARATION;
    },
    measureGraph() {
      measureGraph(near, metrics);
      const length = lines.length(starts[moving] ?? 0, ends[moving] ?? 0);
      metrics.minLength = Math.min(baseLength, length);
    },
  };
}
