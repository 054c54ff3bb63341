/** The stroke cuts a corner: straight across a cell, over the frames of the two moves around it. */
import {
  type Cell,
  cellName,
  type LatticeEdge,
  type StrokePose,
  type StrokeSegment,
  type StrokeState,
  type Vertex,
} from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { easeTurn, turningFrames } from "../../timeline.ts";
import { choosePlace } from "../choose-place.ts";
import { groupByTime } from "../timing.ts";
import { ifSeparationLost, plantedClip } from "./plant.ts";
import {
  changeFrom,
  edgesWithout,
  keepsSeparation,
  type Rollout,
  readRollout,
  type StrokeContext,
  withoutEdge,
} from "./rollout.ts";

/** Share of the diagonal from which on its direction can be told from that of an edge. */
const VISIBLE_SHARE = 0.25;

type Corner = {
  /** The first of the two edges that are cut off. */
  readonly index: number;
  readonly from: Vertex;
  readonly to: Vertex;
  readonly cell: Cell;
  readonly isKept: boolean;
  readonly isBlank: boolean;
  /** Frames of the two moves, `endFrame` not included. */
  readonly firstFrame: number;
  readonly endFrame: number;
};

export function diagonal(context: StrokeContext): ClipScript<StrokePose> {
  const { poses, rng, states, task } = context;
  const rollout = readRollout(context);
  const corner = choosePlace(
    rng,
    groupByTime(context, listCorners(context, rollout), (place) => place.firstFrame),
    (place) => 2 * Number(!place.isKept) + Number(!place.isBlank),
    "diagonal",
  );
  const { index, from, to, firstFrame, endFrame } = corner;
  const cut = cutEdges(rollout, index);
  const move = rollout.moveOf[index] ?? 0;
  const before = task.poseOf(states[move] as StrokeState);
  const turning = turningFrames(endFrame - firstFrame);
  const shareAt = (frame: number): number =>
    frame - firstFrame < turning ? easeTurn(frame - firstFrame, turning) : 1;
  const whole: StrokeSegment = [...from, ...to];
  const cutPose = (pose: StrokePose): StrokePose => {
    const rest = cut.reduce(withoutEdge, pose);
    return { ...rest, segments: rest.segments.toSpliced(index, 0, whole) };
  };
  const settled = cutPose(task.poseOf(states[move + 2] as StrokeState));
  const changed = changeFrom(poses, endFrame, cutPose).map((pose, frame) => {
    if (frame < firstFrame || frame >= endFrame) return pose;
    const share = shareAt(frame);
    if (share === 1) return settled;
    const head: Vertex = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    const piece: StrokeSegment = [...from, ...head];
    return { ...before, segments: [...before.segments, piece], head };
  });
  const visible = Array.from({ length: turning + 1 }, (_, k) => firstFrame + k).find(
    (frame) => shareAt(frame) >= VISIBLE_SHARE,
  );
  return plantedClip(changed, {
    fault: "diagonal",
    check: "path_validity",
    frame: visible ?? firstFrame,
    where: [cellName(corner.cell)],
    alsoChecks: ifSeparationLost(corner.isKept),
  });
}

function listCorners({ timeline }: StrokeContext, rollout: Rollout): Corner[] {
  const { vertices, edges, moveOf, cells } = rollout;
  return edges.flatMap((_, index) => {
    const [from, to] = [vertices[index], vertices[index + 2]];
    const move = moveOf[index] ?? -1;
    const isAtPeg = index === 0 || index === edges.length - 2;
    if (from === undefined || to === undefined || isAtPeg || move < 0) return [];
    if (from[0] === to[0] || from[1] === to[1]) return [];
    const { firstFrame = 0 } = timeline.slots[move] ?? {};
    const { endFrame = 0 } = timeline.slots[move + 1] ?? {};
    if (endFrame <= firstFrame) return [];
    const cell = [Math.min(from[0], to[0]), Math.min(from[1], to[1])] as const;
    const isKept = keepsSeparation(rollout, edgesWithout(rollout, cutEdges(rollout, index)));
    const isBlank = cells[cell[1]]?.[cell[0]] === null;
    return [{ index, from, to, cell, isKept, isBlank, firstFrame, endFrame }];
  });
}

function cutEdges({ edges }: Rollout, index: number): LatticeEdge[] {
  return edges.slice(index, index + 2);
}
