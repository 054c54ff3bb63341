/**
 * The published judge's terminal rule, for comparison only: a board counts as solved when the straight
 * lines between the ends of its ropes do not cross, wherever the ropes lie; a rope that is not there
 * crosses nothing. No verdict uses it.
 */

import type { Point } from "../../../core/geometry/homography.ts";
import { orientation } from "../../../core/geometry/orientation.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import { untangleTask } from "../../../tasks/untangle/index.ts";
import { holePoint, type RopeObservation } from "./tracks.ts";

/**
 * Whether the last frame counts as solved; undefined when its board was not found. A rope that could
 * not be traced is not there for this rule.
 */
export function straightLineSolved(
  observations: readonly RopeObservation[],
  instance: Instance,
): boolean | undefined {
  const { gridSize } = untangleTask.initialState(instance);
  const state = observations.at(-1)?.state;
  if (state === undefined) return undefined;
  const place = ({ at, hole }: { readonly at: Point; readonly hole: number | null }): Point =>
    hole === null ? at : holePoint(gridSize, hole);
  return linesSolved(
    state.ropes.flatMap(({ ends }) =>
      ends === undefined ? [] : [[place(ends[0]), place(ends[1])] as const],
    ),
  );
}

type Segment = readonly [Point, Point];

/** Whether no two of the straight lines between rope ends cross. */
export function linesSolved(lines: readonly Segment[]): boolean {
  return !lines.some((first, k) => lines.slice(k + 1).some((other) => crossProperly(first, other)));
}

/** They pass through each other, each with its ends on two sides of the other. */
function crossProperly([a, b]: Segment, [c, d]: Segment): boolean {
  return (
    orientation(a, b, c) * orientation(a, b, d) < 0 &&
    orientation(c, d, a) * orientation(c, d, b) < 0
  );
}
