/** A piece in the middle of the stroke is never drawn: the stroke waits, then goes on beyond it. */
import { edgeName, type StrokePose, type StrokeState } from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { choosePlace } from "../choose-place.ts";
import { groupByTime } from "../timing.ts";
import { frameOfMotion, ifSeparationLost, plantedClip } from "./plant.ts";
import {
  changeFrom,
  edgesWithout,
  keepsSeparation,
  readRollout,
  type StrokeContext,
  withoutEdge,
} from "./rollout.ts";

export function gap(context: StrokeContext): ClipScript<StrokePose> {
  const { poses, rng, states, task } = context;
  const rollout = readRollout(context);
  const places = rollout.edges.flatMap((edge, index) => {
    const move = rollout.moveOf[index] ?? -1;
    const isMiddle = index > 0 && index < rollout.edges.length - 1;
    if (!isMiddle || move < 0) return [];
    const isKept = keepsSeparation(rollout, edgesWithout(rollout, [edge]));
    return [{ edge, move, frame: frameOfMotion(context, move + 1), isKept }];
  });
  const { edge, move, frame, isKept } = choosePlace(
    rng,
    groupByTime(context, places, (place) => place.frame),
    (place) => (place.isKept ? 0 : 1),
    "gap",
  );
  const waiting = task.poseOf(states[move] as StrokeState);
  const from = frameOfMotion(context, move);
  const changed = changeFrom(poses, frame, (pose) => withoutEdge(pose, edge)).map((pose, at) =>
    at >= from && at < frame ? waiting : pose,
  );
  return plantedClip(changed, {
    fault: "gap",
    check: "path_continuity",
    frame,
    where: [edgeName(edge)],
    alsoChecks: ["path_temporal_consistency", ...ifSeparationLost(isKept)],
  });
}
