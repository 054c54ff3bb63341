/** Filled shapes of projected geometry on a 2D canvas. Owns outlines and fills, no light. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Point } from "../../../core/geometry/homography.ts";
import type { Rgb } from "../../../core/image.ts";
import { type Camera, project } from "../../scene/camera/camera.ts";
import { add, cross, normalise, scale, type Vec3 } from "../../scene/camera/vector.ts";

/** Where and through which camera is painted. */
export type Painter = { readonly context: SKRSContext2D; readonly camera: Camera };

/** A colour as CSS. @param alpha 0..1. @default 1 */
export function cssOf([r, g, b]: Rgb, alpha = 1): string {
  return alpha === 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${alpha})`;
}

/** Adds a closed outline to the current path. */
export function addOutline(context: SKRSContext2D, outline: readonly Point[]): void {
  for (const [index, [x, y]] of outline.entries()) {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
}

export function fillOutline(
  context: SKRSContext2D,
  outline: readonly Point[],
  style: SKRSContext2D["fillStyle"],
): void {
  context.fillStyle = style;
  context.beginPath();
  addOutline(context, outline);
  context.fill();
}

export function projectAll(camera: Camera, points: readonly Vec3[]): Point[] {
  return points.map((point) => project(camera, point));
}

/** Points of a circle. @param normal unit vector across its plane */
export function circlePoints(centre: Vec3, normal: Vec3, radius: number, count: number): Vec3[] {
  const [a, b] = axesAcross(normal);
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return add(centre, add(scale(a, radius * Math.cos(angle)), scale(b, radius * Math.sin(angle))));
  });
}

/** Two unit vectors that are square to a unit vector and to each other. */
export function axesAcross(normal: Vec3): readonly [Vec3, Vec3] {
  const helper: Vec3 = Math.abs(normal[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0];
  const a = normalise(cross(helper, normal));
  return [a, cross(normal, a)];
}

/** Convex hull, counter-clockwise in pixels (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: readonly Point[]): Point[] => {
    const hull: Point[] = [];
    for (const point of ordered) {
      for (;;) {
        const [a, b] = [hull.at(-2), hull.at(-1)];
        if (a === undefined || b === undefined) break;
        const turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
        if (turn > 0) break;
        hull.pop();
      }
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

/** A colour at a place of a gradient, 0..1. */
export type Stop = { readonly at: number; readonly colour: Rgb };

/** A gradient that varies square to `along`, from `start` to the level of `end`. */
export function gradientAcross(
  context: SKRSContext2D,
  start: Point,
  end: Point,
  along: Point,
  colours: readonly { readonly at: Point; readonly colour: Rgb }[],
): SKRSContext2D["fillStyle"] {
  const length = Math.hypot(along[0], along[1]);
  const normal: Point = length > 0 ? [-along[1] / length, along[0] / length] : [1, 0];
  const levelOf = (point: Point): number =>
    (point[0] - start[0]) * normal[0] + (point[1] - start[1]) * normal[1];
  const span = levelOf(end);
  const first = colours[0];
  if (Math.abs(span) < 1e-6) return first === undefined ? "black" : cssOf(first.colour);
  const gradient = context.createLinearGradient(
    start[0],
    start[1],
    start[0] + normal[0] * span,
    start[1] + normal[1] * span,
  );
  for (const { at, colour } of colours) {
    gradient.addColorStop(Math.min(1, Math.max(0, levelOf(at) / span)), cssOf(colour));
  }
  return gradient;
}
