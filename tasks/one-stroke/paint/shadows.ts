/** Shadows that the published sun throws on the slab. Owns their outlines, not their colour. */
import type { Point } from "../../../core/geometry/homography.ts";
import { type Camera, project } from "../../scene/camera/camera.ts";
import { add, cross, normalise, scale, subtract, type Vec3 } from "../../scene/camera/vector.ts";
import { HEIGHTS, SIZES, SUN } from "../look.ts";
import { circlePoints, convexHull, projectAll } from "./shapes.ts";

const TO_SUN = normalise(SUN);
const CIRCLE_POINTS = 20;

/** Where the shadow of a point falls on the slab. */
function dropPoint(point: Vec3): Vec3 {
  return subtract(point, scale(TO_SUN, (point[1] - HEIGHTS.slabTop) / TO_SUN[1]));
}

/** Outline in pixels of the shadow of a convex body given by its corners. */
export function shadowOutline(camera: Camera, corners: readonly Vec3[]): Point[] {
  return convexHull(projectAll(camera, corners.map(dropPoint)));
}

/** Outline in pixels of the shadow of a peg that stands on `foot`, a point at any height. */
export function pegShadow(camera: Camera, foot: Vec3): Point[] {
  const at = (height: number): Vec3 => [foot[0], height, foot[2]];
  return shadowOutline(camera, [
    ...circlePoints(at(HEIGHTS.pegBottom), [0, 1, 0], SIZES.pegBottomRadius, CIRCLE_POINTS),
    ...circlePoints(at(HEIGHTS.pegBall), TO_SUN, SIZES.pegBallRadius, CIRCLE_POINTS),
  ]);
}

/** Outline in pixels of the shadow of a stretch of the stroke, always in the same sense of turning. */
export function tubeShadow(camera: Camera, from: Vec3, to: Vec3): Point[] {
  const side = scale(normalise(cross(subtract(to, from), TO_SUN)), SIZES.strokeRadius);
  const back = scale(side, -1);
  return [add(from, side), add(to, side), add(to, back), add(from, back)].map((point) =>
    project(camera, dropPoint(point)),
  );
}
