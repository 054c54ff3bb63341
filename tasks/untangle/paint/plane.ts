/** A level plane near one of its points: from pixels back to the world. */
import { add, type Vec3 } from "../../scene/camera/vector.ts";
import type { Viewer } from "../views.ts";

/** World x and z to each pixel to the right (…x) and downwards (…y) from the point. */
export type LocalPlane = {
  readonly xx: number;
  readonly xy: number;
  readonly zx: number;
  readonly zy: number;
};

/** Small step that measures how pixels move, in world units. */
const STEP = 1e-3;

/** The plane through a point, to the first order. */
export function localPlane(viewer: Viewer, point: Vec3): LocalPlane {
  const [x0, y0] = viewer.toPixel(point);
  const [xOfX, yOfX] = viewer.toPixel(add(point, [STEP, 0, 0]));
  const [xOfZ, yOfZ] = viewer.toPixel(add(point, [0, 0, STEP]));
  const a = (xOfX - x0) / STEP;
  const b = (xOfZ - x0) / STEP;
  const c = (yOfX - y0) / STEP;
  const d = (yOfZ - y0) / STEP;
  const determinant = a * d - b * c;
  return {
    xx: d / determinant,
    xy: -b / determinant,
    zx: -c / determinant,
    zy: a / determinant,
  };
}
