/**
 * Reads one lattice edge from the coverage of its stretches. Red is the channel that tells: the
 * stroke is light and neutral, slab and lattice lines are dark, the cursor's rings are blue.
 */
import { STROKE_READ_THRESHOLDS } from "../../thresholds.ts";
import { EDGE_BINS } from "./sample-points.ts";
import type { EdgeReading } from "./state.ts";

/** Stretches hidden at each end: joints and rings at both, a peg where one stands. */
export type HiddenBins = { readonly atFirst: number; readonly atSecond: number };

/**
 * @param coverage share of stroke per stretch, 0 = slab, 1 = stroke; NaN = outside the picture
 * @param hidden stretches at the ends that are not looked at
 */
export function readEdge(coverage: Float32Array, hidden: HiddenBins): EdgeReading {
  const from = hidden.atFirst;
  const to = EDGE_BINS - hidden.atSecond;
  const { drawnShare, doubtMargin } = STROKE_READ_THRESHOLDS;
  let doubtful = 0;
  let unseen = 0;
  let drawn = 0;
  let least = 1;
  const runs: { first: number; last: number }[] = [];
  for (let bin = from; bin < to; bin++) {
    const value = coverage[bin] ?? Number.NaN;
    if (Number.isNaN(value)) {
      unseen++;
      continue;
    }
    const margin = Math.abs(value - drawnShare);
    if (margin < doubtMargin) doubtful++;
    least = Math.min(least, Math.min(1, margin / drawnShare));
    if (value < drawnShare) continue;
    drawn++;
    const open = runs.at(-1);
    if (open && open.last === bin - 1) open.last = bin;
    else runs.push({ first: bin, last: bin });
  }
  const seen = to - from - unseen;
  if (unseen > 0 || seen <= 0 || doubtful > STROKE_READ_THRESHOLDS.maxDoubtfulBins) {
    return { cover: "unread", share: seen > 0 ? drawn / seen : 0, confidence: 0 };
  }
  if (drawn < STROKE_READ_THRESHOLDS.minDrawnBins) {
    return { cover: "none", share: 0, confidence: least };
  }
  return { cover: coverOf(runs, from, to), share: drawn / seen, confidence: least };
}

function coverOf(
  runs: readonly { readonly first: number; readonly last: number }[],
  from: number,
  to: number,
): EdgeReading["cover"] {
  const first = runs[0];
  const last = runs.at(-1);
  if (!first || !last) return "none";
  const touchesFirst = first.first === from;
  const touchesSecond = last.last === to - 1;
  if (runs.length === 1 && touchesFirst && touchesSecond) return "full";
  if (touchesFirst && touchesSecond) return "gap";
  if (runs.length > 1) return "island";
  if (touchesFirst) return "from-first";
  return touchesSecond ? "from-second" : "island";
}
