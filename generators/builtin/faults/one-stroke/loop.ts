/**
 * The stroke runs from its head back into itself and closes a cycle; then it goes on along the plan
 * from where it left it. The extra edge takes a move of its own, in time that the holds give.
 *
 * As the stroke goes on from a point that is no longer where it was drawn last, growth at the head
 * alone is broken too, unavoidably.
 */
import {
  edgeName,
  headVertex,
  isBoardEdge,
  type LatticeEdge,
  MOVE_DELTA,
  MOVES,
  type StrokePose,
  type StrokeSegment,
  type StrokeState,
  type Vertex,
} from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { easeTurn, turningFrames } from "../../timeline.ts";
import { choosePlace } from "../choose-place.ts";
import { listRests, type Rest } from "../timing.ts";
import { type Lingering, lingerAt } from "./linger.ts";
import { ifSeparationLost, plantedClip } from "./plant.ts";
import {
  changeFrom,
  keepsSeparation,
  type Rollout,
  readRollout,
  type StrokeContext,
} from "./rollout.ts";

/** Extra edges at most; one where the board has a place for it. */
const MAX_EXTRA_EDGES = 3;
/** Frames that it takes: at rest, under way, closed. */
const MIN_FRAMES = 3;

type Place = {
  readonly lingering: Lingering;
  /** From the head to a vertex of the stroke, over vertices that the stroke never comes to. */
  readonly way: readonly LatticeEdge[];
  readonly isKept: boolean;
};

export function loop(context: StrokeContext): ClipScript<StrokePose> {
  const rollout = readRollout(context);
  const groups = listRests(context).map((rests) =>
    rests.flatMap((rest) => listPlaces(context, rollout, rest)),
  );
  const { lingering, way, isKept } = choosePlace(
    context.rng,
    groups,
    (place) => 2 * place.way.length + (place.isKept ? 0 : 1),
    "loop",
  );
  const { poses, rest } = lingering;
  const growing = turningFrames(rest.lastFrame - rest.firstFrame);
  const firstFrame = rest.firstFrame + 1;
  const frame = firstFrame + growing;
  const closed = changeFrom(poses, frame, (pose) => ({
    ...pose,
    segments: [...pose.segments, ...way],
  }));
  const end: Vertex = [way.at(-1)?.[2] ?? 0, way.at(-1)?.[3] ?? 0];
  const changed = closed.map((pose, at) => {
    if (at < firstFrame || at > rest.lastFrame) return pose;
    if (at >= frame) return { ...pose, head: end };
    return growAlong(pose, way, easeTurn(at - firstFrame, growing));
  });
  return plantedClip(changed, {
    fault: "loop",
    check: "path_validity",
    frame,
    where: way.map(edgeName),
    alsoChecks: ["path_temporal_consistency", ...ifSeparationLost(isKept)],
  });
}

function listPlaces(context: StrokeContext, rollout: Rollout, rest: Rest): Place[] {
  const slot = context.timeline.slots[rest.moveIndex];
  const slotFrames = slot === undefined ? 0 : slot.endFrame - slot.firstFrame;
  const lingering = lingerAt(context, rest, 1 + slotFrames);
  if (lingering.rest.lastFrame - lingering.rest.firstFrame + 1 < MIN_FRAMES) return [];
  const state = context.states[rest.moveIndex] as StrokeState;
  return listWays(state, rollout).map((way) => ({
    lingering,
    way,
    isKept: keepsSeparation(rollout, [...rollout.edges, ...way]),
  }));
}

/** Ways from the head to the drawn stroke, the start excepted, that close a cycle. */
function listWays({ width, height, path }: StrokeState, { vertices }: Rollout): LatticeEdge[][] {
  const key = ([x, y]: Vertex): number => y * width + x;
  const head = headVertex({ path });
  const before = path.at(-2);
  const targets = new Set(path.slice(1, -1).map(key));
  const taken = new Set([...vertices, ...path].map(key));
  const ways: LatticeEdge[][] = [];
  const extend = (way: readonly LatticeEdge[], [x, y]: Vertex, passed: readonly number[]): void => {
    for (const move of MOVES) {
      const next: Vertex = [x + MOVE_DELTA[move][0], y + MOVE_DELTA[move][1]];
      const edge: LatticeEdge = [x, y, ...next];
      if (!isBoardEdge(width, height, edge)) continue;
      const isBackAtOnce = way.length === 0 && before !== undefined && key(before) === key(next);
      const longer = [...way, edge];
      if (targets.has(key(next)) && !isBackAtOnce) ways.push(longer);
      const isFree = !taken.has(key(next)) && !passed.includes(key(next));
      if (isFree && longer.length < MAX_EXTRA_EDGES) {
        extend(longer, next, [...passed, key(next)]);
      }
    }
  };
  extend([], head, []);
  return ways;
}

/** The pose with a share of the way drawn, and the head at its end. */
function growAlong(pose: StrokePose, way: readonly LatticeEdge[], share: number): StrokePose {
  const length = share * way.length;
  const drawn = way.slice(0, Math.ceil(length)).map((edge, index): StrokeSegment => {
    const [x0, y0, x1, y1] = edge;
    const part = Math.min(1, length - index);
    return [x0, y0, x0 + part * (x1 - x0), y0 + part * (y1 - y0)];
  });
  const last = drawn.at(-1);
  const head = last === undefined ? pose.head : ([last[2], last[3]] as const);
  return { ...pose, segments: [...pose.segments, ...drawn], head };
}
