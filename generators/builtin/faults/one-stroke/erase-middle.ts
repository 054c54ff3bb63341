/**
 * An edge in the middle of the drawn stroke disappears and stays away, while the head goes on. The
 * stroke is in two parts from then on, so that continuity is broken too, unavoidably.
 */
import { edgeName, type StrokePose } from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { choosePlace } from "../choose-place.ts";
import { listRests } from "../timing.ts";
import { quietMoment } from "./linger.ts";
import { ifSeparationLost, plantedClip } from "./plant.ts";
import {
  changeFrom,
  edgesWithout,
  keepsSeparation,
  readRollout,
  type StrokeContext,
  withoutEdge,
} from "./rollout.ts";

/** Edges between the head and the one that disappears, at least. */
const MIN_BEHIND = 1;

export function eraseMiddle(context: StrokeContext): ClipScript<StrokePose> {
  const { rng } = context;
  const rollout = readRollout(context);
  const edges = rollout.edges.slice(1).map((edge, index) => ({
    edge,
    move: rollout.moveOf[index + 1] ?? -1,
    isKept: keepsSeparation(rollout, edgesWithout(rollout, [edge])),
  }));
  const groups = listRests(context).map((rests) =>
    rests.flatMap((rest) =>
      edges
        .filter(({ move }) => move + MIN_BEHIND < rest.moveIndex)
        .map((place) => ({ ...place, rest })),
    ),
  );
  const { rest, edge, isKept } = choosePlace(
    rng,
    groups,
    (place) => (place.isKept ? 0 : 1),
    "erase-middle",
  );
  const { poses, frame } = quietMoment(context, rest);
  return plantedClip(
    changeFrom(poses, frame, (pose) => withoutEdge(pose, edge)),
    {
      fault: "erase-middle",
      check: "path_temporal_consistency",
      frame,
      where: [edgeName(edge)],
      alsoChecks: ["path_continuity", ...ifSeparationLost(isKept)],
    },
  );
}
