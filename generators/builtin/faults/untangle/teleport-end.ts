/**
 * A move is not seen: the end is in its old hole in one frame and in its new one, at least two hole
 * spacings away, in the next, and the ropes lie as they would after the move.
 */
import { ropeName, rowColOf, type UntanglePose } from "../../../../tasks/untangle/index.ts";
import type { EndMove } from "../../../../tasks/untangle/physics/move.ts";
import type { ClipScript } from "../../script.ts";
import { choosePlace } from "../choose-place.ts";
import { minVisibleFrames } from "../timing.ts";
import { crossingText } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { movesOf, type UntangleContext } from "./rollout.ts";
import { posesAt } from "./sites.ts";
import { stageRest } from "./stage.ts";

const MIN_DISTANCE = 2;

export function teleportEnd(context: UntangleContext): ClipScript<UntanglePose> {
  const { plan, states, task } = context;
  const gridSize = states[0]?.gridSize ?? 0;
  const frames = minVisibleFrames(context);
  const places = movesOf(context).flatMap((made, move) => {
    const staged = stageRest(context, {
      moveCount: plan.length - 1,
      moveIndex: move,
      beforeFrames: frames,
      afterFrames: frames,
    });
    const isFar = distanceOf(gridSize, made) >= MIN_DISTANCE;
    return staged === undefined || !isFar ? [] : [{ made, move, staged }];
  });
  const { made, move, staged } = choosePlace(
    context.rng,
    [places],
    (place) => place.staged.haste,
    "teleport-end",
  );
  const shown = staged.frames.map((at, frame) => {
    const isBefore = at.moveIndex < move || (at.moveIndex === move && frame < staged.frame);
    return isBefore ? at : { ...at, moveIndex: at.moveIndex + 1 };
  });
  const [before, after] = [states[move], states[move + 1]].map((state) =>
    state === undefined ? "" : crossingText(task.poseOf(state)),
  );
  const { colour } = states[0]?.ropes[made.rope] ?? {};
  return plantedClip(posesAt(context, { frames: shown }), staged, {
    fault: "teleport-end",
    check: "endpoint_track_consistency",
    frame: staged.frame,
    where: colour === undefined ? [] : [ropeName(colour)],
    alsoChecks: before === after ? [] : ["crossing_change_valid"],
  });
}

function distanceOf(gridSize: number, { source, target }: EndMove): number {
  const [from, to] = [rowColOf(gridSize, source), rowColOf(gridSize, target)];
  return Math.hypot(to.row - from.row, to.col - from.col);
}
