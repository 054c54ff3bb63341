/**
 * Reads one rope off a labelled frame: its ends, its centre line through what hides it, and whatever
 * of its colour the line does not explain. Crossings need all ropes and are added later.
 */
import type { Point } from "../../core/geometry/homography.ts";
import type { RopeColour } from "../../tasks/untangle/index.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { type Centreline, followCentre, POINT_SPACING } from "./centreline.ts";
import { FIRST_ROPE } from "./colours.ts";
import { chooseEnds, type EarlierEnd, type FoundEnds, holeOf } from "./ends.ts";
import { countExits, findPlugs } from "./plugs.ts";
import { distanceBetween, lengthOf } from "./points.ts";
import {
  cellAt,
  offsetsWithin,
  placeOf,
  type Raster,
  SAMPLES_PER_UNIT,
  visitAround,
} from "./raster.ts";
import { type Region, takeRegions } from "./regions.ts";
import type { RopeEndReading, RopeFlaw, RopeReading } from "./state.ts";
import { createTracer, type Tracer } from "./trace.ts";

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

/**
 * @param index place of the rope in the instance's list
 * @param cells the samples that have its label
 * @param before where its ends were
 */
export function readRope(
  raster: Raster,
  labels: Uint8Array,
  index: number,
  cells: readonly number[],
  colour: RopeColour,
  before: readonly [EarlierEnd, EarlierEnd],
): RopeReading {
  const label = FIRST_ROPE + index;
  const area = cells.length / SAMPLES_PER_UNIT ** 2;
  if (area < ROPE_READ_THRESHOLDS.absentArea) return unread(colour, "absent");
  const tracer = createTracer(raster, labels, label);
  const found = chooseEnds(
    raster,
    labels,
    label,
    findPlugs(
      raster,
      labels,
      label,
      cells,
      before.map(({ rest }) => rest),
    ),
    before,
    (from) => farthestFrom(raster, labels, label, tracer, cells, from),
  );
  if (found === undefined) return unread(colour, "partly");
  const line = traceLine(raster, labels, label, cells, tracer, found);
  if (line === undefined) return unread(colour, "partly");
  return describeLine(raster, line, found, colour, cells.length);
}

function unread(colour: RopeColour, status: "partly" | "absent"): RopeReading {
  return {
    colour,
    status,
    confidence: 0,
    ends: undefined,
    line: [],
    length: 0,
    hidden: [],
    crossings: [],
    gaps: [],
    extra: [],
    extraPlugs: [],
  };
}

type TracedLine = Centreline & {
  /** Regions of the rope's colour that the line does not explain. */
  readonly leftOver: readonly Region[];
};

/**
 * The line between the ends. Where the cheapest way leaves out samples of the rope's colour, as it
 * does with a bend that another rope hides in part, a way through these is tried.
 */
