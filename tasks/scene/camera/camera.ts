/**
 * A perspective camera: where points of the world fall in the picture, and the homography of a
 * plane. Owns projection only; fitting a camera to a frame is fit.ts, light is shading.ts.
 */
import {
  type Homography,
  normaliseHomography,
  type Point,
} from "../../../core/geometry/homography.ts";
import { cross, dot, normalise, subtract, type Vec3 } from "./vector.ts";

/** A pinhole camera with square pixels. Pixels: origin top left, x right, y down. */
export type Camera = {
  readonly position: Vec3;
  /** Unit axes of the picture in the world: to its right, to its top, and away from the viewer. */
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
  /** Distance of the picture plane in pixels. */
  readonly focalPx: number;
  /** Where the line of sight meets the picture, in pixels. */
  readonly centrePx: Point;
};

export type LookAt = {
  readonly position: Vec3;
  readonly target: Vec3;
  /** Direction that points to the top of the picture. @default [0, 1, 0] */
  readonly up?: Vec3;
  /** Vertical field of view. */
  readonly fovDeg: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** The camera that looks from `position` at `target`, which falls into the middle of the picture. */
export function lookAt(view: LookAt): Camera {
  const forward = normalise(subtract(view.target, view.position));
  const right = normalise(cross(forward, view.up ?? [0, 1, 0]));
  return {
    position: view.position,
    right,
    up: cross(right, forward),
    forward,
    focalPx: view.heightPx / 2 / Math.tan((view.fovDeg * Math.PI) / 360),
    centrePx: [view.widthPx / 2, view.heightPx / 2],
  };
}

/** Distance of a point from the picture plane's parallel through the camera; > 0 in front of it. */
export function depthOf(camera: Camera, point: Vec3): number {
  return dot(subtract(point, camera.position), camera.forward);
}

/** Where a point in front of the camera falls, in pixels. */
export function project(camera: Camera, point: Vec3): Point {
  const offset = subtract(point, camera.position);
  const perDepth = camera.focalPx / dot(offset, camera.forward);
  return [
    camera.centrePx[0] + dot(offset, camera.right) * perDepth,
    camera.centrePx[1] - dot(offset, camera.up) * perDepth,
  ];
}

/** Unit vector from a point to the camera. */
export function directionToCamera(camera: Camera, point: Vec3): Vec3 {
  return normalise(subtract(camera.position, point));
}

/** A plane with coordinates: point (u, v) lies at origin + u * axisU + v * axisV. */
export type Plane = { readonly origin: Vec3; readonly axisU: Vec3; readonly axisV: Vec3 };

/** The map from the coordinates of a plane to pixels, scaled so that its last entry is 1. */
export function planeHomography(camera: Camera, plane: Plane): Homography {
  const { focalPx, centrePx, right, up, forward } = camera;
  const columns = [plane.axisU, plane.axisV, subtract(plane.origin, camera.position)].map(
    (vector) => {
      const depth = dot(vector, forward);
      return [
        focalPx * dot(vector, right) + centrePx[0] * depth,
        -focalPx * dot(vector, up) + centrePx[1] * depth,
        depth,
      ];
    },
  );
  const at = (row: number, column: number): number => columns[column]?.[row] ?? 0;
  return normaliseHomography([
    at(0, 0),
    at(0, 1),
    at(0, 2),
    at(1, 0),
    at(1, 1),
    at(1, 2),
    at(2, 0),
    at(2, 1),
    at(2, 2),
  ]);
}
