/**
 * Two moves made at the same time, though each is simulated by itself: what the two do to a rope is
 * added up. Owns no choice of moves.
 */
import type { Point3 } from "../../../../core/geometry/polyline-crossings.ts";
import {
  type EndPose,
  HOLE_SPACING,
  type RopePose,
  SIZES,
  type UntanglePose,
} from "../../../../tasks/untangle/index.ts";
import type { EndMove } from "../../../../tasks/untangle/physics/move.ts";
import { worldOf } from "../../../../tasks/untangle/simulate.ts";
import { type Replay, replay } from "./replay.ts";
import type { UntangleContext } from "./rollout.ts";
import type { Staged } from "./stage.ts";

const GROUND = SIZES.ropeRadius / HOLE_SPACING;

export type BothMoves = {
  /** The move of the plan that is made at the same time as `extra`. */
  readonly move: number;
  readonly extra: EndMove;
  /** Moves of the plan that are left afterwards. */
  readonly left: readonly EndMove[];
};

/** Both moves at a progress; and what follows, rest 0 being the one after both. */
export function together(
  { task, states, plan }: UntangleContext,
  { move, extra, left }: BothMoves,
): { readonly during: (progress: number) => UntanglePose; readonly after: () => Replay } {
  const [before, between] = [states[move], states[move + 1]];
  const action = plan[move];
  if (before === undefined || between === undefined || action === undefined) {
    throw new RangeError(`expected a move of the plan but received ${move}`);
  }
  const second = replay(between, worldOf(between), [extra]);
  const rest = task.poseOf(between);
  return {
    during: (progress) =>
      addUp(task.poseDuring(before, action, progress), second.during(0, progress), rest),
    after: () => replay(between, second.world, left),
  };
}

/** What both poses differ by from the rest between them, at once. */
function addUp(first: UntanglePose, second: UntanglePose, rest: UntanglePose): UntanglePose {
  return {
    ...first,
    ropes: first.ropes.map((rope, index): RopePose => {
      const [other, base] = [second.ropes[index], rest.ropes[index]];
      if (other === undefined || base === undefined) return rope;
      const points = rope.points.map((point, at): Point3 => {
        const [x, y, height] = other.points[at] ?? point;
        const [x0, y0, height0] = base.points[at] ?? point;
        return [
          point[0] + x - x0,
          point[1] + y - y0,
          Math.max(GROUND, point[2] + height - height0),
        ];
      });
      const endOf = (end: 0 | 1, point: Point3 | undefined): EndPose => {
        const isInFlight =
          rope.ends[end].state === "in-flight" || other.ends[end].state === "in-flight";
        const [x, y, height] = point ?? [0, 0, 0];
        return { x, y, height, state: isInFlight ? "in-flight" : "plugged" };
      };
      return { ...rope, points, ends: [endOf(0, points[0]), endOf(1, points.at(-1))] };
    }),
  };
}

/** Poses of a clip in which the two moves share a place in the plan. */
export function posesOf(
  { task, states, plan }: UntangleContext,
  move: number,
  { frames }: Pick<Staged, "frames">,
  during: (progress: number) => UntanglePose,
  resumed: Replay,
): UntanglePose[] {
  const resting = states.slice(0, move + 1).map((state) => task.poseOf(state));
  return frames.map(({ moveIndex, progress }) => {
    const [state, action] = [states[moveIndex], plan[moveIndex]];
    const isBefore = moveIndex < move || (moveIndex === move && progress === 0);
    if (isBefore && progress === 0) return resting[moveIndex] as UntanglePose;
    if (isBefore && state !== undefined && action !== undefined) {
      return task.poseDuring(state, action, progress);
    }
    if (moveIndex === move) return during(progress);
    const since = moveIndex - move - 1;
    return progress === 0
      ? (resumed.rests[since] as UntanglePose)
      : resumed.during(since, progress);
  });
}
