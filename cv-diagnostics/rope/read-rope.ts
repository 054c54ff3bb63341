/**
 * Reads one rope off a labelled frame: its ends, its centre line through what hides it, and whatever
 * of its colour the line does not explain. Crossings need all ropes and are added later.
 */
import type { Point } from "../../core/geometry/homography.ts";
import type { RopeColour } from "../../tasks/untangle/index.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { FIRST_ROPE } from "./colours.ts";
import { chooseEnds, type EarlierEnd } from "./ends.ts";
import { countExits, findPlugs } from "./plugs.ts";
import { cellAt, placeOf, type Raster, SAMPLES_PER_UNIT } from "./raster.ts";
import { describeLine, unread } from "./rope-reading.ts";
import type { RopeReading } from "./state.ts";
import { createTracer, type Tracer } from "./trace.ts";
import { traceLine } from "./trace-line.ts";

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
  const rests = before.map(({ rest }) => rest);
  const plugs = findPlugs(raster, labels, label, cells, rests);
  const found = chooseEnds(raster, labels, label, plugs, before, (from) =>
    farthestFrom(raster, labels, label, tracer, cells, from),
  );
  if (found === undefined) return unread(colour, "partly");
  const line = traceLine(raster, labels, label, cells, tracer, found);
  if (line === undefined) return unread(colour, "partly");
  return describeLine(raster, line, found, colour, cells.length);
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
