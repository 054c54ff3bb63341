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

export type FoundEnd = {
  readonly at: Point;
  readonly isSeen: boolean;
  /** Its plug is seen, and not whole: where colours blur, another one of the rope may not be seen at all. */
  readonly isBlurred?: boolean;
};

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
const HIDDEN_SCORE = 0.6;
/**
 * A hole may hold a plug that is seen in part when its disc has at least this share of its colour, and
 * of what nothing covers at most this share is ground: blends with what covers it look like ground.
 */
const MIN_OWN = 0.22;
const MAX_GROUND_RATIO = 1 / 3;
/** The same of a plug that is known to have stood there. */
const LEAST_OWN = 0.05;
/** What such a one counts: hardly anything, for its rope may lie there, too. */
const GLIMPSED_SCORE = 0.1;
/** From this share on it is seen: compression takes the rim of a plug, and leaves the rope's own width. */
const MOST_OWN = 0.5;
/** What it counts to leave a sure plug over for a doubtful one, or for a place where none is seen. */
const LOOSE_PLUG = 0.7;
/** Pairs that cost this much more than the cheapest one are none. */
const MUCH_DEARER = 0.4;
/** Nearer than this to where it was, an end stands still. */
const STILL = 0.08;

/** A place where an end may be: a plug that is seen, or an earlier place that something hides. */
type Option = FoundEnd & { readonly cost: number; readonly plug: PlugCandidate | undefined };

/**
 * Ends by what they cost, best first: where the rope is not explained by the first ones, others may be
 * its ends.
 * @param before where the first and the second end were
 * @param farthest the sample of the rope's colour that is farthest along the rope from a place
 * @returns none when two ends cannot be told
 */
export function chooseEnds(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  plugs: readonly PlugCandidate[],
  before: readonly [EarlierEnd, EarlierEnd],
  farthest: (from: Point) => Point | undefined,
): readonly FoundEnds[] {
  const partlySeen = allHoles(raster.gridSize).flatMap((at) => {
    const { own, ground } = sharesAt(raster, labels, label, at);
    if (own < MIN_OWN || ground > MAX_GROUND_RATIO * (own + ground)) return [];
    // A rope that leaves to both sides passes over the hole.
    if (countExits(raster, labels, label, cellAt(raster, at)) > 1) return [];
    return [{ at, isSeen: own >= MOST_OWN, score: HIDDEN_SCORE }];
  });
  const optionsOf = (earlier: EarlierEnd): Option[] => {
    const seen = plugs.map((plug) => ({
      at: plug.at,
      isSeen: true,
      cost: costOf(plug, earlier),
      plug,
    }));
    const stays = stoodAt(raster.gridSize, earlier).flatMap((at) => {
      const { own, ground } = sharesAt(raster, labels, label, at);
      const isCovered = ground <= MAX_GROUND && (own >= LEAST_OWN || at === earlier.rest);
      const isGlimpsed = own >= LEAST_OWN && ground <= MAX_GROUND_RATIO;
      const score = isCovered ? HIDDEN_SCORE : GLIMPSED_SCORE;
      return isCovered || isGlimpsed ? [{ at, isSeen: own >= MOST_OWN, score }] : [];
    });
    const hidden = [...stays, ...partlySeen]
      .filter((place) => plugs.every(({ at }) => distanceBetween(at, place.at) >= SAME_PLACE))
      .map(({ at, isSeen, score }) => ({
        at,
        isSeen,
        cost: costOf({ at, score }, earlier),
        plug: undefined,
      }));
    return [...seen, ...hidden];
  };
  const sure = plugs.filter(({ score }) => score >= ROPE_READ_THRESHOLDS.minExtraPlugScore);
  const pairs = bestPairs(optionsOf(before[0]), optionsOf(before[1]), sure);
  if (pairs.length > 0) {
    return pairs.map((pair): FoundEnds => {
      const others = plugs.filter((plug) => pair.every((option) => option.plug !== plug));
      return { ends: [toEnd(pair[0]), toEnd(pair[1])], others };
    });
  }
  const [only] = plugs;
  if (only === undefined) return [];
  const isFirst = costOf(only, before[0]) <= costOf(only, before[1]);
  const earlier = (isFirst ? before[1] : before[0]).at;
  const isOver = distanceBetween(only.at, earlier) < SAME_PLACE;
  const stop = isOver ? earlier : farthest(only.at);
  if (stop === undefined) return [];
  const hole = isOver ? undefined : coveredHoleAt(raster, labels, label, stop, only.at);
  const other = hole ?? stop;
  const seen = { at: only.at, isSeen: true, isBlurred: isBlurred(only) };
  const unseen = { at: other, isSeen: false };
  return [{ ends: isFirst ? [seen, unseen] : [unseen, seen], others: [] }];
}

function toEnd({ at, isSeen, plug }: Option): FoundEnd {
  return { at, isSeen, isBlurred: plug !== undefined && isBlurred(plug) };
}

function isBlurred({ score }: PlugCandidate): boolean {
  return score < ROPE_READ_THRESHOLDS.minExtraPlugScore;
}

/** Where an end may still stand: where it rested, or the hole in which it has just come down. */
function stoodAt(gridSize: number, { at, rest }: EarlierEnd): readonly Point[] {
  const hasCome = distanceBetween(at, rest) >= STILL && holeOf(gridSize, at).offset < STILL;
  return hasCome ? [rest, at] : [rest];
}

/** Pairs of options that are not the same place, the cheapest first. */
function bestPairs(
  firsts: readonly Option[],
  seconds: readonly Option[],
  sure: readonly PlugCandidate[],
): readonly (readonly [Option, Option])[] {
  const pairs: { readonly pair: readonly [Option, Option]; readonly cost: number }[] = [];
  for (const first of firsts) {
    for (const second of seconds) {
      if (distanceBetween(first.at, second.at) === 0) continue;
      const doubtful = [first, second].filter(({ plug, isSeen }) =>
        plug === undefined ? !isSeen : !sure.includes(plug),
      ).length;
      const loose = sure.filter((plug) => plug !== first.plug && plug !== second.plug).length;
      const cost = first.cost + second.cost + LOOSE_PLUG * Math.min(doubtful, loose);
      pairs.push({ pair: [first, second], cost });
    }
  }
  pairs.sort((a, b) => a.cost - b.cost);
  const most = (pairs[0]?.cost ?? 0) + MUCH_DEARER;
  return pairs.filter(({ cost }) => cost < most).map(({ pair }) => pair);
}

/** Shares of a rope's colour and of ground in the disc of a plug that may stand at a place. */
function sharesAt(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  place: Point,
): { readonly own: number; readonly ground: number } {
  let ground = 0;
  let own = 0;
  visitAround(raster, cellAt(raster, place), PLUG_CORE, (index) => {
    if (labels[index] === GROUND) ground++;
    else if (labels[index] === label) own++;
  });
  return { own: own / PLUG_CORE.length, ground: ground / PLUG_CORE.length };
}

/** The hole at which a rope stops, when something lies over it. @param taken where its other end is */
function coveredHoleAt(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  stop: Point,
  taken: Point,
): Point | undefined {
  return allHoles(raster.gridSize).find(
    (place) =>
      distanceBetween(place, stop) < SAME_PLACE &&
      distanceBetween(place, taken) >= SAME_PLACE &&
      sharesAt(raster, labels, label, place).ground <= MAX_GROUND_RATIO,
  );
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
