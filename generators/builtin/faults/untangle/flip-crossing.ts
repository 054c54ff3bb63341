/**
 * At one crossing the rope that lies over lies under from one frame to the next; what is left of the
 * plan is simulated from there.
 */
import type { Point } from "../../../../core/geometry/homography.ts";
import type {
  Crossing,
  CrossingPlace,
  Point3,
  Polyline,
} from "../../../../core/geometry/polyline-crossings.ts";
import {
  crossingName,
  HOLE_SPACING,
  SIZES,
  type UntanglePose,
} from "../../../../tasks/untangle/index.ts";
import type { ClipScript } from "../../script.ts";
import { buildAtPlace } from "../choose-place.ts";
import { clearance, crossingsIn, crossingText, pairOf, spaceBetween } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { resumedPoses } from "./resume.ts";
import { alongPoints, type UntangleContext, withRope } from "./rollout.ts";
import { listSites, type Site } from "./sites.ts";

/**
 * What makes a crossing well visible: its distance from a third rope, from an end and from another
 * crossing of the two, and the sine of the angle between them. Places that have less of one of them,
 * down to MIN_VISIBLE of it, are taken when there is no better one.
 */
const WANTED = { fromOthers: 0.4, fromEnds: 0.45, fromNext: 0.7, sine: 0.45 } as const;
const MIN_VISIBLE = 0.6;
/** Ropes change heights this far around, and less and less up to there. */
const WHOLE = 0.25;
const NONE = 0.8;
/** Centre lines of flipped ropes may be this near: less than they are thick, as contacts give. */
const MIN_SPACE = 0.13;
const GROUND = SIZES.ropeRadius / HOLE_SPACING;

export function flipCrossing(context: UntangleContext): ClipScript<UntanglePose> {
  const places = listSites(context).flatMap((site) =>
    crossingsIn(site.pose).between.map((crossing) => ({
      site,
      crossing,
      visible: visibility(site.pose, crossing),
    })),
  );
  return buildAtPlace(
    context.rng,
    places.filter(({ visible }) => visible >= MIN_VISIBLE),
    ({ site, visible }) => site.haste + Math.ceil(8 * (1 - visible)) / 2,
    ({ site, crossing }) => {
      const flipped = flip(site, crossing);
      if (flipped === undefined) return undefined;
      const [first, second] = pairOf(crossing).map((rope) => site.pose.ropes[rope]);
      if (first === undefined || second === undefined) return undefined;
      return plantedClip(resumedPoses(context, site, flipped), site, {
        fault: "flip-crossing",
        check: "crossing_change_valid",
        frame: site.frame,
        where: [crossingName(first.colour, second.colour)],
        alsoChecks: [],
      });
    },
    "flip-crossing",
  );
}

/** The least share of what WANTED asks for, at most 1. */
function visibility(pose: UntanglePose, crossing: Crossing): number {
  const pair = pairOf(crossing);
  const { point } = crossing;
  const far = (x: number, y: number): number => Math.hypot(x - point[0], y - point[1]);
  const { between, self } = crossingsIn(pose);
  const next = [...between, ...self].filter(
    (other) =>
      other !== crossing && pair.includes(other.over.line) && pair.includes(other.under.line),
  );
  const ends = pose.ropes.flatMap((rope) => rope.ends.map(({ x, y }) => far(x, y)));
  const [a, b] = [directionAt(pose, crossing.over), directionAt(pose, crossing.under)];
  return Math.min(
    1,
    clearance([point], pose, (rope) => !pair.includes(rope)) / WANTED.fromOthers,
    Math.min(...ends) / WANTED.fromEnds,
    Math.min(...next.map((other) => far(...other.point))) / WANTED.fromNext,
    Math.abs(a[0] * b[1] - a[1] * b[0]) / WANTED.sine,
  );
}

function directionAt({ ropes }: UntanglePose, { line, at }: CrossingPlace): Point {
  const points = ropes[line]?.points ?? [];
  const segment = Math.min(points.length - 2, Math.floor(at));
  const [from, to] = [points[segment] ?? [0, 0], points[segment + 1] ?? [0, 0]];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

/** The lines of both ropes with their heights exchanged around the crossing. */
function flip(
  { pose }: Site,
  { over, under, point }: Crossing,
): ReadonlyMap<number, Polyline> | undefined {
  const by = Math.max(over.height - under.height, 2 * GROUND);
  const shift = (line: number, towards: number): Polyline =>
    (pose.ropes[line]?.points ?? []).map(([x, y, height], index, all): Point3 => {
      const isEnd = index === 0 || index === all.length - 1;
      const distance = Math.hypot(x - point[0], y - point[1]);
      const share = isEnd ? 0 : Math.min(1, Math.max(0, (NONE - distance) / (NONE - WHOLE)));
      const smooth = share * share * (3 - 2 * share);
      return [x, y, Math.max(Math.min(height, GROUND), height + towards * smooth)];
    });
  const lines = new Map([
    [over.line, shift(over.line, -by)],
    [under.line, shift(under.line, by)],
  ]);
  const changed = [...lines].reduce(
    (known, [rope, points]) => withRope(known, rope, (at) => alongPoints(at, points)),
    pose,
  );
  if (!isOnlyFlip(crossingText(pose), crossingText(changed))) return undefined;
  for (const rope of lines.keys()) {
    for (const other of pose.ropes.keys()) {
      const least = Math.min(MIN_SPACE, 0.9 * spaceBetween(pose, rope, other));
      if (other !== rope && spaceBetween(changed, rope, other) < least) return undefined;
    }
  }
  return lines;
}

/** Whether one mark, and nothing else, differs. */
function isOnlyFlip(before: string, after: string): boolean {
  const marks = [...before].filter((mark, index) => mark !== after[index]);
  return before.length === after.length && marks.length === 1;
}