function traceLine(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  cells: readonly number[],
  tracer: Tracer,
  { ends }: FoundEnds,
): TracedLine | undefined {
  const places = [ends[0].at, ends[1].at] as const;
  const [from, to] = places.map((place) => cellAt(raster, place)) as [number, number];
  const follow = (way: readonly number[], pins: readonly number[]): Centreline => {
    const kept = pins.map((index) => placeOf(raster, index));
    return followCentre(raster, labels, label, way, places, kept);
  };
  const direct = tracer.trace(from, to);
  if (direct === undefined) return undefined;
  let line = follow(direct, []);
  let stops: readonly number[] = [from, to];
  for (let tried = 0; tried < MAX_DETOURS; tried++) {
    const missed = farthestMissed(raster, labels, label, cells, line.points);
    if (missed === undefined) break;
    const detour = bestDetour(raster, tracer, stops, missed.index);
    if (detour === undefined) break;
    const next = follow(detour.way, detour.stops.slice(1, -1));
    const left = farthestMissed(raster, labels, label, cells, next.points);
    const isBetter = left === undefined || left.count < missed.count;
    // A second rope of the colour, or a piece cut off, is not reached but over bare ground.
    const isOverGround = bareOf(next) > bareOf(line) + MAX_BARE;
    if (!isBetter || isOverGround || turnsBack(next.points)) break;
    line = next;
    stops = detour.stops;
  }
  return { ...line, leftOver: leftOverOf(raster, cells, line.points) };
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
  const way: number[] = [stops[0] ?? 0];
  for (let k = 1; k < stops.length; k++) {
    const next = tracer.trace(stops[k - 1] ?? 0, stops[k] ?? 0, used);
    if (next === undefined) return undefined;
    for (const index of next.slice(0, -3)) {
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
  const apart = Math.round(0.5 / POINT_SPACING);
  let beside = 0;
  for (let i = 0; i < points.length; i++) {
    const isBeside = points.some(
      (other, j) => j > i + apart && distanceBetween(other, points[i] ?? other) < 0.12,
    );
    if (isBeside) beside++;
  }
  return beside > 4;
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

function describeLine(
  raster: Raster,
  { points, covers, leftOver }: TracedLine,
  { ends, others }: FoundEnds,
  colour: RopeColour,
  cellCount: number,
): RopeReading {
  const last = points.length - 1;
  const stretches = stretchesOf(covers);
  const length = lengthOf(points);
  const toShare = (k: number): number => Math.min(1, Math.max(0, k / last));
  const hidden = stretches
    .filter(({ cover }) => cover === "other")
    .map(({ from, to }) => [toShare(from - 0.5), toShare(to + 0.5)] as const);
  const gaps = stretches
    .filter(({ cover }) => cover === "ground")
    .map(({ from, to }): RopeFlaw => {
      const at = points[(from + to) >> 1] ?? [0, 0];
      return { at, size: ((to - from + 1) * length) / Math.max(1, last) };
    })
    .filter(({ size }) => size >= ROPE_READ_THRESHOLDS.minGapLength);
  const unexplained = leftOver.reduce((sum, { area }) => sum + area, 0) * SAMPLES_PER_UNIT ** 2;
  const own = covers.filter((cover) => cover === "own").length / covers.length;
  const confidence = Math.max(0, 1 - unexplained / cellCount) * Math.min(1, 0.5 + own / 2);
  const isRead = own + hiddenShare(hidden) >= ROPE_READ_THRESHOLDS.minExplainedRatio;
  if (!isRead && gaps.length === 0) return unread(colour, "partly");
  const describeEnd = ({ at, isSeen }: FoundEnds["ends"][number]): RopeEndReading => ({
    at,
    isSeen,
    ...holeOf(raster.gridSize, at),
  });
  return {
    colour,
    status: "read",
    confidence,
    ends: [describeEnd(ends[0]), describeEnd(ends[1])],
    line: points,
    length,
    hidden,
    crossings: [],
    gaps,
    extra: leftOver.map(({ at, extent }) => ({ at, size: extent })),
    extraPlugs: others
      .filter(
        ({ at, score }) =>
          score >= ROPE_READ_THRESHOLDS.minExtraPlugScore &&
          points.every((point) => distanceBetween(point, at) > ROPE_READ_THRESHOLDS.explainedReach),
      )
      .map(({ at }) => at),
  };
}

function hiddenShare(hidden: readonly (readonly [number, number])[]): number {
  return hidden.reduce((sum, [from, to]) => sum + to - from, 0);
}

type Stretch = { readonly cover: Centreline["covers"][number]; readonly from: number; to: number };

/** Runs of points with the same cover. */
function stretchesOf(covers: Centreline["covers"]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [k, cover] of covers.entries()) {
    const open = stretches.at(-1);
    if (open?.cover === cover) open.to = k;
    else stretches.push({ cover, from: k, to: k });
  }
  return stretches;
}

/** The rope's sample that is farthest along its own colour from a place, if the rope stops there. */
function farthestFrom(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  tracer: Tracer,
  cells: readonly number[],
  from: Point,
): Point | undefined {
  const index = tracer.farthest(cellAt(raster, from), cells);
  if (index === undefined || countExits(raster, labels, label, index) > 1) return undefined;
  return placeOf(raster, index);
}
