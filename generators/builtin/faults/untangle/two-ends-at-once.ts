/**
 * Two ends of different ropes are carried at the same time: two moves of the plan that follow one
 * another, or a move of the plan and one that is not in it.
 */
import type { Point } from "../../../../core/geometry/homography.ts";
import { ropeName, rowColOf, type UntanglePose } from "../../../../tasks/untangle/index.ts";
import type { EndMove } from "../../../../tasks/untangle/physics/move.ts";
import { CARRYING_SHARE } from "../../../../tasks/untangle/pose.ts";
import type { ClipScript } from "../../script.ts";
import { buildAtPlace } from "../choose-place.ts";
import { minVisibleFrames } from "../timing.ts";
import { type BothMoves, posesOf, together } from "./both-moves.ts";
import { crossingsIn, distanceTo, drawnLine, pairText } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import type { Replay } from "./replay.ts";
import { holesTakenFrom, movesOf, stateAt, type UntangleContext } from "./rollout.ts";
import { type Staged, stageMove } from "./stage.ts";

/** Distances that an extra move may go, in hole spacings. */
const DETOUR = { from: 1, to: 3 } as const;
/** From the extra move's hole, and from the rope's way there, to other ropes. */
const FROM_OTHERS = 0.34;
/** An end is seen to be carried this far from its old hole and from its new one. */
const AWAY = 0.25;
/**
 * Frames of the two moves: up, across, down, settling; and shorter ones, where there is no time for
 * the first. Across they are to be seen for a while.
 */
const PACES = [
  [3, 14, 3, 7],
  [2, 10, 2, 4],
  [1, 9, 1, 2],
] as const;
/** Progress of a move after each of them. */
const PHASES = [0.25 * CARRYING_SHARE, 0.75 * CARRYING_SHARE, CARRYING_SHARE, 1] as const;
/** Looks at the two moves together. */
const STEPS = 16;
/** Cost of what is taken only where there is nothing better. */
const LAST_RESORT = 10;

type Place = BothMoves & {
  readonly staged: Staged;
  readonly cost: number;
  /** Whether crossings may be left in the end that the plan does not leave: as a last resort. */
  readonly mayTangle: boolean;
};

export function twoEndsAtOnce(context: UntangleContext): ClipScript<UntanglePose> {
  const moves = movesOf(context);
  return buildAtPlace(
    context.rng,
    moves.flatMap((_, move) => [...mergedPlaces(context, move), ...detourPlaces(context, move)]),
    ({ staged, cost }) => cost + staged.haste,
    (place) => {
      const made = moves[place.move];
      if (made === undefined) return undefined;
      const { during, after } = together(context, place);
      if (!isUnrelated(made, place, during)) return undefined;
      const resumed = after();
      if (!place.mayTangle && adds(context, resumed)) return undefined;
      const poses = posesOf(context, place.move, place.staged, during, resumed);
      const carried = poses.map(
        (pose, frame) =>
          place.staged.frames[frame]?.moveIndex === place.move &&
          [made, place.extra].every((of) => isCarried(pose, of)),
      );
      const [first, last] = [carried.indexOf(true), carried.lastIndexOf(true)];
      if (first < 0 || last - first + 1 < minVisibleFrames(context)) return undefined;
      const names = [made, place.extra].map(({ rope }) => poses[0]?.ropes[rope]?.colour ?? "red");
      return plantedClip(poses, place.staged, {
        fault: "two-ends-at-once",
        check: "one_move_at_a_time",
        frame: first,
        toFrame: last,
        where: names.map(ropeName),
        alsoChecks: [],
      });
    },
    "two-ends-at-once",
  );
}

function stageSlowly(
  context: UntangleContext,
  moveCount: number,
  moveIndex: number,
): Staged | undefined {
  for (const pace of PACES) {
    const progresses = pace.flatMap((frames, phase) => {
      const [from, to] = [PHASES[phase - 1] ?? 0, PHASES[phase] ?? 1];
      const isLast = phase === pace.length - 1;
      const steps = isLast ? frames + 1 : frames;
      return Array.from({ length: frames }, (_, k) => from + ((to - from) * (k + 1)) / steps);
    });
    const staged = stageMove(context, { moveCount, moveIndex, progresses });
    if (staged !== undefined) return staged;
  }
  return undefined;
}

