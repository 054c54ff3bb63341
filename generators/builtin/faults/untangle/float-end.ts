/**
 * A carried end comes down beside its hole and stays there, standing on the board. It keeps beside it
 * in everything that the rope does afterwards, until the same end is carried again.
 */
import type { Point } from "../../../../core/geometry/homography.ts";
import type { Point3 } from "../../../../core/geometry/polyline-crossings.ts";
import { type RopePose, ropeName, type UntanglePose } from "../../../../tasks/untangle/index.ts";
import type { EndMove } from "../../../../tasks/untangle/physics/move.ts";
import { CARRYING_SHARE } from "../../../../tasks/untangle/pose.ts";
import type { ClipScript } from "../../script.ts";
import type { TimelineFrame } from "../../timeline.ts";
import { buildAtPlace } from "../choose-place.ts";
import { clearance, crossingText, wayAlong } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { alongPoints, movesOf, type UntangleContext, withRope } from "./rollout.ts";
import { listSites, type Site } from "./sites.ts";

/** Distance from the hole, in hole spacings, and directions. */
const ASIDE = 0.42;
const DIRECTIONS = Array.from({ length: 8 }, (_, k): Point => {
  const angle = (k * Math.PI) / 4;
  return [ASIDE * Math.cos(angle), ASIDE * Math.sin(angle)];
});
/** Length of rope that follows its end. */
const FOLLOWING = 1.6;
/** From the end to other ropes and their plugs, and beyond the outer holes. */
const FROM_OTHERS = 0.34;
const MARGIN = 0.45;
/** Shares of a carry between which the end is led aside: while it goes across. */
const LED = { from: 0.25, to: 0.75 } as const;

type Place = { readonly site: Site; readonly move: number; readonly aside: Point };

export function floatEnd(context: UntangleContext): ClipScript<UntanglePose> {
  const moves = movesOf(context);
  const places = listSites(context).flatMap((site): Place[] => {
    const move = site.moveIndex - 1;
    return move < 0 ? [] : DIRECTIONS.map((aside) => ({ site, move, aside }));
  });
  return buildAtPlace(
    context.rng,
    places,
    // Later moves would meet an end that looks as if it were still carried.
    ({ site, move, aside }) =>
      (move < moves.length - 1 ? 2 : 0) +
      site.haste +
      Math.ceil(4 * shortness(site, moves[move], aside)) / 4,
    ({ site, move, aside }) => {
      const moved = moves[move];
      const rope = site.pose.ropes[moved?.rope ?? -1];
      if (moved === undefined || rope === undefined) return undefined;
      const shareAt = (at: TimelineFrame | undefined): number =>
        at === undefined ? 0 : asideShare(at, moves, move);
      const rest = standAside(site.pose, moved, aside, 1);
      if (!isFree(rest, moved)) return undefined;
      const known = new Map<UntanglePose, UntanglePose>();
      const valid = site.poses();
      const poses = valid.map((pose, frame) => {
        const share = shareAt(site.frames[frame]);
        if (share === 0) return pose;
        const changed = known.get(pose) ?? standAside(pose, moved, aside, share);
        known.set(pose, changed);
        return changed;
      });
      const isSame = (pose: UntanglePose, frame: number): boolean =>
        site.frames[frame]?.progress !== 0 ||
        crossingText(pose) === crossingText(valid[frame] as UntanglePose);
      if (!poses.every(isSame)) return undefined;
      return plantedClip(poses, site, {
        fault: "float-end",
        check: "endpoint_configuration",
        frame: site.frames.findIndex((at) => isDown(at, move)),
        where: [ropeName(rope.colour)],
        alsoChecks: move < moves.length - 1 ? ["one_move_at_a_time"] : [],
      });
    },
    "float-end",
  );
}

/** How much nearer than a hole spacing the rope's two ends come. */
function shortness({ pose }: Site, moved: EndMove | undefined, aside: Point): number {
  const rope = pose.ropes[moved?.rope ?? -1];
  if (rope === undefined || moved === undefined) return 0;
  const [end, other] = [rope.ends[moved.end], rope.ends[moved.end === 0 ? 1 : 0]];
  return Math.max(0, 1 - Math.hypot(end.x + aside[0] - other.x, end.y + aside[1] - other.y));
}

/** The move is made, or its end has come down. */
function isDown({ moveIndex, progress }: TimelineFrame, move: number): boolean {
  return moveIndex > move || (moveIndex === move && progress >= CARRYING_SHARE);
}

/** How far aside the end is, 0..1. */
function asideShare(
  { moveIndex, progress }: TimelineFrame,
  moves: readonly EndMove[],
  move: number,
): number {
  if (moveIndex < move) return 0;
  const led = ledShare(progress / CARRYING_SHARE);
  if (moveIndex === move) return led;
  const isItAgain = (at: number): boolean =>
    moves[at]?.rope === moves[move]?.rope && moves[at]?.end === moves[move]?.end;
  for (let at = move + 1; at < moveIndex; at++) if (isItAgain(at)) return 0;
  return isItAgain(moveIndex) ? 1 - led : 1;
}

function ledShare(carry: number): number {
  const share = Math.min(1, Math.max(0, (carry - LED.from) / (LED.to - LED.from)));
  return share * share * (3 - 2 * share);
}

/** The pose with the end led aside, the rope next to it following. */
function standAside(
  pose: UntanglePose,
  { rope, end }: EndMove,
  aside: Point,
  share: number,
): UntanglePose {
  return withRope(pose, rope, (known: RopePose) => {
    const way = wayAlong(known.points);
    const whole = way.at(-1) ?? 0;
    const reach = Math.min(FOLLOWING, 0.8 * whole);
    return alongPoints(
      known,
      known.points.map(([x, y, height], index): Point3 => {
        const far = end === 0 ? (way[index] ?? 0) : whole - (way[index] ?? 0);
        const follows = far >= reach ? 0 : (1 + Math.cos((Math.PI * far) / reach)) / 2;
        return [x + aside[0] * share * follows, y + aside[1] * share * follows, height];
      }),
    );
  });
}

function isFree(pose: UntanglePose, { rope, end }: EndMove): boolean {
  const { x, y } = pose.ropes[rope]?.ends[end] ?? { x: 0, y: 0 };
  const [low, high] = [-MARGIN, pose.gridSize - 1 + MARGIN];
  const isInside = [x, y].every((at) => at >= low && at <= high);
  return isInside && clearance([[x, y]], pose, (other) => other !== rope) >= FROM_OTHERS;
}
