/**
 * The line of one rope between its two ends: the cheapest way first, then ways through what of the
 * rope's colour that one leaves out. Owns which way is taken, and what none explains.
 */
import type { Point } from "../../core/geometry/homography.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { type Centreline, followCentre, POINT_SPACING } from "./centreline.ts";
import type { FoundEnds } from "./ends.ts";
import { type KeptCentre, keepCentre } from "./kept-centre.ts";
import { distanceBetween, lengthOf } from "./points.ts";
import { cellAt, offsetsWithin, placeOf, type Raster, visitAround } from "./raster.ts";
import { type Region, takeRegions } from "./regions.ts";
import type { Tracer } from "./trace.ts";

/** Added to the cost of samples that a first way has used, so that the second one leaves them soon. */
const USED_COST = 25;
const EXPLAINED = offsetsWithin(0, ROPE_READ_THRESHOLDS.explainedReach);
/** Around an end the plug is explained too. */
const PLUG = offsetsWithin(0, 0.24);
/** Samples inside the rope's colour lie within this of its line, but for a few. */
const ON_LINE = offsetsWithin(0, 0.13);
const LEAST_MISSED = 4;
/** Ways through what was missed that are tried. */
const MAX_DETOURS = 3;
/** Points on ground that a way through a narrow bend may have. */
const MAX_BARE = 1;
/** What of a way is used up: the rope's middle. */
const USED = offsetsWithin(0, 0.08);
const PLUG_BODY = offsetsWithin(0, 0.15);
/** The last samples of a way that are left free: the next way begins there. */
const FREE_AT_STOP = 3;
/** A line runs beside itself where points this far apart along it are this near to each other. */
const APART = 0.5;
const BESIDE = 0.12;
/** More such points than these are no crossing of the rope with itself. */
const MAX_BESIDE = 3;

/** Nearer than this to where it was, an end stands still. */
const STILL = 0.08;

/** Lines that differ in length by less go the same way. */
const SAME_WAY = 0.15;

export type TracedLine = Centreline & {
  /** Regions of the rope's colour that the line does not explain. */
  readonly leftOver: readonly Region[];
};

/**
 * The line between the ends. Where the cheapest way leaves out samples of the rope's colour, as it
 * does with a bend that another rope hides in part, a way through these is tried. A line that was read
 * before stays where the rope does, with what is hidden of it.
 * @param before the line as it was read last; none when there is none
 */
export function traceLine(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  cells: readonly number[],
  tracer: Tracer,
  { ends }: FoundEnds,
  before: readonly Point[] = [],
): TracedLine | undefined {
  const places = [ends[0].at, ends[1].at] as const;
  const kept = keptLine(raster, labels, label, cells, places, before);
  // Where nothing moved nothing is read anew, so that noise does not add up.
  if (kept?.missed === 0 && !kept.line.hasMoved)
    return { ...kept.line, leftOver: leftOverOf(raster, cells, kept.line.points) };
  const [from, to] = places.map((place) => cellAt(raster, place)) as [number, number];
  const follow = (way: readonly number[], pins: readonly number[]): Centreline => {
    const kept = pins.map((index) => placeOf(raster, index));
    return followCentre(raster, labels, label, way, places, kept);
  };
  const direct = tracer.trace(from, to);
  if (direct === undefined) return undefined;
  let line = follow(direct, []);
  let missed = farthestMissed(raster, labels, label, cells, line.points);
  const mostBare = bareOf(line) + MAX_BARE;
  let stops: readonly number[] = [from, to];
  let last = missed;
  let pins = 0;
  for (let tried = 0; tried < MAX_DETOURS && missed !== undefined && last !== undefined; tried++) {
    const detour = bestDetour(raster, tracer, stops, last.index);
    if (detour === undefined) break;
    const next = follow(detour.way, detour.stops.slice(1, -1));
    last = farthestMissed(raster, labels, label, cells, next.points);
    stops = detour.stops;
    if (last !== undefined && last.count >= missed.count) continue;
    // A second rope of the colour, or a piece cut off, is not reached but over bare ground.
    if (bareOf(next) > mostBare || turnsBack(next.points)) continue;
    line = next;
    missed = last;
    pins++;
  }
  if (pins > 0) {
    // What was missed lies at the rim of the rope, and pulls the line out of its middle.
    const centred = keepCentre(raster, labels, label, line.points, places);
    const left = farthestMissed(raster, labels, label, cells, centred.points);
    if ((left?.count ?? 0) <= (missed?.count ?? 0) && bareOf(centred) <= bareOf(line)) {
      line = centred;
      missed = left;
    }
  }
  if (kept !== undefined && isBetter(kept, line, missed?.count ?? 0)) line = kept.line;
  return { ...line, leftOver: leftOverOf(raster, cells, line.points) };
}

type Kept = {
  readonly line: KeptCentre;
  /** Samples inside the rope's colour that it does not explain. */
  readonly missed: number;
};