/** A move and the next one, of another rope. */
function mergedPlaces(context: UntangleContext, move: number): Place[] {
  const moves = movesOf(context);
  const [made, extra] = [moves[move], moves[move + 1]];
  const isApart = made?.rope !== extra?.rope && made?.source !== extra?.target;
  if (made === undefined || extra === undefined || !isApart) return [];
  const staged = stageSlowly(context, moves.length - 1, move);
  if (staged === undefined) return [];
  return [{ move, extra, left: moves.slice(move + 2), staged, cost: 0, mayTangle: true }];
}

/** A move, and another one into the open that the plan does not need. */
function detourPlaces(context: UntangleContext, move: number): Place[] {
  const moves = movesOf(context);
  const made = moves[move];
  const staged = stageSlowly(context, moves.length, move);
  if (made === undefined || staged === undefined) return [];
  const state = stateAt(context, move + 1);
  const pose = context.task.poseOf(state);
  const taken = new Set([...holesTakenFrom(context, move), made.source]);
  const left = moves.slice(move + 1);
  const free = Array.from({ length: state.gridSize ** 2 }, (_, hole) => hole).filter(
    (hole) => !taken.has(hole),
  );
  const placeOf = (hole: number): Point => {
    const { row, col } = rowColOf(state.gridSize, hole);
    return [row, col];
  };
  return state.ropes.flatMap(({ ends }, rope) =>
    ([0, 1] as const).flatMap((end) => {
      const isMoved = [made, ...left].some((at) => at.rope === rope);
      if (isMoved) return [];
      const [source, stays] = [placeOf(ends[end]), placeOf(ends[end === 0 ? 1 : 0])];
      return free.flatMap((target): Place[] => {
        const to = placeOf(target);
        const distance = Math.hypot(to[0] - source[0], to[1] - source[1]);
        if (distance < DETOUR.from || distance > DETOUR.to) return [];
        const met = ropesOnWay(pose, rope, stays, to);
        const extra = { rope, end, source: ends[end], target };
        const place = { move, extra, left, staged };
        return [
          { ...place, cost: 1 + met, mayTangle: false },
          { ...place, cost: LAST_RESORT + met, mayTangle: true },
        ];
      });
    }),
  );
}

/** Other ropes near the straight way between two holes. */
function ropesOnWay(pose: UntanglePose, rope: number, from: Point, to: Point): number {
  const way = Array.from({ length: 13 }, (_, index): Point => {
    const share = index / 12;
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  });
  return pose.ropes.filter(({ points }, other) => {
    const line = drawnLine(points);
    return other !== rope && way.some((point) => distanceTo(point, line) < FROM_OTHERS);
  }).length;
}

/**
 * Whether the two moves leave other ropes' crossings with each other alone, and those of the two with
 * each other except as a last resort, and never meet.
 */
function isUnrelated(
  made: EndMove,
  { extra, cost }: Place,
  during: (progress: number) => UntanglePose,
): boolean {
  const poses = Array.from({ length: STEPS - 1 }, (_, step) => during((step + 1) / STEPS));
  const count = poses[0]?.ropes.length ?? 0;
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) {
      const pair = [first, second];
      const carried = [made, extra].filter(({ rope }) => pair.includes(rope)).length;
      if (carried === 1 || (carried === 2 && cost >= LAST_RESORT)) continue;
      const texts = new Set(poses.map((pose) => pairText(pose, first, second)));
      if (texts.size > 1) return false;
    }
  }
  return poses.every((pose) => {
    const [a, b] = [made, extra].map(({ rope, end }) => pose.ropes[rope]?.ends[end]);
    return a !== undefined && b !== undefined && Math.hypot(a.x - b.x, a.y - b.y) > 2 * FROM_OTHERS;
  });
}

/** Whether the extra move leaves crossings in the end that the plan does not. */
function adds({ states, task }: UntangleContext, { rests }: Replay): boolean {
  const planned = states.at(-1);
  const last = rests.at(-1);
  if (planned === undefined || last === undefined) return true;
  return crossingsIn(last).between.length > crossingsIn(task.poseOf(planned)).between.length;
}

/** Whether an end is away from both of its holes. */
function isCarried({ gridSize, ropes }: UntanglePose, { rope, end, source, target }: EndMove) {
  const at = ropes[rope]?.ends[end];
  return (
    at !== undefined &&
    [source, target].every((hole) => {
      const { row, col } = rowColOf(gridSize, hole);
      return Math.hypot(at.x - row, at.y - col) >= AWAY;
    })
  );
}
