/**
 * The middle of a rope is pushed sideways through another one's plugged end, over some frames, and
 * stays beyond it: one crossing of the two comes or goes while all ends rest. What is left of the
 * plan is simulated from there.
 */
import type { Point } from "../../../../core/geometry/homography.ts";
import type { Point3, Polyline } from "../../../../core/geometry/polyline-crossings.ts";
import {
  crossingName,
  HOLE_SPACING,
  SIZES,
  type UntanglePose,
} from "../../../../tasks/untangle/index.ts";
import type { ClipScript } from "../../script.ts";
import { easeTurn } from "../../timeline.ts";
import { buildAtPlace } from "../choose-place.ts";
import {
  clearance,
  crossingsIn,
  crossingText,
  distanceTo,
  drawnLine,
  nearestOn,
  pairOf,
  pairText,
  planeLength,
  spaceBetween,
  wayAlong,
} from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { resumedPoses } from "./resume.ts";
import { alongPoints, type UntangleContext, withRope } from "./rollout.ts";
import { listSites, type Site } from "./sites.ts";

/** How far beside an end a rope may lie that is pushed through it, and how far beyond it comes. */
const REACH = 1.05;
const BEYOND = 0.33;
/** Half the length of the part that gives way, in hole spacings. */
const HALF_WIDTHS = [1, 1.4, 2, 3, 4.5];
/** How round the tip of that part is: 0 for a corner. */
const ROUNDNESS = 0.25;
/** From the foot to the rope's own ends. */
const FROM_ENDS = 0.55;
/** Changes of a rope's length that are none, and the largest where there is no better place. */
const SAME_LENGTH = 0.08;
const MAX_STRETCH = 0.3;
/** From a pushed rope to plugs and to ropes that it does not cross. */
const FROM_PLUGS = 0.28;
const FROM_OTHERS = 0.23;
/** From the new crossing to the end that was passed. */
const FROM_PASSED = 0.2;
/** A third rope farther than this from the end does not disturb. */
const ALONE = 0.6;
const THICKNESS = (2 * SIZES.ropeRadius) / HOLE_SPACING;
const MIN_SPACE = 0.13;
const MOTION_SEC = 0.5;

type Place = {
  readonly site: Site;
  readonly pushed: number;
  readonly passed: number;
  readonly end: 0 | 1;
  /** Where the rope is pushed to; and by how much its length changes, as a share. */
  readonly line: Polyline;
  readonly stretch: number;
  /** What makes it hard to see: third ropes near the end, and crossings of the pushed rope. */
  readonly crowd: number;
};

export function silentCrossing(context: UntangleContext): ClipScript<UntanglePose> {
  const motion = Math.max(2, Math.round(MOTION_SEC * context.fps));
  const places = listSites(context, motion).flatMap(listPlaces);
  return buildAtPlace(
    context.rng,
    places,
    ({ site, stretch, crowd }) =>
      site.haste + Math.ceil(8 * Math.max(0, stretch - SAME_LENGTH)) / 2 + Math.ceil(2 * crowd) / 2,
    (place) => {
      const { site, pushed, passed, line, stretch } = place;
      if (!isOneCrossing(place)) return undefined;
      const shown = Array.from({ length: motion }, (_, index) => {
        const share = index === motion - 1 ? 1 : easeTurn(index, motion - 1);
        return pushedPose(place, share);
      });
      const [first, second] = [site.pose.ropes[pushed], site.pose.ropes[passed]];
      const text = pairText(site.pose, pushed, passed);
      const changed = shown.findIndex((pose) => pairText(pose, pushed, passed) !== text);
      if (first === undefined || second === undefined || changed < 0) return undefined;
      const poses = resumedPoses(context, site, new Map([[pushed, line]]));
      const film = poses.map((pose, at) => shown[at - site.frame] ?? pose);
      return plantedClip(film, site, {
        fault: "silent-crossing",
        check: "crossing_change_valid",
        frame: site.frame + changed,
        where: [crossingName(first.colour, second.colour)],
        alsoChecks: stretch > SAME_LENGTH ? ["length_conserved"] : [],
      });
    },
    "silent-crossing",
  );
}

/** Ropes beside other ropes' ends, and ways to push them beyond. */
function listPlaces(site: Site): Place[] {
  return site.pose.ropes.flatMap((rope, pushed) => {
    const length = planeLength(drawnLine(rope.points));
    return site.pose.ropes.flatMap((other, passed) => {
      if (passed === pushed) return [];
      return other.ends.flatMap((plug, end) => {
        const crowd = crowdAt(site.pose, [pushed, passed], [plug.x, plug.y]);
        return HALF_WIDTHS.flatMap((halfWidth): Place[] => {
          const line = push(rope.points, [plug.x, plug.y], halfWidth);
          if (line === undefined) return [];
          const laid = liftOver(site.pose, line, pushed, passed, [plug.x, plug.y]);
          const stretch = Math.abs(planeLength(drawnLine(laid)) / length - 1);
          if (stretch > MAX_STRETCH) return [];
          return [{ site, pushed, passed, end: end === 0 ? 0 : 1, line: laid, stretch, crowd }];
        });
      });
    });
  });
}

function crowdAt(pose: UntanglePose, pair: readonly [number, number], plug: Point): number {
  const third = clearance([plug], pose, (rope) => !pair.includes(rope));
  const others = crossingsIn(pose).along[pair[0]]?.filter(({ other }) => other !== pair[1]) ?? [];
  return 3 * Math.max(0, ALONE - third) + 0.2 * others.length;
}

