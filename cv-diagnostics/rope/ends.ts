/**
 * Which two places are the ends of a rope: its plugs, told apart by where the ends stood before. An
 * end whose plug something covers stays where it was, or is in a hole at which its rope stops; an end
 * without a plug is where the rope's colour stops.
 */
import type { Point } from "../../core/geometry/homography.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { GROUND } from "./colours.ts";
import { countExits, type PlugCandidate } from "./plugs.ts";
import { distanceBetween } from "./points.ts";
import { cellAt, holePoint, offsetsWithin, type Raster, visitAround } from "./raster.ts";

/** Where an end was seen last, and where it last stood still. */
export type EarlierEnd = { readonly at: Point; readonly rest: Point };

export type FoundEnd = { readonly at: Point; readonly isSeen: boolean };

export type FoundEnds = {
  readonly ends: readonly [FoundEnd, FoundEnd];
  /** Candidates that are neither end. */
  readonly others: readonly PlugCandidate[];
};

/** Half of the most that a way counts: near ways matter much more than far ones, so that of two ends in
 * line the one that stood still is taken to stand still. */
const HALF_WAY = 0.4;
/** What a candidate's missing score counts. */
const SCORE_WEIGHT = 1;
/** What it counts to be away from where the end last stood: enough when two ends meet and part. */
const REST_WEIGHT = 0.2;
/** Nearer than this to a plug that is seen there is no other one: a carried one hides what is under it. */
const SAME_PLACE = 0.35;
/** A hidden plug's disc shows at most this share of ground, and counts as one of this score. */
const PLUG_CORE = offsetsWithin(0, 0.148);
const MAX_GROUND = 0.12;
/** The same at a hole where a rope stops. */
const MAX_GROUND_AT_HOLE = 0.2;
const HIDDEN_SCORE = 0.6;
/** A hole may hold a plug that is seen in part when its disc has at least this share of its colour. */
const MIN_OWN = 0.35;
/** What it counts to leave a sure plug over for a place where none is seen. */
const LOOSE_PLUG = 0.7;
/** Nearer than this to where it was, an end stands still. */
const STILL = 0.08;

/** A place where an end may be: a plug that is seen, or an earlier place that something hides. */
type Option = FoundEnd & { readonly cost: number; readonly plug: PlugCandidate | undefined };

/**
 * @param before where the first and the second end were
 * @param farthest the sample of the rope's colour that is farthest along the rope from a place
 * @returns undefined when two ends cannot be told
 */
export function chooseEnds(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  plugs: readonly PlugCandidate[],
  before: readonly [EarlierEnd, EarlierEnd],
  farthest: (from: Point) => Point | undefined,
): FoundEnds | undefined {
  const partlySeen = allHoles(raster.gridSize).filter((place) => {
    const share = ownShare(raster, labels, label, place, MAX_GROUND_AT_HOLE);
    if (share === undefined || share < MIN_OWN) return false;
    // A rope that leaves to both sides passes over the hole.
    return countExits(raster, labels, label, cellAt(raster, place)) <= 1;
  });
  const optionsOf = (earlier: EarlierEnd): Option[] => {
    const seen = plugs.map((plug) => ({
      at: plug.at,
      isSeen: true,
      cost: costOf(plug, earlier),
      plug,
    }));
    const { rest } = earlier;
    const isHidden = ownShare(raster, labels, label, rest, MAX_GROUND) !== undefined;
    const hidden = [...(isHidden ? [rest] : []), ...partlySeen]
      .filter((place) => plugs.every(({ at }) => distanceBetween(at, place) >= SAME_PLACE))
      .map((at) => ({
        at,
        isSeen: false,
        cost: costOf({ at, score: HIDDEN_SCORE }, earlier),
        plug: undefined,
      }));
    return [...seen, ...hidden];
  };
  const sure = plugs.filter(({ score }) => score >= ROPE_READ_THRESHOLDS.minExtraPlugScore);
  const pair = bestPair(optionsOf(before[0]), optionsOf(before[1]), sure);
  if (pair !== undefined) {
    const others = plugs.filter((plug) => pair.every((option) => option.plug !== plug));
    return { ends: [toEnd(pair[0]), toEnd(pair[1])], others };
  }
  const [only] = plugs;
  if (only === undefined) return undefined;
  const isFirst = costOf(only, before[0]) <= costOf(only, before[1]);
  const earlier = (isFirst ? before[1] : before[0]).at;
  const other = distanceBetween(only.at, earlier) < SAME_PLACE ? earlier : farthest(only.at);
  if (other === undefined) return undefined;
  const seen = { at: only.at, isSeen: true };
  const unseen = { at: other, isSeen: false };
  return { ends: isFirst ? [seen, unseen] : [unseen, seen], others: [] };
}

function toEnd({ at, isSeen }: Option): FoundEnd {
  return { at, isSeen };
}

/** Two options that are not the same place and cost least together. */
function bestPair(
  firsts: readonly Option[],
  seconds: readonly Option[],
  sure: readonly PlugCandidate[],
): readonly [Option, Option] | undefined {
  let best: readonly [Option, Option] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const first of firsts) {
    for (const second of seconds) {
      if (distanceBetween(first.at, second.at) === 0) continue;
      const hidden = [first, second].filter(({ isSeen }) => !isSeen).length;
      const loose = sure.filter((plug) => plug !== first.plug && plug !== second.plug).length;
      const cost = first.cost + second.cost + LOOSE_PLUG * Math.min(hidden, loose);
      if (cost >= least) continue;
      least = cost;
      best = [first, second];
    }
  }
  return best;
}

/**
 * Share of a rope's colour in the disc of a plug that may stand at a place and be hidden in part;
 * undefined when too much ground is seen there.
 */
function ownShare(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  place: Point,
  maxGround: number,
): number | undefined {
  let ground = 0;
  let own = 0;
  visitAround(raster, cellAt(raster, place), PLUG_CORE, (index) => {
    if (labels[index] === GROUND) ground++;
    else if (labels[index] === label) own++;
  });
  return ground <= maxGround * PLUG_CORE.length ? own / PLUG_CORE.length : undefined;
}

function allHoles(gridSize: number): Point[] {
  return Array.from({ length: gridSize * gridSize }, (_, hole) => holePoint(gridSize, hole));
}

function costOf({ at, score }: PlugCandidate, before: EarlierEnd): number {
  const way = distanceBetween(at, before.at);
  return (
    way / (way + HALF_WAY) +
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
  const offset = distanceBetween([x, y], [row, col]);
  return { hole: offset <= ROPE_READ_THRESHOLDS.holeReach ? row * gridSize + col : null, offset };
}
