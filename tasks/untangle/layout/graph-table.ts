/**
 * Figures of graphs of few ropes, each graph worked out once: boards are made by looking at a million
 * moves, and all of them lead to the same few thousand graphs.
 */
import { type GraphMetrics, measureGraph } from "./metrics.ts";

/** A graph of ropes as one number: a bit for each pair. */
export type GraphKey = number;

export type GraphTable = {
  /** Bits of one rope's pairs. @param mask the ropes that it is near */
  keyOf(rope: number, mask: number): GraphKey;
  /** Figures of a graph: the union of the bits of its ropes. Must not be changed. */
  measure(key: GraphKey): GraphMetrics;
};

export function createGraphTable(ropeCount: number): GraphTable {
  const pairs = Array.from({ length: ropeCount }, (_, i) =>
    Array.from({ length: ropeCount }, (_, j) => 1 << pairIndex(Math.min(i, j), Math.max(i, j))),
  );
  const keys = pairs.map((bits, rope) =>
    Int32Array.from({ length: 1 << ropeCount }, (_, mask) =>
      bits.reduce((key, bit, j) => (j !== rope && (mask & (1 << j)) !== 0 ? key | bit : key), 0),
    ),
  );
  const known: (GraphMetrics | undefined)[] = [];
  return {
    keyOf: (rope, mask) => keys[rope]?.[mask] ?? 0,
    measure(key) {
      const kept = known[key];
      if (kept !== undefined) return kept;
      const masks = pairs.map((bits, rope) =>
        bits.reduce(
          (mask, bit, j) => (j !== rope && (key & bit) !== 0 ? mask | (1 << j) : mask),
          0,
        ),
      );
      const metrics = measureGraph(masks);
      known[key] = metrics;
      return metrics;
    },
  };
}

/** Place of the pair i < j: 01, 02, 12, 03, ... */
function pairIndex(i: number, j: number): number {
  return (j * (j - 1)) / 2 + i;
}