/** A line that was read before, where its ends still stand and nothing speaks against it. */
function keptLine(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  cells: readonly number[],
  places: readonly [Point, Point],
  before: readonly Point[],
): Kept | undefined {
  const [first, last] = [before[0], before.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (distanceBetween(first, places[0]) > STILL || distanceBetween(last, places[1]) > STILL) {
    return undefined;
  }
  const line = keepCentre(raster, labels, label, before, places);
  if (bareOf(line) > 0 || turnsBack(line.points)) return undefined;
  const missed = farthestMissed(raster, labels, label, cells, line.points);
  return { line, missed: missed?.count ?? 0 };
}

/**
 * Whether a line that was kept explains more than a new one, or as much by another way: what is hidden
 * is not lost from one frame to the next.
 */
function isBetter(kept: Kept, { points }: Centreline, missed: number): boolean {
  if (kept.missed !== missed) return kept.missed < missed;
  return Math.abs(lengthOf(kept.line.points) - lengthOf(points)) > SAME_WAY;
}

function bareOf({ covers }: Centreline): number {
  return covers.filter((cover) => cover === "ground").length;
}

/** The sample inside the rope's colour that lies farthest from its line, and how many lie too far. */
function farthestMissed(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  cells: readonly number[],
  points: readonly Point[],
): { readonly index: number; readonly count: number } | undefined {
  const near = new Uint8Array(raster.size);
  const mark = (index: number): void => {
    near[index] = 1;
  };
  for (const [k, point] of points.entries()) {
    const isEnd = k === 0 || k === points.length - 1;
    visitAround(raster, cellAt(raster, point), isEnd ? PLUG : ON_LINE, mark);
  }
  let index: number | undefined;
  let most = 0;
  let count = 0;
  for (const cell of cells) {
    if (near[cell] !== 0 || !isInside(labels, label, cell, raster.cols)) continue;
    count++;
    const place = placeOf(raster, cell);
    const distance = Math.min(...points.map((point) => distanceBetween(point, place)));
    if (distance <= most) continue;
    most = distance;
    index = cell;
  }
  return index === undefined || count < LEAST_MISSED ? undefined : { index, count };
}

/** Not on the rim, or in a corner of it. */
function isInside(labels: Uint8Array, label: number, index: number, cols: number): boolean {
  let own = 0;
  for (const step of [-1, 1, -cols, cols]) if (labels[index + step] === label) own++;
  return own >= 3;
}

type Detour = { readonly way: readonly number[]; readonly stops: readonly number[] };

/** The shortest way through all stops and one more, which may come between any two of them. */
function bestDetour(
  raster: Raster,
  tracer: Tracer,
  stops: readonly number[],
  via: number,
): Detour | undefined {
  let best: Detour | undefined;
  for (let k = 1; k < stops.length; k++) {
    const ordered = [...stops.slice(0, k), via, ...stops.slice(k)];
    const way = wayThrough(raster, tracer, ordered);
    if (way !== undefined && (best === undefined || way.length < best.way.length)) {
      best = { way, stops: ordered };
    }
  }
  return best;
}

function wayThrough(
  raster: Raster,
  tracer: Tracer,
  stops: readonly number[],
): readonly number[] | undefined {
  const used = new Uint8Array(raster.size);
  // Nor does a rope pass through the plug in which it ends.
  visitAround(raster, stops.at(-1) ?? 0, PLUG_BODY, (near) => {
    used[near] = USED_COST;
  });
  const way: number[] = [stops[0] ?? 0];
  for (let k = 1; k < stops.length; k++) {
    const next = tracer.trace(stops[k - 1] ?? 0, stops[k] ?? 0, used);
    if (next === undefined) return undefined;
    for (const index of next.slice(0, -FREE_AT_STOP)) {
      visitAround(raster, index, USED, (near) => {
        used[near] = USED_COST;
      });
    }
    way.push(...next.slice(1));
  }
  return way;
}

/** Whether a line runs back beside itself, as a way into a branch and out again does. */
function turnsBack(points: readonly Point[]): boolean {
  const apart = Math.round(APART / POINT_SPACING);
  let beside = 0;
  for (let i = 0; i < points.length; i++) {
    const isBeside = points.some(
      (other, j) => j > i + apart && distanceBetween(other, points[i] ?? other) < BESIDE,
    );
    if (isBeside) beside++;
  }
  return beside > MAX_BESIDE;
}

/** Regions of a rope's samples away from its line. */
function leftOverOf(
  raster: Raster,
  cells: readonly number[],
  points: readonly Point[],
): readonly Region[] {
  const mask = new Uint8Array(raster.size);
  for (const index of cells) mask[index] = 1;
  const clear = (near: number): void => {
    mask[near] = 0;
  };
  for (const [k, point] of points.entries()) {
    const isEnd = k === 0 || k === points.length - 1;
    visitAround(raster, cellAt(raster, point), isEnd ? PLUG : EXPLAINED, clear);
  }
  return takeRegions(raster, mask, ROPE_READ_THRESHOLDS.minExtraArea);
}
