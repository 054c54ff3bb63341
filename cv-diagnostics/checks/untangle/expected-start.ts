/** What the instance's first frame shows, from the simulation, in the words of a frame state. */
import type { Point } from "../../../core/geometry/homography.ts";
import { crossingsOf, type Polyline } from "../../../core/geometry/polyline-crossings.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import {
  type RopeColour,
  settledLines,
  type UntangleState,
} from "../../../tasks/untangle/index.ts";
import { pointOnCurve } from "../../../tasks/untangle/physics/curve.ts";
import type { RopeCrossing, RopeEndReading, RopeReading } from "../../rope/state.ts";
import { ROPE_READ_THRESHOLDS } from "../../thresholds.ts";
import type { ExpectedStart } from "./initial-state.ts";
import { readPair } from "./pairs.ts";
import { distanceOf } from "./tracks.ts";

/** Corners of a drawn line to one particle of the simulation, through which it is curved. */
const CORNERS = 2;

/** Lengths of the ropes seen from above besides. */
export type Start = ExpectedStart & { readonly lengths: readonly number[] };

/**
 * The start of an instance. Crossings of published instances are left out: their picture comes from
 * another simulation, in which ropes that meet exactly may lie the other way round.
 */
export function expectStart(instance: Instance, state: UntangleState): Start {
  const lines = settledLines(state).map(drawnLine);
  const colours = state.ropes.map(({ colour }) => colour);
  const ropes = ropesFromLines(state.gridSize, lines, colours);
  const pairs = ropes.flatMap((first, a) =>
    ropes.slice(a + 1).map((second, k) => readPair(first, second, a + 1 + k)),
  );
  return {
    ends: state.ropes.map(({ ends }) => ends),
    pairs: instance.origin.kind === "generated" ? pairs : undefined,
    lengths: ropes.map(({ length }) => length),
  };
}

/** The smooth line that is drawn through the points of a rope. */
export function drawnLine(points: Polyline): Polyline {
  const count = (points.length - 1) * CORNERS;
  return Array.from({ length: count + 1 }, (_, index) => pointOnCurve(points, index / count));
}

/** Ropes that lie along lines in space, as a reader without faults reads them. */
export function ropesFromLines(
  gridSize: number,
  lines: readonly Polyline[],
  colours: readonly RopeColour[],
): RopeReading[] {
  const map = crossingsOf(lines);
  const shares = lines.map(sharesOf);
  const found: RopeCrossing[][] = lines.map(() => []);
  for (const { point: at, over, under } of [...map.between, ...map.self]) {
    const turn = crossProduct(directionAt(lines, over), directionAt(lines, under));
    const sign = turn >= 0 ? 1 : -1;
    const share = shareAt(shares[over.line] ?? [], over.at);
    const otherShare = shareAt(shares[under.line] ?? [], under.at);
    const upper = { other: under.line, at, share, otherShare, isOver: true, sign } as const;
    found[over.line]?.push(upper);
    const lower = {
      other: over.line,
      share: otherShare,
      otherShare: share,
      isOver: false,
    } as const;
    found[under.line]?.push({ ...lower, at, sign: sign === 1 ? -1 : 1 });
  }
  return lines.map((line, index): RopeReading => {
    const flat = line.map(flatten);
    return {
      ...{ colour: colours[index] ?? "red", status: "read", confidence: 1, line: flat },
      ends: [readEnd(gridSize, flat[0]), readEnd(gridSize, flat.at(-1))],
      length: lengthOf(flat),
      crossings: (found[index] ?? []).sort((a, b) => a.share - b.share),
      ...{ hidden: [], gaps: [], extra: [], extraPlugs: [] },
    };
  });
}

/** An end that is seen at a point of the board. */
export function readEnd(gridSize: number, at: Point = [0, 0]): RopeEndReading {
  const nearest = (value: number): number => Math.min(gridSize - 1, Math.max(0, Math.round(value)));
  const [row, col] = [nearest(at[0]), nearest(at[1])];
  const offset = distanceOf(at, [row, col]);
  return {
    at,
    hole: offset <= ROPE_READ_THRESHOLDS.holeReach ? row * gridSize + col : null,
    offset,
    isSeen: true,
  };
}

type Place = { readonly line: number; readonly at: number };

/** Direction of a line, seen from above, in the segment of a place. */
function directionAt(lines: readonly Polyline[], { line, at }: Place): Point {
  const points = lines[line] ?? [];
  const segment = Math.min(points.length - 2, Math.floor(at));
  const [from, to] = [flatten(points[segment]), flatten(points[segment + 1])];
  return [to[0] - from[0], to[1] - from[1]];
}

function crossProduct(a: Point, b: Point): number {
  return a[0] * b[1] - a[1] * b[0];
}

function flatten(point: readonly [number, number, number] = [0, 0, 0]): Point {
  return [point[0], point[1]];
}

function lengthOf(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, point, i) => sum + distanceOf(point, line[i] ?? point), 0);
}

/** Share of the length at each corner. */
function sharesOf(line: Polyline): readonly number[] {
  const points = line.map(flatten);
  const whole = lengthOf(points);
  let sum = 0;
  return points.map((point, i) => {
    sum += distanceOf(point, points[i - 1] ?? point);
    return sum / whole;
  });
}

/** Share of the length at a place given by segments. */
function shareAt(shares: readonly number[], at: number): number {
  const segment = Math.min(shares.length - 2, Math.floor(at));
  const from = shares[segment] ?? 0;
  return from + ((shares[segment + 1] ?? from) - from) * (at - segment);
}
