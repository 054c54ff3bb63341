/**
 * Moments of a board as drawn: where every rope lies, at rest or while an end is carried. Poses may
 * also show what no rope does; the optional fields are for that, and the rules never set them.
 *
 * Board units throughout: x = row (to the right), y = column (downwards), heights above the board,
 * all in hole spacings; hole (row, col) lies at x = row, y = col.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import type { Point3 } from "../../core/geometry/polyline-crossings.ts";
import { CARRY_TICKS, LIFT_TICKS, LOWER_TICKS, SETTLE_TICKS } from "./physics/parameters.ts";
import type { EndIndex } from "./physics/world.ts";
import { endInHole, holesOfAction, step } from "./rules.ts";
import { lastMoveTrajectory, settledLines, toBoardLines } from "./simulate.ts";
import type { RopeColour, UntangleAction, UntangleState } from "./state.ts";

export const END_STATES = ["plugged", "in-flight", "absent"] as const;

/** The end of a rope. Its plug is drawn in a hole, in the air, or not at all. */
export type EndPose = {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly state: (typeof END_STATES)[number];
};

/** A part of a rope by shares of its length in segments, 0 (first end) to 1 (second end). */
export type RopePart = { readonly from: number; readonly to: number };

export type RopePose = {
  readonly colour: RopeColour;
  /** Points of the centre line from the first end to the second; a smooth curve is drawn through them. */
  readonly points: readonly Point3[];
  readonly ends: readonly [EndPose, EndPose];
  /** Parts that are not drawn. */
  readonly gaps?: readonly RopePart[];
  /** Parts drawn in another colour. */
  readonly recoloured?: readonly (RopePart & { readonly colour: RopeColour })[];
  /** Parts drawn higher or, below 0, lower, so that they change from under to over another rope. */
  readonly shifted?: readonly (RopePart & { readonly by: number })[];
};

export type UntanglePose = {
  readonly gridSize: number;
  readonly ropes: readonly RopePose[];
  /** Holes that are not where they belong. */
  readonly holeShifts?: readonly {
    readonly hole: number;
    readonly dx: number;
    readonly dy: number;
  }[];
};

/** The pose at rest. */
export function poseOf(state: UntangleState): UntanglePose {
  return poseOfLines(state, settledLines(state));
}

const CARRYING = LIFT_TICKS + CARRY_TICKS + LOWER_TICKS;
/** Share of a move's progress in which the end is carried; settling takes the rest, at a faster pace. */
export const CARRYING_SHARE = 0.6;

/**
 * The pose while an end is carried and the ropes settle, as simulated; between two ticks it is mixed
 * of both.
 * @param progress share of the move, 0 (before) to 1 (after); carrying takes the first CARRYING_SHARE
 * @throws RuleError when the action is illegal, or the progress is outside 0..1
 */
export function poseDuring(
  state: UntangleState,
  action: UntangleAction,
  progress: number,
): UntanglePose {
  const after = step(state, action);
  const holes = after.ok ? holesOfAction(state.gridSize, action) : null;
  const moved = holes === null ? undefined : endInHole(state, holes.source);
  if (!after.ok || moved === undefined) {
    const reason = after.ok ? "" : `, refused as ${after.reason}`;
    throw new RuleError(`${describeMismatch("action", "a legal move", action)}${reason}`);
  }
  if (!(progress >= 0 && progress <= 1)) {
    throw new RuleError(describeMismatch("progress", "a number in 0..1", progress));
  }
  if (progress === 0) return poseOf(state);
  if (progress === 1) return poseOf(after.state);
  return poseAlong(state, moved, lastMoveTrajectory(after.state), progress);
}

/**
 * The pose during a move whose trajectory is known, whatever the ropes have been through before.
 * @param moved the end that is carried
 * @param trajectory as in `lastMoveTrajectory`
 * @param progress as in `poseDuring`, strictly between 0 and 1
 */
export function poseAlong(
  state: Pick<UntangleState, "gridSize" | "ropes">,
  moved: { readonly rope: number; readonly end: EndIndex },
  trajectory: readonly Float64Array[],
  progress: number,
): UntanglePose {
  const tick = tickAt(progress);
  const pose = poseOfLines(state, mixFrames(state.gridSize, trajectory, tick));
  if (tick >= CARRYING) return pose;
  return {
    ...pose,
    ropes: pose.ropes.map((rope, index): RopePose => {
      if (index !== moved.rope) return rope;
      const [first, second] = rope.ends;
      const inFlight = (end: EndPose): EndPose => ({ ...end, state: "in-flight" });
      return {
        ...rope,
        ends: moved.end === 0 ? [inFlight(first), second] : [first, inFlight(second)],
      };
    }),
  };
}

/** Ticks since the end was lifted, fractions allowed. */
function tickAt(progress: number): number {
  if (progress < CARRYING_SHARE) return (CARRYING * progress) / CARRYING_SHARE;
  return CARRYING + (SETTLE_TICKS * (progress - CARRYING_SHARE)) / (1 - CARRYING_SHARE);
}

function mixFrames(gridSize: number, frames: readonly Float64Array[], tick: number) {
  const index = Math.min(frames.length - 2, Math.floor(tick));
  const from = frames[index] ?? new Float64Array();
  const to = frames[index + 1] ?? from;
  const share = tick - index;
  return toBoardLines(
    gridSize,
    from.map((value, at) => value + ((to[at] ?? value) - value) * share),
  );
}

/** The pose in which ropes lie along given centre lines, all ends at rest. */
export function poseOfLines(
  { gridSize, ropes }: Pick<UntangleState, "gridSize" | "ropes">,
  lines: readonly (readonly Point3[])[],
): UntanglePose {
  return {
    gridSize,
    ropes: ropes.map(({ colour }, index) => {
      const points = lines[index] ?? [];
      return { colour, points, ends: [plugAt(points[0]), plugAt(points[points.length - 1])] };
    }),
  };
}

function plugAt(point: Point3 = [0, 0, 0]): EndPose {
  return { x: point[0], y: point[1], height: point[2], state: "plugged" };
}
