/**
 * The figures of metrics.ts for layouts that differ from a base in one rope's end. All holes are
 * looked at together, and each in steps that become more costly, so that most are turned down early.
 * Makes no garbage: a board takes a million moves.
 *
 * Indices into typed arrays are in range by construction; reads say `as number` because the compiler
 * cannot know.
 */
import type { Hole } from "../board.ts";
import { createGraphTable, type GraphKey } from "./graph-table.ts";
import { countRopes, type GraphMetrics, type LayoutMetrics, NO_SEPARATION } from "./metrics.ts";
import { IS_CROSSING, IS_NEAR, type PegLines } from "./peg-lines.ts";
import type { Layout } from "./templates.ts";

/** Figures of a layout, the graph's apart; as far as they have been worked out. */
export type MovedMetrics = Omit<LayoutMetrics, keyof GraphMetrics> & { graph: GraphMetrics };

export type MoveMetrics = {
  /** Lifts an end of a layout. A layout that is given again must not have been changed. */
  lift(layout: Layout, rope: number, end: 0 | 1): void;
  /** Lays it into a hole, its own included: pairs, gap and graph into `metrics`. */
  lay(hole: Hole): void;
  /** Then: separation and spread of the crossing points. */
  measurePoints(): void;
  /** Then: the shortest line. */
  measureLength(): void;
  /** Overwritten by each call. */
  readonly metrics: MovedMetrics;
};

export function createMoveMetrics(lines: PegLines, ropeCount: number): MoveMetrics {
  const graphs = createGraphTable(ropeCount);
  const starts = new Uint8Array(ropeCount);
  const ends = new Uint8Array(ropeCount);
  const points = new Float64Array(ropeCount * (ropeCount - 1));
  /** For each hole what holds for one other rope; then masks of ropes near it, and of those crossed. */
  const relations = new Uint8Array(lines.holeCount);
  const nearMasks = new Uint8Array(lines.holeCount);
  const crossingMasks = new Uint8Array(lines.holeCount);
  let liftedFrom: Layout | undefined;
  let lifted = 0;
  let liftedEnd: 0 | 1 = 0;
  let crossingMask = 0;
  /** Figures without the lifted rope. */
  let baseKey: GraphKey = 0;
  let baseNearPairs = 0;
  let baseCrossingPairs = 0;
  let basePoints = 0;
  let baseSeparation = 0;
  let baseSpread = 0;
  let baseLength = 0;
  const metrics: MovedMetrics = {
    nearPairs: 0,
    crossingPairs: 0,
    gap: 0,
    graph: graphs.measure(0),
    separation: NO_SEPARATION,
    spread: 0,
    minLength: 0,
  };

  /** Adds where ropes i < j meet and widens separation and spread by its distances. */
  const addPoint = (i: number, j: number, count: number): number => {
    const at = 2 * count;
    const a = starts[i] as number;
    const b = ends[i] as number;
    if (!lines.meet(a, b, starts[j] as number, ends[j] as number, points, at)) return count;
    for (let other = 0; other < at; other += 2) {
      const dx = (points[other] as number) - (points[at] as number);
      const dz = (points[other + 1] as number) - (points[at + 1] as number);
      const distance = Math.sqrt(dx * dx + dz * dz);
      if (distance < metrics.separation) metrics.separation = distance;
      if (distance > metrics.spread) metrics.spread = distance;
    }
    return count + 1;
  };

  const measureOthers = (): void => {
    baseKey = 0;
    baseNearPairs = 0;
    baseCrossingPairs = 0;
    basePoints = 0;
    baseLength = Number.POSITIVE_INFINITY;
    metrics.separation = Number.POSITIVE_INFINITY;
    metrics.spread = 0;
    for (let i = 0; i < ropeCount; i++) {
      if (i === lifted) continue;
      const a = starts[i] as number;
      const b = ends[i] as number;
      baseLength = Math.min(baseLength, lines.length(a, b));
      for (let j = i + 1; j < ropeCount; j++) {
        if (j === lifted) continue;
        const relation = lines.relate(a, b, starts[j] as number, ends[j] as number);
        if ((relation & IS_NEAR) !== 0) {
          baseNearPairs++;
          baseKey |= graphs.keyOf(i, 1 << j);
        }
        if ((relation & IS_CROSSING) !== 0) {
          baseCrossingPairs++;
          basePoints = addPoint(i, j, basePoints);
        }
      }
    }
    baseSeparation = metrics.separation;
    baseSpread = metrics.spread;
  };

  const relateToAll = (fixed: Hole): void => {
    nearMasks.fill(0);
    crossingMasks.fill(0);
    const fan = { fixed, end: liftedEnd };
    for (let other = 0; other < ropeCount; other++) {
      if (other === lifted) continue;
      const [a, b] = [starts[other] as number, ends[other] as number];
      lines.relateAll(fan, lifted < other, a, b, relations);
      for (let hole = 0; hole < relations.length; hole++) {
        const relation = relations[hole] as number;
        if ((relation & IS_NEAR) !== 0)
          nearMasks[hole] = (nearMasks[hole] as number) | (1 << other);
        if ((relation & IS_CROSSING) !== 0) {
          crossingMasks[hole] = (crossingMasks[hole] as number) | (1 << other);
        }
      }
    }
  };

  return {
    metrics,
    lift(layout, rope, end) {
      // The other ropes lie as they did when the rope's other end was lifted.
      const areOthersKnown = layout === liftedFrom && rope === lifted;
      liftedFrom = layout;
      lifted = rope;
      liftedEnd = end;
      for (const [i, [start, stop]] of layout.entries()) {
        starts[i] = start;
        ends[i] = stop;
      }
      if (!areOthersKnown) measureOthers();
      relateToAll((end === 0 ? ends[rope] : starts[rope]) as number);
    },
    lay(hole) {
      if (liftedEnd === 0) starts[lifted] = hole;
      else ends[lifted] = hole;
      const nearMask = nearMasks[hole] as number;
      crossingMask = crossingMasks[hole] as number;
      metrics.nearPairs = baseNearPairs + countRopes(nearMask);
      metrics.crossingPairs = baseCrossingPairs + countRopes(crossingMask);
      metrics.gap = Math.max(0, metrics.nearPairs - metrics.crossingPairs);
      metrics.graph = graphs.measure(baseKey | graphs.keyOf(lifted, nearMask));
    },
    measurePoints() {
      metrics.separation = baseSeparation;
      metrics.spread = baseSpread;
      let count = basePoints;
      for (let other = 0; other < ropeCount; other++) {
        if ((crossingMask & (1 << other)) === 0) continue;
        count = addPoint(Math.min(other, lifted), Math.max(other, lifted), count);
      }
      if (count < 2) metrics.separation = NO_SEPARATION;
    },
    measureLength() {
      const length = lines.length(starts[lifted] as number, ends[lifted] as number);
      metrics.minLength = Math.min(baseLength, length);
    },
  };
}
