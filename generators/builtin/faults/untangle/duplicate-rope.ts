/**
 * A second rope of a colour appears, from one frame to the next, plugged into two empty holes, and
 * stays there. It meets no other rope at rest.
 */
import type { Point } from "../../../../core/geometry/homography.ts";
import type { Point3 } from "../../../../core/geometry/polyline-crossings.ts";
import {
  type EndPose,
  HOLE_SPACING,
  type RopePose,
  ropeName,
  rowColOf,
  SIZES,
  type UntanglePose,
} from "../../../../tasks/untangle/index.ts";
import { SEGMENTS } from "../../../../tasks/untangle/physics/parameters.ts";
import type { ClipScript } from "../../script.ts";
import { buildAtPlace } from "../choose-place.ts";
import { clearance, drawnLine } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { changeFrom, holesTakenFrom, type UntangleContext } from "./rollout.ts";
import { listSites, restsFrom, type Site } from "./sites.ts";

/** Distance of its holes, in hole spacings. */
const SPAN = { from: 1, to: 3 } as const;
/** Height of the bow in which it lies, as a share of its span. */
const BOW = 0.08;
/** Distance from other ropes at rest: both can be seen whole. */
const CLEAR = 0.34;

export function duplicateRope(context: UntangleContext): ClipScript<UntanglePose> {
  const places = listSites(context).flatMap((site) => listPlaces(context, site));
  return buildAtPlace(
    context.rng,
    places,
    ({ site, span }) => 4 * site.haste - Math.floor((2 * span) / SPAN.to),
    ({ site, from, to }) => {
      const points = layRope(from, to);
      const line = drawnLine(points).map(([x, y]): Point => [x, y]);
      const meets = (pose: UntanglePose): boolean => clearance(line, pose) < CLEAR;
      if (restsFrom(context, site).some(meets)) return undefined;
      const { colour } = context.rng.choice(site.pose.ropes);
      const ends = [plugAt(points[0]), plugAt(points.at(-1))] as const;
      const copy: RopePose = { colour, points, ends };
      const poses = changeFrom(site.poses(), site.frame, (pose) => ({
        ...pose,
        ropes: [...pose.ropes, copy],
      }));
      return plantedClip(poses, site, {
        fault: "duplicate-rope",
        check: "rope_identity",
        frame: site.frame,
        where: [ropeName(colour)],
        // Four ends of one colour, and two pieces.
        alsoChecks: ["endpoint_configuration", "rope_integrity"],
      });
    },
    "duplicate-rope",
  );
}

/** Pairs of holes that stay empty. */
function listPlaces(context: UntangleContext, site: Site) {
  const { gridSize } = site.pose;
  const taken = holesTakenFrom(context, site.moveIndex);
  const free = Array.from({ length: gridSize ** 2 }, (_, hole) => hole)
    .filter((hole) => !taken.has(hole))
    .map((hole): Point => [rowColOf(gridSize, hole).row, rowColOf(gridSize, hole).col])
    .filter((hole) => clearance([hole], site.pose) >= CLEAR);
  return free.flatMap((from, index) =>
    free.slice(index + 1).flatMap((to) => {
      const span = Math.hypot(to[0] - from[0], to[1] - from[1]);
      return span >= SPAN.from && span <= SPAN.to ? [{ site, from, to, span }] : [];
    }),
  );
}

/** On the board, bent a little to one side. */
function layRope(from: Point, to: Point): Point3[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return Array.from({ length: SEGMENTS + 1 }, (_, index) => {
    const share = index / SEGMENTS;
    const bow = BOW * 4 * share * (1 - share);
    return [
      from[0] + dx * share - dy * bow,
      from[1] + dy * share + dx * bow,
      SIZES.ropeRadius / HOLE_SPACING,
    ];
  });
}

function plugAt([x, y, height]: Point3 = [0, 0, 0]): EndPose {
  return { x, y, height, state: "plugged" };
}
