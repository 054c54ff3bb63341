/**
 * An edge appears at once, away from the head. On the way of the stroke it hangs free until the
 * stroke arrives and goes on beyond it; off the way it hangs free to the end.
 *
 * While it hangs free the stroke is in two parts, so that continuity is broken too, unavoidably.
 */
import {
  edgeName,
  type LatticeEdge,
  type StrokePose,
  type Vertex,
} from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import type { TimelineFrame } from "../../timeline.ts";
import { choosePlace } from "../choose-place.ts";
import { listRests, minVisibleFrames, type Rest } from "../timing.ts";
import { quietMoment } from "./linger.ts";
import { frameOfMove, plantedClip } from "./plant.ts";
import { type Rollout, readRollout, type StrokeContext } from "./rollout.ts";

/** Edges between the head and the one that appears, at least. */
const MIN_AHEAD = 2;

type Place = {
  readonly rest: Rest;
  readonly edge: LatticeEdge;
  /** The move that would draw it, undefined when none would. */
  readonly move?: number;
};

export function jumpAhead(context: StrokeContext): ClipScript<StrokePose> {
  const { rng } = context;
  const rollout = readRollout(context);
  const strays = listStrayEdges(rollout);
  const groups = listRests(context).flatMap((rests) => {
    const onWay = rests.flatMap((rest) => placesOnWay(context, rollout, rest));
    const offWay = rests.flatMap((rest): Place[] => strays.map((edge) => ({ rest, edge })));
    return rng.shuffle([onWay, offWay]);
  });
  const { rest, edge, move } = choosePlace(rng, groups, () => 0, "jump-ahead");
  const { poses, frames, frame } = quietMoment(context, rest);
  const isMissing = (at: number): boolean =>
    at >= frame && (move === undefined || (frames[at]?.moveIndex ?? 0) <= move);
  const added = new Map<StrokePose, StrokePose>();
  const changed = poses.map((pose, at) => {
    if (!isMissing(at)) return pose;
    const known = added.get(pose) ?? withEdge(pose, edge, isUnderWay(frames[at], move));
    added.set(pose, known);
    return known;
  });
  const joined = move === undefined ? -1 : frames.findIndex(({ moveIndex }) => moveIndex >= move);
  return plantedClip(changed, {
    fault: "jump-ahead",
    check: "path_temporal_consistency",
    frame,
    ...(joined === -1 ? {} : { toFrame: joined - 1 }),
    where: [edgeName(edge)],
    alsoChecks: ["path_continuity"],
  });
}

/** The pose with a whole edge; in place of the piece that is being drawn over it, if any. */
function withEdge(pose: StrokePose, edge: LatticeEdge, replacesLast: boolean): StrokePose {
  const segments = replacesLast ? pose.segments.slice(0, -1) : pose.segments;
  return { ...pose, segments: [...segments, edge] };
}

function isUnderWay(frame: TimelineFrame | undefined, move: number | undefined): boolean {
  return frame !== undefined && frame.moveIndex === move && frame.progress > 0;
}

/** Edges of the plan far enough ahead that they hang free for a while; not the one at the goal. */
function placesOnWay(context: StrokeContext, rollout: Rollout, rest: Rest): Place[] {
  return rollout.edges.slice(0, -1).flatMap((edge, index) => {
    const move = rollout.moveOf[index] ?? -1;
    const freeFrames = frameOfMove(context, move) - rest.lastFrame;
    const isAhead = move >= rest.moveIndex + MIN_AHEAD;
    return isAhead && freeFrames >= minVisibleFrames(context) ? [{ rest, edge, move }] : [];
  });
}

/** Edges that no vertex of the finished stroke touches. */
function listStrayEdges({ width, height, vertices }: Rollout): LatticeEdge[] {
  const touched = new Set(vertices.map(([x, y]) => y * width + x));
  const isFree = ([x, y]: Vertex): boolean =>
    x < width && y < height && !touched.has(y * width + x);
  const strays: LatticeEdge[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isFree([x, y])) continue;
      if (isFree([x + 1, y])) strays.push([x, y, x + 1, y]);
      if (isFree([x, y + 1])) strays.push([x, y, x, y + 1]);
    }
  }
  return strays;
}
