/** The clip of a site in which ropes lie otherwise from its frame on, and the plan goes on from there. */
import type { Polyline } from "../../../../core/geometry/polyline-crossings.ts";
import type { UntanglePose } from "../../../../tasks/untangle/index.ts";
import { replay, worldWith } from "./replay.ts";
import { movesOf, stateAt, type UntangleContext } from "./rollout.ts";
import type { Site } from "./sites.ts";

/**
 * Poses, one a frame: the valid rollout before the site's frame; then the changed ropes at rest, and
 * the moves that are left, simulated from them.
 * @param changed lines of 17 points by rope
 */
export function resumedPoses(
  context: UntangleContext,
  { moveIndex, frame, frames, poses }: Site,
  changed: ReadonlyMap<number, Polyline>,
): UntanglePose[] {
  const state = stateAt(context, moveIndex);
  const moves = movesOf(context).slice(moveIndex);
  const resumed = replay(state, worldWith(state, changed), moves);
  return poses().map((pose, at) => {
    const shown = frames[at];
    if (at < frame || shown === undefined) return pose;
    const move = shown.moveIndex - moveIndex;
    if (shown.progress > 0) return resumed.during(move, shown.progress);
    return resumed.rests[move] ?? pose;
  });
}
