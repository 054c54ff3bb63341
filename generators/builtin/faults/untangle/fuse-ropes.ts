/**
 * Two ropes that cross become one: from the crossing on, the rest of the second one is drawn in the
 * colour of the first, which has a branch from then on. The plug at the branch's end keeps its colour.
 */
import type { Point } from "../../../../core/geometry/homography.ts";
import {
  crossingName,
  type RopePart,
  ropeName,
  type UntanglePose,
} from "../../../../tasks/untangle/index.ts";
import type { ClipScript } from "../../script.ts";
import { buildAtPlace } from "../choose-place.ts";
import { clearance, crossingsIn, distanceTo, drawnLine, wayAlong } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { changeFrom, type UntangleContext, withRope } from "./rollout.ts";
import { listSites, type Site } from "./sites.ts";

/** Length of the branch that can be seen, in hole spacings. */
const MIN_BRANCH = 0.8;
/** From the crossing to a third rope: as it should be, and as it may be where there is no better place. */
const FROM_OTHERS = 0.35;
const MIN_FROM_OTHERS = 0.24;

type Place = {
  readonly site: Site;
  readonly trunk: number;
  readonly branch: number;
  /** Of the branching rope, by shares of its segments. */
  readonly part: RopePart;
  readonly point: Point;
  readonly isTrunkOver: boolean;
  readonly isCrowded: boolean;
  /** Frames until one of the two is moved, or to the end. */
  readonly restFrames: number;
};

export function fuseRopes(context: UntangleContext): ClipScript<UntanglePose> {
  const places = listSites(context).flatMap((site) => listPlaces(context, site));
  return buildAtPlace(
    context.rng,
    places,
    ({ site, isTrunkOver, isCrowded, restFrames }) =>
      Number(!isTrunkOver) +
      2 * Number(isCrowded) +
      site.haste -
      Math.floor((4 * restFrames) / context.poses.length) / 4,
    ({ site, trunk, branch, part, point }) => {
      if (!isBranchSeen(site.pose, { trunk, branch, part, point })) return undefined;
      const [first, second] = [site.pose.ropes[trunk], site.pose.ropes[branch]];
      if (first === undefined || second === undefined) return undefined;
      const recoloured = [{ ...part, colour: first.colour }];
      const poses = changeFrom(site.poses(), site.frame, (pose) =>
        withRope(pose, branch, (known) => ({ ...known, recoloured })),
      );
      return plantedClip(poses, site, {
        fault: "fuse-ropes",
        check: "rope_integrity",
        frame: site.frame,
        where: [
          ropeName(first.colour),
          ropeName(second.colour),
          crossingName(first.colour, second.colour),
        ],
        alsoChecks: [],
      });
    },
    "fuse-ropes",
  );
}

/** Last crossings of ropes before one of their ends. */
function listPlaces(context: UntangleContext, site: Site): Place[] {
  const { between, along } = crossingsIn(site.pose);
  return along.flatMap((list, branch) => {
    const segments = (site.pose.ropes[branch]?.points.length ?? 1) - 1;
    return [0, 1].flatMap((end): Place[] => {
      const last = end === 0 ? list[0] : list.at(-1);
      const crossing = last && between[last.crossing];
      if (last === undefined || crossing === undefined) return [];
      const share = last.at / segments;
      const third = clearance(
        [crossing.point],
        site.pose,
        (rope) => rope !== last.other && rope !== branch,
      );
      if (third < MIN_FROM_OTHERS) return [];
      return [
        {
          site,
          trunk: last.other,
          branch,
          part: end === 0 ? { from: 0, to: share } : { from: share, to: 1 },
          point: crossing.point,
          isTrunkOver: !last.isOver,
          isCrowded: third < FROM_OTHERS,
          restFrames: framesUntilMoved(context, site, [last.other, branch]),
        },
      ];
    });
  });
}

function framesUntilMoved(
  { states }: UntangleContext,
  { frames, frame }: Site,
  ropes: readonly number[],
): number {
  const moved = frames.findIndex(({ moveIndex, progress }, at) => {
    const rope = states[moveIndex + 1]?.moves.at(-1)?.rope ?? -1;
    return at > frame && progress > 0 && ropes.includes(rope);
  });
  return (moved < 0 ? frames.length : moved) - frame;
}

/** Whether the branch is long, and apart from all other ropes. */
function isBranchSeen(
  pose: UntanglePose,
  { trunk, branch, part, point }: Pick<Place, "trunk" | "branch" | "part" | "point">,
): boolean {
  const others = (rope: number): boolean => rope !== trunk && rope !== branch;
  const line = drawnLine(pose.ropes[branch]?.points ?? []);
  const count = line.length - 1;
  const piece = line.slice(Math.ceil(part.from * count), Math.floor(part.to * count) + 1);
  if ((wayAlong(piece).at(-1) ?? 0) < MIN_BRANCH) return false;
  const points = piece.map(([x, y]): Point => [x, y]);
  const away = points.filter((at) => Math.hypot(at[0] - point[0], at[1] - point[1]) > FROM_OTHERS);
  const firstLine = drawnLine(pose.ropes[trunk]?.points ?? []);
  return (
    clearance(points, pose, others) > 0.2 && away.every((at) => distanceTo(at, firstLine) > 0.2)
  );
}
