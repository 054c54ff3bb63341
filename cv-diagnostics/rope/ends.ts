/**
 * Which two places are the ends of a rope: its plugs, told apart by where the ends stood before. An
 * end whose plug something covers stays where it was; an end without a plug is where the rope's
 * colour stops.
 */
import type { Point } from "../../core/geometry/homography.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { GROUND } from "./colours.ts";
import { distanceBetween, type PlugCandidate } from "./plugs.ts";
import { cellAt, type Raster } from "./raster.ts";

/** Where an end was seen last, and where it last stood still. */
export type EarlierEnd = { readonly at: Point; readonly rest: Point };

export type FoundEnd = { readonly at: Point; readonly isSeen: boolean };

export type FoundEnds = {
  readonly ends: readonly [FoundEnd, FoundEnd];
  /** Candidates that are neither end. */
  readonly others: readonly PlugCandidate[];
};

/** Distance beyond which how far an end has gone no longer matters. */
const FAR = 3;
/** What a candidate's missing score counts, in hole spacings. */
const SCORE_WEIGHT = 1.5;
/** What it counts to be away from where the end last stood: enough when two ends meet and part. */
const REST_WEIGHT = 0.3;
/** An end carried over its rope's other one hides it. */
const SAME_PLACE = 0.35;
/** Nearer than this to where it was, an end stands still. */
const STILL = 0.08;

/**
 * @param before where the first and the second end were
 * @param farthest the sample of the rope's colour that is farthest along the rope from a place
 * @returns undefined when two ends cannot be told
 */
export function chooseEnds(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  candidates: readonly PlugCandidate[],
  before: readonly [EarlierEnd, EarlierEnd],
  farthest: (from: Point) => Point | undefined,
): FoundEnds | undefined {
  const pair = bestPair(candidates, before);
  if (pair !== undefined) {
    const [first, second] = pair;
    return {
      ends: [
        { at: first.at, isSeen: true },
        { at: second.at, isSeen: true },
      ],
      others: candidates.filter((candidate) => candidate !== first && candidate !== second),
    };
  }
  const [only] = candidates;
  const isCovered = (place: Point): boolean => {
    const shown = labels[cellAt(raster, place)];
    return shown !== GROUND && shown !== label;
  };
  if (only === undefined) {
    if (!before.every(({ at }) => isCovered(at))) return undefined;
    return {
      ends: [
        { at: before[0].at, isSeen: false },
        { at: before[1].at, isSeen: false },
      ],
      others: [],
    };
  }
  const isFirst = costOf(only, before[0]) <= costOf(only, before[1]);
  const hidden = (isFirst ? before[1] : before[0]).at;
  const isThere = isCovered(hidden) || distanceBetween(only.at, hidden) < SAME_PLACE;
  const other = isThere ? hidden : farthest(only.at);
  if (other === undefined) return undefined;
  const seen = { at: only.at, isSeen: true };
  const unseen = { at: other, isSeen: false };
  return { ends: isFirst ? [seen, unseen] : [unseen, seen], others: [] };
}

/** Two different candidates that fit the ends' earlier places best. */
function bestPair(
  candidates: readonly PlugCandidate[],
  before: readonly [EarlierEnd, EarlierEnd],
): readonly [PlugCandidate, PlugCandidate] | undefined {
  let best: readonly [PlugCandidate, PlugCandidate] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const first of candidates) {
    for (const second of candidates) {
      if (first === second) continue;
      const cost = costOf(first, before[0]) + costOf(second, before[1]);
      if (cost >= least) continue;
      least = cost;
      best = [first, second];
    }
  }
  return best;
}

function costOf({ at, score }: PlugCandidate, before: EarlierEnd): number {
  return (
    Math.min(FAR, distanceBetween(at, before.at)) +
    REST_WEIGHT * Math.min(1, distanceBetween(at, before.rest)) +
    SCORE_WEIGHT * (1 - score)
  );
}

/** What is remembered of an end after it was seen again. */
export function remember(before: EarlierEnd, at: Point): EarlierEnd {
  return { at, rest: distanceBetween(before.at, at) < STILL ? at : before.rest };
}

/** The hole on which a place lies, and its distance from the nearest hole's centre. */
export function holeOf(
  gridSize: number,
  [x, y]: Point,
): { readonly hole: number | null; readonly offset: number } {
  const row = Math.min(gridSize - 1, Math.max(0, Math.round(x)));
  const col = Math.min(gridSize - 1, Math.max(0, Math.round(y)));
  const offset = Math.hypot(x - row, y - col);
  return { hole: offset <= ROPE_READ_THRESHOLDS.holeReach ? row * gridSize + col : null, offset };
}
