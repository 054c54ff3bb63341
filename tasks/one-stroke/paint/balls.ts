/** Shaded balls: joints of the stroke and heads of pegs. Owns nothing but balls. */
import { type Camera, depthOf, directionToCamera, project } from "../../scene/camera/camera.ts";
import type { Surface } from "../../scene/camera/shading.ts";
import {
  add,
  cross,
  dot,
  normalise,
  scale,
  subtract,
  type Vec3,
} from "../../scene/camera/vector.ts";
import { SUN } from "../look.ts";
import { cssOf, type Painter, type Stop } from "./shapes.ts";

/** Where a gradient from the brightest point of a ball to its rim is sampled. */
const STOPS = [0, 0.12, 0.25, 0.4, 0.6, 0.8, 1] as const;
/** Directions from the brightest point over which a sample is averaged. */
const SPOKES = 8;

/** How a ball of a surface looks from a place: independent of its size. */
export type BallShading = {
  /** The brightest point in shares of the radius: to the right and to the top of the picture. */
  readonly focus: readonly [right: number, up: number];
  readonly stops: readonly Stop[];
};

/** Shades a ball about `centre` as the camera sees it. */
export function shadeBall(camera: Camera, surface: Surface, centre: Vec3): BallShading {
  const toCamera = directionToCamera(camera, centre);
  const right = normalise(subtract(camera.right, scale(toCamera, dot(camera.right, toCamera))));
  const up = cross(toCamera, right);
  const brightest = normalise(add(normalise(SUN), toCamera));
  const focus = [dot(brightest, right), dot(brightest, up)] as const;
  const normalAt = (x: number, y: number): Vec3 =>
    add(
      add(scale(right, x), scale(up, y)),
      scale(toCamera, Math.sqrt(Math.max(0, 1 - x * x - y * y))),
    );
  const stops = STOPS.map((at) => {
    const sum = [0, 0, 0];
    for (let spoke = 0; spoke < SPOKES; spoke++) {
      const angle = (2 * Math.PI * spoke) / SPOKES;
      const x = focus[0] + at * (Math.cos(angle) - focus[0]);
      const y = focus[1] + at * (Math.sin(angle) - focus[1]);
      const colour = surface.shade(normalAt(x, y), toCamera);
      for (const channel of [0, 1, 2] as const) {
        sum[channel] = (sum[channel] ?? 0) + colour[channel] / SPOKES;
      }
    }
    const rounded = (channel: number): number => Math.round(sum[channel] ?? 0);
    return { at, colour: [rounded(0), rounded(1), rounded(2)] as const };
  });
  return { focus, stops };
}

/** Paints a ball: the ellipse that it projects to, longer away from the middle of the picture. */
export function paintBall(
  { context, camera }: Painter,
  centre: Vec3,
  radius: number,
  shading: BallShading,
): void {
  const [x, y] = project(camera, centre);
  const radiusPx = (camera.focalPx * radius) / depthOf(camera, centre);
  const offAxis: readonly [number, number] = [x - camera.centrePx[0], y - camera.centrePx[1]];
  const stretch = Math.hypot(1, Math.hypot(...offAxis) / camera.focalPx);
  const angle = Math.atan2(offAxis[1], offAxis[0]);
  const [focusX, focusY] = [shading.focus[0], -shading.focus[1]];
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.scale(radiusPx * stretch, radiusPx);
  const gradient = context.createRadialGradient(
    focusX * Math.cos(angle) + focusY * Math.sin(angle),
    focusY * Math.cos(angle) - focusX * Math.sin(angle),
    0,
    0,
    0,
    1,
  );
  for (const { at, colour } of shading.stops) gradient.addColorStop(at, cssOf(colour));
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(0, 0, 1, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}
