/** Frames a scene: field of view by aspect, zoom and shift to what must be seen. */
import { type Camera, project } from "./camera.ts";
import type { Vec3 } from "./vector.ts";

/**
 * The vertical field of view at which all that a picture of aspect `designAspect` shows is still
 * seen: the design's own, widened when the picture is narrower.
 * @param aspect,designAspect width over height
 */
export function containFovDeg(fovDeg: number, designAspect: number, aspect: number): number {
  if (aspect >= designAspect) return fovDeg;
  const half = Math.tan((fovDeg * Math.PI) / 360) * (designAspect / aspect);
  return (Math.atan(half) * 360) / Math.PI;
}

/** A frame in pixels and the share of its shorter side that stays free on every side, 0..0.5. */
export type Frame = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly marginRatio: number;
};

/**
 * The same camera with another zoom and picture centre, so that the points fill the frame and lie
 * in its middle. The points must be in front of the camera.
 */
export function fitToFrame(camera: Camera, points: readonly Vec3[], frame: Frame): Camera {
  const { widthPx, heightPx, marginRatio } = frame;
  const pixels = points.map((point) => project(camera, point));
  const xs = pixels.map(([x]) => x - camera.centrePx[0]);
  const ys = pixels.map(([, y]) => y - camera.centrePx[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const free = 2 * marginRatio * Math.min(widthPx, heightPx);
  const zoom = Math.min((widthPx - free) / (right - left), (heightPx - free) / (bottom - top));
  return {
    ...camera,
    focalPx: camera.focalPx * zoom,
    centrePx: [(widthPx - zoom * (left + right)) / 2, (heightPx - zoom * (top + bottom)) / 2],
  };
}
