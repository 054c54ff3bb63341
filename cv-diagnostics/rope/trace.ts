/**
 * Traces one rope from end to end: the cheapest way over the samples, where the rope's own colour
 * costs little, another rope that may lie over it more, and bare ground most. Dijkstra's algorithm
 * with buckets (Dial, CACM 12, 1969). Owns the way from sample to sample, not its smoothing.
 */
import { GROUND } from "./colours.ts";
import type { Raster } from "./raster.ts";

/** Cost of a sample by what it shows. Own colour costs less in the middle of the rope than at its rim. */
const OWN_COST = 3;
const RIM_COST = 9;
const COVERED_COST = 14;
/** The same where the rope was seen to lie before. */
const EXPECTED_COST = 7;
const GROUND_COST = 60;
/** Lengths of steps to the side and across corners: 5 and 7 are 1 to 1.4. */
const STRAIGHT = 5;
const DIAGONAL = 7;
/** More buckets than the dearest step. */
const BUCKETS = 1024;
const UNREACHED = 0x7fffffff;

export type Tracer = {
  /**
   * Samples from one to another one, both included.
   * @param dearer samples that cost this much more, such as those of an earlier way
   */
  trace(from: number, to: number, dearer?: Uint8Array): readonly number[] | undefined;
  /** The one of these samples whose cheapest way from a sample costs most, ground left out. */
  farthest(from: number, among: readonly number[]): number | undefined;
};

/** @param expected samples where the rope lay before are not 0 */
export function createTracer(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  expected?: Uint8Array,
): Tracer {
  const { cols, rows, size } = raster;
  const cost = createCosts(labels, label, cols, expected);
  const reached = new Int32Array(size);
  const origin = new Int32Array(size);
  const steps = [
    [-1, STRAIGHT],
    [1, STRAIGHT],
    [-cols, STRAIGHT],
    [cols, STRAIGHT],
    [-cols - 1, DIAGONAL],
    [-cols + 1, DIAGONAL],
    [cols - 1, DIAGONAL],
    [cols + 1, DIAGONAL],
  ] as const;
  const isRim = (index: number): boolean => {
    const col = index % cols;
    return index < cols || index >= (rows - 1) * cols || col === 0 || col === cols - 1;
  };

  /** Spreads from a sample until another one is reached, or everything is. */
  const spread = (from: number, to: number, dearer: Uint8Array | undefined, dearest: number) => {
    reached.fill(UNREACHED);
    const buckets: number[][] = Array.from({ length: BUCKETS }, () => []);
    reached[from] = 0;
    origin[from] = from;
    buckets[0]?.push(from);
    let waiting = 1;
    for (let distance = 0; waiting > 0; distance++) {
      const bucket = buckets[distance % BUCKETS] as number[];
      for (let k = 0; k < bucket.length; k++) {
        waiting--;
        const index = bucket[k] as number;
        if (reached[index] !== distance) continue;
        if (index === to) return true;
        if (isRim(index)) continue;
        const here = cost(index) + (dearer?.[index] ?? 0);
        for (const [step, length] of steps) {
          const there = index + step;
          const next = cost(there);
          if (next > dearest) continue;
          const price = length * (here + next + (dearer?.[there] ?? 0));
          const total = distance + (price >> 2);
          if (total >= (reached[there] as number)) continue;
          reached[there] = total;
          origin[there] = index;
          (buckets[total % BUCKETS] as number[]).push(there);
          waiting++;
        }
      }
      bucket.length = 0;
    }
    return false;
  };
  return {
    trace: (from, to, dearer) =>
      spread(from, to, dearer, GROUND_COST) ? wayTo(origin, from, to) : undefined,
    farthest: (from, among) => {
      spread(from, -1, undefined, COVERED_COST);
      let best: number | undefined;
      for (const index of among) {
        const distance = reached[index] as number;
        if (distance === UNREACHED) continue;
        if (best === undefined || distance > (reached[best] as number)) best = index;
      }
      return best;
    },
  };
}

/** Cost of samples by what they show, worked out when first asked for; never 0. */
function createCosts(
  labels: Uint8Array,
  label: number,
  cols: number,
  expected: Uint8Array | undefined,
): (index: number) => number {
  const known = new Uint8Array(labels.length);
  return (index) => {
    const before = known[index] as number;
    if (before !== 0) return before;
    const shown = labels[index] as number;
    const cost =
      shown === label
        ? ownCost(labels, label, index, cols)
        : shown === GROUND
          ? GROUND_COST
          : expected?.[index]
            ? EXPECTED_COST
            : COVERED_COST;
    known[index] = cost;
    return cost;
  };
}

/** Less in the middle: by how many of the eight neighbours have the colour too. */
function ownCost(labels: Uint8Array, label: number, index: number, cols: number): number {
  let own = 0;
  for (const step of [-2, 2, -2 * cols, 2 * cols, -cols - 1, -cols + 1, cols - 1, cols + 1]) {
    if (labels[index + step] === label) own++;
  }
  return OWN_COST + Math.round(((8 - own) * (RIM_COST - OWN_COST)) / 8);
}

function wayTo(origin: Int32Array, from: number, to: number): number[] {
  const way = [to];
  for (let at = to; at !== from; ) {
    at = origin[at] as number;
    way.push(at);
  }
  return way.reverse();
}
