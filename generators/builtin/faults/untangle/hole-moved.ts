/** An empty hole that nothing covers shifts a little, from one frame to the next, and stays there. */
import type { Point } from "../../../../core/geometry/homography.ts";
import { holeName, rowColOf, type UntanglePose } from "../../../../tasks/untangle/index.ts";
import type { ClipScript } from "../../script.ts";
import { buildAtPlace } from "../choose-place.ts";
import { clearance } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { changeFrom, holesTakenFrom, type UntangleContext } from "./rollout.ts";
import { listSites, restsFrom, type Site } from "./sites.ts";

/** Along rows, columns and diagonals; 0.42 hole spacings each. */
const SHIFT = 0.42;
const DIRECTIONS = Array.from({ length: 8 }, (_, k): Point => {
  const angle = (k * Math.PI) / 4;
  return [SHIFT * Math.cos(angle), SHIFT * Math.sin(angle)];
});
/** From the axis of a rope that leaves the whole hole to be seen, and a little of the board. */
const UNCOVERED = 0.36;

export function holeMoved(context: UntangleContext): ClipScript<UntanglePose> {
  const gridSize = context.states[0]?.gridSize ?? 0;
  const places = listSites(context).flatMap((site) => listPlaces(context, site, gridSize));
  return buildAtPlace(
    context.rng,
    places,
    ({ site }) => site.haste,
    ({ site, hole, points, shift }) => {
      const isCovered = (pose: UntanglePose): boolean => clearance(points, pose) < UNCOVERED;
      if (restsFrom(context, site).some(isCovered)) return undefined;
      const holeShifts = [{ hole, dx: shift[0], dy: shift[1] }];
      const poses = changeFrom(site.poses(), site.frame, (pose) => ({ ...pose, holeShifts }));
      return plantedClip(poses, site, {
        fault: "hole-moved",
        check: "board_intact",
        frame: site.frame,
        where: [holeName(gridSize, hole)],
        alsoChecks: [],
      });
    },
    "hole-moved",
  );
}

/** Holes that stay empty, with ways within the board on which they do not come near another hole. */
function listPlaces(context: UntangleContext, site: Site, gridSize: number) {
  const taken = holesTakenFrom(context, site.moveIndex);
  return Array.from({ length: gridSize ** 2 }, (_, hole) => hole).flatMap((hole) => {
    if (taken.has(hole)) return [];
    const { row, col } = rowColOf(gridSize, hole);
    return DIRECTIONS.flatMap((shift) => {
      const to: Point = [row + shift[0], col + shift[1]];
      const isInside = to.every((at) => at >= 0 && at <= gridSize - 1);
      const from: Point = [row, col];
      return isInside ? [{ site, hole, points: [from, to], shift }] : [];
    });
  });
}
