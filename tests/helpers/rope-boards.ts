/**
 * A peg board with three straight ropes, written down: red and green cross, blue lies apart. What the
 * judge would have seen of it over time, for tests of single rope checks.
 */
import type { Point } from "../../core/geometry/homography.ts";
import type { Polyline } from "../../core/geometry/polyline-crossings.ts";
import { ropesFromLines } from "../../cv-diagnostics/checks/untangle/expected-start.ts";
import { findHops, findRests } from "../../cv-diagnostics/checks/untangle/rests.ts";
import { trackRopes } from "../../cv-diagnostics/checks/untangle/tracks.ts";
import type { RopeFrameState, RopeReading } from "../../cv-diagnostics/rope/state.ts";
import type { RopeColour } from "../../tasks/untangle/index.ts";
import { observeAll, stateOf } from "./rope-readings.ts";

export const GRID_SIZE = 5;
export const COLOURS: readonly RopeColour[] = ["red", "green", "blue"];
export const [RED, GREEN, BLUE] = [0, 1, 2] as const;

/** A line of `count` corners through points, at heights. */
export function lineThrough(points: Polyline, count = 17): Polyline {
  const last = points.length - 1;
  return Array.from({ length: count }, (_, k) => {
    const at = (k / (count - 1)) * last;
    const from = points[Math.min(last - 1, Math.floor(at))] ?? [0, 0, 0];
    const to = points[Math.min(last, Math.floor(at) + 1)] ?? from;
    const share = at - Math.min(last - 1, Math.floor(at));
    const mix = (axis: 0 | 1 | 2): number => from[axis] + (to[axis] - from[axis]) * share;
    return [mix(0), mix(1), mix(2)] as const;
  });
}

/** Along row 2, with the column as given: red lies in column 2, over green where they cross. */
export const LINES = {
  red: lineThrough([
    [0, 2, 0.1],
    [2, 2, 0.4],
    [4, 2, 0.1],
  ]),
  green: lineThrough([
    [2, 0, 0.1],
    [2, 4, 0.1],
  ]),
  blue: lineThrough([
    [0, 4, 0.1],
    [1, 3, 0.1],
  ]),
} as const;

/** One frame: lines other than `LINES`, and readings changed afterwards. */
export type Moment = {
  readonly lines?: Partial<Record<keyof typeof LINES, Polyline>>;
  readonly change?: (state: RopeFrameState) => RopeFrameState;
};

/** The same moment over `count` frames. */
export function hold(count: number, moment: Moment = {}): Moment[] {
  return Array.from({ length: count }, () => moment);
}

export function stateAt({ lines = {}, change = (state) => state }: Moment): RopeFrameState {
  const all = { ...LINES, ...lines };
  const drawn = [all.red, all.green, all.blue];
  return change(stateOf(GRID_SIZE, ropesFromLines(GRID_SIZE, drawn, COLOURS)));
}

/** The observations of a film, every frame sampled, with what the checks make of them first. */
export function track(moments: readonly (Moment | undefined)[], fps = 16) {
  const observations = observeAll(
    moments.map((moment) => moment && stateAt(moment)),
    fps,
  );
  const ropes = COLOURS.map((colour, id) => ({ id, colour, ends: [0, 1] as const }));
  const tracks = trackRopes(observations, { gridSize: GRID_SIZE, ropes });
  const rests = findRests(tracks);
  return { observations, tracks, rests, hops: findHops(tracks, rests) };
}

/** Changes what was read of one rope. */
export function onRope(
  rope: number,
  change: (reading: RopeReading) => Partial<RopeReading>,
): NonNullable<Moment["change"]> {
  return (state) => ({
    ...state,
    ropes: state.ropes.map((reading, k) =>
      k === rope ? { ...reading, ...change(reading) } : reading,
    ),
  });
}

/** A line with its first end somewhere else, straight from there. */
export function from([x, y]: Point, line: Polyline, height = 0.1): Polyline {
  const [tx, ty, top] = line.at(-1) ?? [0, 0, 0];
  return lineThrough([
    [x, y, height],
    [tx, ty, top],
  ]);
}

/** The first end of a rope goes from one place to another over frames, both places left out. */
export function carry(
  rope: keyof typeof LINES,
  start: Point,
  end: Point,
  frames: number,
): Moment[] {
  return Array.from({ length: frames }, (_, k) => {
    const share = (k + 1) / (frames + 1);
    const at: Point = [
      start[0] + (end[0] - start[0]) * share,
      start[1] + (end[1] - start[1]) * share,
    ];
    return { lines: { [rope]: from(at, LINES[rope], 1) } };
  });
}
