/**
 * What the faults of untangle work on: the moves of the plan, and poses and ropes changed from a
 * frame on. Owns no choice of place or time.
 */
import {
  type EndPose,
  occupiedHoles,
  type RopePose,
  type UntangleAction,
  type UntanglePose,
  type UntangleState,
} from "../../../../tasks/untangle/index.ts";
import type { EndMove } from "../../../../tasks/untangle/physics/move.ts";
import type { ScriptContext } from "../../script.ts";

/** What an untangle script works with. */
export type UntangleContext = ScriptContext<UntangleState, UntangleAction, UntanglePose>;

/** The moves of the plan by rope and end. */
export function movesOf({ states }: Pick<UntangleContext, "states">): EndMove[] {
  return states.slice(1).flatMap((after, index): EndMove[] => {
    const made = after.moves.at(-1);
    const source = made && states[index]?.ropes[made.rope]?.ends[made.end];
    return made === undefined || source === undefined ? [] : [{ ...made, source }];
  });
}

/** The state after so many moves. @throws RangeError when the plan has fewer */
export function stateAt({ states }: Pick<UntangleContext, "states">, moves: number): UntangleState {
  const state = states[moves];
  if (state === undefined) {
    throw new RangeError(`expected a state below ${states.length} but received ${moves}`);
  }
  return state;
}

/** Ropes whose ends are moved by a move from `first` on. */
export function ropesMovedFrom(context: Pick<UntangleContext, "states">, first: number): number[] {
  return movesOf(context)
    .slice(first)
    .map(({ rope }) => rope);
}

/** Holes that hold an end after so many moves, or get one later. */
export function holesTakenFrom(
  context: Pick<UntangleContext, "states">,
  moves: number,
): ReadonlySet<number> {
  const later = movesOf(context).slice(moves);
  return new Set([...occupiedHoles(stateAt(context, moves)), ...later.map(({ target }) => target)]);
}

/** The poses with a change from a frame on; equal poses stay one object. */
export function changeFrom(
  poses: readonly UntanglePose[],
  from: number,
  change: (pose: UntanglePose) => UntanglePose,
): UntanglePose[] {
  const changed = new Map<UntanglePose, UntanglePose>();
  return poses.map((pose, frame) => {
    if (frame < from) return pose;
    const known = changed.get(pose) ?? change(pose);
    changed.set(pose, known);
    return known;
  });
}

/** The pose with one rope changed. */
export function withRope(
  pose: UntanglePose,
  rope: number,
  change: (rope: RopePose) => RopePose,
): UntanglePose {
  return {
    ...pose,
    ropes: pose.ropes.map((known, index) => (index === rope ? change(known) : known)),
  };
}

/** The rope along other points, its ends where they are now. */
export function alongPoints(rope: RopePose, points: RopePose["points"]): RopePose {
  const endAt = (end: EndPose, point: RopePose["points"][number] | undefined): EndPose =>
    point === undefined ? end : { ...end, x: point[0], y: point[1], height: point[2] };
  const [first, second] = rope.ends;
  return { ...rope, points, ends: [endAt(first, points[0]), endAt(second, points.at(-1))] };
}
