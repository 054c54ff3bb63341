/**
 * Reads one rope off a labelled frame: its ends, its centre line through what hides it, and whatever
 * of its colour the line does not explain. Crossings need all ropes and are added later.
 */
import type { Point } from "../../core/geometry/homography.ts";
import type { RopeColour } from "../../tasks/untangle/index.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { FIRST_ROPE } from "./colours.ts";
import { chooseEnds, type EarlierEnd, type FoundEnds } from "./ends.ts";
import { countExits, findPlugs } from "./plugs.ts";
import {
  cellAt,
  offsetsWithin,
  placeOf,
  type Raster,
  SAMPLES_PER_UNIT,
  visitAround,
} from "./raster.ts";
import { describeLine, unread } from "./rope-reading.ts";
import type { RopeReading } from "./state.ts";
import { createTracer, type Tracer } from "./trace.ts";
import { type TracedLine, traceLine } from "./trace-line.ts";

/** Other choices of ends that are tried where the first one leaves colour over. */
const MAX_OTHERS = 3;
/** Where a rope was seen before it may still be, when something lies over it. */
const EXPECTED = offsetsWithin(0, 0.1);

/**
 * @param index place of the rope in the instance's list
 * @param cells the samples that have its label
 * @param before where its ends were
 * @param lineBefore its line as it was read last
 */
export function readRope(
  raster: Raster,
  labels: Uint8Array,
  index: number,
  cells: readonly number[],
  colour: RopeColour,
  before: readonly [EarlierEnd, EarlierEnd],
  lineBefore: readonly Point[] = [],
): RopeReading {
  const label = FIRST_ROPE + index;
  const area = cells.length / SAMPLES_PER_UNIT ** 2;
  if (area < ROPE_READ_THRESHOLDS.absentArea) return unread(colour, "absent");
  const expected = new Uint8Array(raster.size);
  for (const point of lineBefore) {
    visitAround(raster, cellAt(raster, point), EXPECTED, (near) => {
      expected[near] = 1;
    });
  }
  const tracer = createTracer(raster, labels, label, expected);
  const rests = before.map(({ rest }) => rest);
  const plugs = findPlugs(raster, labels, label, cells, rests);
  const choices = chooseEnds(raster, labels, label, plugs, before, (from) =>
    farthestFrom(raster, labels, label, tracer, cells, from),
  );
  const [found] = choices;
  if (found === undefined) return unread(colour, "partly");
  const trace = (ends: FoundEnds) =>
    traceLine(raster, labels, label, cells, tracer, ends, lineBefore);
  const line = trace(found);
  if (line !== undefined && line.leftOver.length > 0 && found.others.length > 0) {
    for (const other of choices.slice(1, 1 + MAX_OTHERS)) {
      const better = trace(other);
      if (better === undefined || !explainsMore(better, line)) continue;
      return describeLine(raster, better, other, colour, cells.length);
    }
  }
  if (line === undefined) return unread(colour, "partly");
  return describeLine(raster, line, found, colour, cells.length);
}

/** Whether a line has no gap, and leaves at most half of the colour over that another one does. */
function explainsMore({ leftOver, covers }: TracedLine, other: TracedLine): boolean {
  const areaOf = (regions: TracedLine["leftOver"]): number =>
    regions.reduce((sum, { area }) => sum + area, 0);
  return !covers.includes("ground") && areaOf(leftOver) <= areaOf(other.leftOver) / 2;
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