/** The points pushed through a plug; undefined when it is not beside their middle. */
function push(points: Polyline, plug: Point, halfWidth: number): Polyline | undefined {
  const { distance, at, point } = nearestOn(plug, points);
  const way = wayAlong(points);
  const whole = way.at(-1) ?? 0;
  const before = way[Math.floor(at)] ?? 0;
  const foot = before + (at - Math.floor(at)) * ((way[Math.floor(at) + 1] ?? before) - before);
  const isBeside = foot >= FROM_ENDS && whole - foot >= FROM_ENDS;
  if (!isBeside || distance > REACH || distance < 1e-3) return undefined;
  const by = (distance + BEYOND) / distance;
  const [dx, dy] = [(plug[0] - point[0]) * by, (plug[1] - point[1]) * by];
  return points.map(([x, y, height], index): Point3 => {
    const aside = (way[index] ?? 0) - foot;
    const room = Math.min(halfWidth, aside < 0 ? foot : whole - foot);
    const share = tent(Math.abs(aside) / room);
    return [x + dx * share, y + dy * share, height];
  });
}

/** 1 at 0, 0 from 1 on, nearly straight between: what lengthens a straight rope least. */
function tent(aside: number): number {
  const rounded = (value: number): number => Math.sqrt(value * value + ROUNDNESS * ROUNDNESS);
  return aside >= 1 ? 0 : (rounded(1) - rounded(aside)) / (rounded(1) - rounded(0));
}

/** Raises the moved line where it crosses the other rope near the passed end. */
function liftOver(
  pose: UntanglePose,
  moved: readonly Point3[],
  pushed: number,
  passed: number,
  plug: Point,
): Polyline {
  const laid = withRope(pose, pushed, (rope) => alongPoints(rope, moved));
  const crossing = crossingsIn(laid).between.find(
    (at) =>
      pairOf(at).includes(pushed) &&
      pairOf(at).includes(passed) &&
      Math.hypot(at.point[0] - plug[0], at.point[1] - plug[1]) < REACH,
  );
  if (crossing === undefined) return moved;
  const [own, other] =
    crossing.over.line === pushed
      ? [crossing.over, crossing.under]
      : [crossing.under, crossing.over];
  const by = other.height + THICKNESS - own.height;
  if (by <= 0) return moved;
  return moved.map(([x, y, height], index): Point3 => {
    const isEnd = index === 0 || index === moved.length - 1;
    const far = Math.hypot(x - crossing.point[0], y - crossing.point[1]);
    const share = isEnd ? 0 : Math.min(1, Math.max(0, (0.8 - far) / 0.5));
    return [x, y, height + by * share * share * (3 - 2 * share)];
  });
}

function pushedPose({ site, pushed, line }: Place, share: number): UntanglePose {
  return withRope(site.pose, pushed, (rope) =>
    alongPoints(
      rope,
      rope.points.map(([x, y, height], index): Point3 => {
        const to = line[index] ?? [x, y, height];
        return [
          x + (to[0] - x) * share,
          y + (to[1] - y) * share,
          height + (to[2] - height) * share,
        ];
      }),
    ),
  );
}

/** Poses between that are looked at. */
const STEPS = 8;

/** Whether one crossing of the two comes or goes, and nothing else happens to any rope. */
function isOneCrossing(place: Place): boolean {
  const { site, pushed, passed, end } = place;
  const { pose } = site;
  const laid = pushedPose(place, 1);
  const [before, after] = [pairText(pose, pushed, passed), pairText(laid, pushed, passed)];
  if (Math.abs(after.length - before.length) !== 1) return false;
  const old = drawnLine(pose.ropes[pushed]?.points ?? []);
  const drawn = drawnLine(laid.ropes[pushed]?.points ?? []);
  const others = crossingText(pose, [pushed, passed]);
  const loops = crossingsIn(pose).self.length;
  for (let step = 1; step <= STEPS; step++) {
    const between = pushedPose(place, step / STEPS);
    if (crossingText(between, [pushed, passed]) !== others) return false;
    if (crossingsIn(between).self.length !== loops) return false;
  }
  const moved = drawn
    .filter(
      ([x, y], index) => Math.hypot(x - (old[index]?.[0] ?? x), y - (old[index]?.[1] ?? y)) > 0.1,
    )
    .map(([x, y]): Point => [x, y]);
  const isMovedNear = (point: Point, distance: number): boolean =>
    moved.some(([x, y]) => Math.hypot(x - point[0], y - point[1]) < distance);
  for (const [index, rope] of pose.ropes.entries()) {
    if (index === pushed) continue;
    if (rope.ends.some(({ x, y }) => isMovedNear([x, y], FROM_PLUGS))) return false;
    const isCrossed = pairText(laid, pushed, index) !== "";
    const near = clearance(moved, pose, (other) => other === index);
    if (!isCrossed && near < FROM_OTHERS) return false;
    const least = Math.min(MIN_SPACE, 0.9 * spaceBetween(pose, pushed, index));
    if (spaceBetween(laid, pushed, index) < least) return false;
  }
  const plug = pose.ropes[passed]?.ends[end];
  const crossed = crossingsIn(laid).between.filter(
    (at) => pairOf(at).includes(pushed) && pairOf(at).includes(passed),
  );
  return (
    plug !== undefined &&
    distanceTo([plug.x, plug.y], drawn) >= FROM_PLUGS &&
    crossed.every(({ point }) => Math.hypot(point[0] - plug.x, point[1] - plug.y) >= FROM_PASSED)
  );
}
