/** A stretch in the middle of a rope is missing from one frame on, where nothing lies over it. */
import type { Point } from "../../../../core/geometry/homography.ts";
import type { Point3 } from "../../../../core/geometry/polyline-crossings.ts";
import {
  HOLE_SPACING,
  ropeName,
  SIZES,
  type UntanglePose,
} from "../../../../tasks/untangle/index.ts";
import type { ClipScript } from "../../script.ts";
import { buildAtPlace } from "../choose-place.ts";
import { clearance, distanceTo, drawnLine, wayAlong } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { changeFrom, type UntangleContext, withRope } from "./rollout.ts";
import { listSites, restsFrom, type Site } from "./sites.ts";

/** What is seen to be missing, in hole spacings; the ends beside it are round. */
const MISSING = 0.42;
const CUT = MISSING + (2 * SIZES.ropeRadius) / HOLE_SPACING;
/** Between the cut and the rope's own ends, and between the cut and other ropes. */
const FROM_ENDS = 0.3;
const FROM_OTHERS = 0.3;

type Place = {
  readonly site: Site;
  readonly rope: number;
  /** Shares of the rope's pieces. */
  readonly from: number;
  readonly to: number;
};

export function cutRope(context: UntangleContext): ClipScript<UntanglePose> {
  const places = listSites(context).flatMap((site) =>
    site.pose.ropes.flatMap((_, rope) => listCuts(site, rope)),
  );
  return buildAtPlace(
    context.rng,
    places,
    ({ site, rope, from, to }) =>
      2 * Number(site.movesLater(rope)) + Math.round(2 * Math.abs(from + to - 1)) + site.haste,
    ({ site, rope, from, to }) => {
      const isHidden = (pose: UntanglePose): boolean => !isCutSeen(pose, { rope, from, to });
      if (restsFrom(context, site).some(isHidden)) return undefined;
      const poses = changeFrom(site.poses(), site.frame, (pose) =>
        withRope(pose, rope, (known) => ({ ...known, gaps: [{ from, to }] })),
      );
      const { colour } = site.pose.ropes[rope] ?? {};
      return plantedClip(poses, site, {
        fault: "cut-rope",
        check: "rope_integrity",
        frame: site.frame,
        where: colour === undefined ? [] : [ropeName(colour)],
        alsoChecks: [],
      });
    },
    "cut-rope",
  );
}

/** Cuts of CUT at each piece of the drawn rope, away from its ends. */
function listCuts(site: Site, rope: number): Place[] {
  const line = drawnLine(site.pose.ropes[rope]?.points ?? []);
  const way = wayAlong(line);
  const [last = 0, count] = [way.at(-1), way.length - 1];
  return way.flatMap((start, first) => {
    const after = way.findIndex((at) => at - start >= CUT);
    if (start < FROM_ENDS || after < 0 || last - (way[after] ?? last) < FROM_ENDS) return [];
    return [{ site, rope, from: first / count, to: after / count }];
  });
}

/** Whether nothing lies near what is missing, the rope's own other parts included. */
function isCutSeen(pose: UntanglePose, { rope, from, to }: Omit<Place, "site">): boolean {
  const line = drawnLine(pose.ropes[rope]?.points ?? []);
  const [first, last] = [Math.round(from * (line.length - 1)), Math.round(to * (line.length - 1))];
  const cut = line.slice(first, last + 1).map(([x, y]): Point => [x, y]);
  if (clearance(cut, pose, (other) => other !== rope) < FROM_OTHERS) return false;
  const middle: Point = cut[Math.floor(cut.length / 2)] ?? [0, 0];
  const own: Point3[][] = [line.slice(0, first), line.slice(last + 1)];
  return own.every((part) => part.length < 2 || distanceTo(middle, part) > MISSING / 2);
}
