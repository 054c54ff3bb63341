/** The moving parts on the board: stretches of the stroke, their joints, the cursor, and the pegs. */
import type { Point } from "../../../core/geometry/homography.ts";
import { directionToCamera, project } from "../../scene/camera/camera.ts";
import type { Surface } from "../../scene/camera/shading.ts";
import { add, normalise, scale, type Vec3 } from "../../scene/camera/vector.ts";
import { SURFACES, tubeNormals } from "../colours.ts";
import { FLAT_COLOURS, HEIGHTS, RING_ALPHA, SIZES } from "../look.ts";
import { type BallShading, paintBall, shadeBall } from "./balls.ts";
import {
  addOutline,
  circlePoints,
  convexHull,
  cssOf,
  fillOutline,
  gradientAcross,
  type Painter,
  projectAll,
} from "./shapes.ts";

/** Shades sampled across a tube or a peg. */
const BANDS = 11;
const CIRCLE_POINTS = 24;
const UP: Vec3 = [0, 1, 0];

/** Paints a stretch of the stroke between two points of its axis. */
export function paintTube({ context, camera }: Painter, from: Vec3, to: Vec3): void {
  const normals = tubeNormals(camera, from, to, SIZES.strokeRadius, BANDS);
  const middle = scale(add(from, to), 0.5);
  const toCamera = directionToCamera(camera, middle);
  const pixelAt = (axisPoint: Vec3, normal: Vec3): Point =>
    project(camera, add(axisPoint, scale(normal, SIZES.strokeRadius)));
  const colours = normals.map((normal) => ({
    at: pixelAt(middle, normal),
    colour: SURFACES.stroke.shade(normal, toCamera),
  }));
  const [first, last] = [normals[0] ?? UP, normals[BANDS - 1] ?? UP];
  const [a, b] = [project(camera, from), project(camera, to)];
  const style = gradientAcross(
    context,
    pixelAt(middle, first),
    pixelAt(middle, last),
    [b[0] - a[0], b[1] - a[1]],
    colours,
  );
  fillOutline(
    context,
    [pixelAt(from, first), pixelAt(to, first), pixelAt(to, last), pixelAt(from, last)],
    style,
  );
}

/**
 * Paints the ball that rounds an end or a bend of the stroke.
 * @param shading that of a ball of the stroke at this place
 */
export function paintJoint(painter: Painter, centre: Vec3, shading: BallShading): void {
  paintBall(painter, centre, SIZES.jointRadius, shading);
}

/** Paints the cursor's rings, flat on the board around `foot`, a point at any height. */
export function paintRings({ context, camera }: Painter, foot: Vec3): void {
  const ring = (inner: number, outer: number, height: number, alpha: number): void => {
    const centre: Vec3 = [foot[0], height, foot[2]];
    context.fillStyle = cssOf(FLAT_COLOURS.cursor, alpha);
    context.beginPath();
    for (const radius of [outer, inner]) {
      addOutline(context, projectAll(camera, circlePoints(centre, UP, radius, CIRCLE_POINTS)));
    }
    context.fill("evenodd");
  };
  ring(SIZES.ringMiddle, SIZES.ringOuter, HEIGHTS.outerRing, RING_ALPHA.outer);
  ring(SIZES.ringInner, SIZES.ringMiddle, HEIGHTS.innerRing, RING_ALPHA.inner);
}

/** Paints a peg that stands on `foot`, a point at any height: a tapered post with a ball on it. */
export function paintPeg(painter: Painter, foot: Vec3, surface: Surface): void {
  const { context, camera } = painter;
  const at = (height: number): Vec3 => [foot[0], height, foot[2]];
  const bottom = at(HEIGHTS.pegBottom);
  const top = at(HEIGHTS.pegBall);
  const outline = convexHull(
    projectAll(camera, [
      ...circlePoints(bottom, UP, SIZES.pegBottomRadius, CIRCLE_POINTS),
      ...circlePoints(top, UP, SIZES.pegTopRadius, CIRCLE_POINTS),
    ]),
  );
  const slope =
    (SIZES.pegBottomRadius - SIZES.pegTopRadius) / (HEIGHTS.pegBall - HEIGHTS.pegBottom);
  const middle = at((HEIGHTS.pegBottom + HEIGHTS.pegBall) / 2);
  const radius = (SIZES.pegBottomRadius + SIZES.pegTopRadius) / 2;
  const toCamera = directionToCamera(camera, middle);
  const facing = Math.atan2(camera.position[2] - middle[2], camera.position[0] - middle[0]);
  const colours = Array.from({ length: BANDS }, (_, index) => {
    const angle = facing + (Math.PI / 2) * ((2 * index) / (BANDS - 1) - 1);
    const around: Vec3 = [Math.cos(angle), 0, Math.sin(angle)];
    return {
      at: project(camera, add(middle, scale(around, radius))),
      colour: surface.shade(normalise([around[0], slope, around[2]]), toCamera),
    };
  });
  const [first, last] = [colours[0], colours[BANDS - 1]];
  const [low, high] = [project(camera, bottom), project(camera, top)];
  if (first !== undefined && last !== undefined) {
    const along: Point = [high[0] - low[0], high[1] - low[1]];
    fillOutline(context, outline, gradientAcross(context, first.at, last.at, along, colours));
  }
  paintBall(painter, top, SIZES.pegBallRadius, shadeBall(camera, surface, top));
}
