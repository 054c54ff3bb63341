/**
 * Cameras of the One Stroke scene and the geometry that each gives. Owns what falls where; colours
 * as seen are colours.ts, drawing is render.ts.
 */

import { assertNever } from "../../core/errors.ts";
import {
  applyHomography,
  compose,
  type Homography,
  invert,
  localScale,
  normaliseHomography,
  type Point,
} from "../../core/geometry/homography.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { type Camera, lookAt, planeHomography, project } from "../scene/camera/camera.ts";
import { containFovDeg, fitToFrame } from "../scene/camera/fit.ts";
import { scale, type Vec3 } from "../scene/camera/vector.ts";
import { chooseView } from "../scene/view.ts";
import { type BoardSize, HEIGHTS, type LatticePoint, SIZES, worldPoint } from "./look.ts";

/**
 * - `published`: the page's own camera, in front of the board and above it.
 * - `top`: straight above, from the same distance.
 * - `oblique`: from the right front corner, low and near, so that rows shrink strongly to the back.
 * - `wide`: the published direction from farther away: the board fills about half the height.
 * - `crop`: the published camera zoomed and shifted until the board nearly fills the picture.
 */
export const STROKE_VIEWS = ["published", "top", "oblique", "wide", "crop"] as const;
export type StrokeView = (typeof STROKE_VIEWS)[number];

/** Published: field of view, canvas, distance in boards' longer sides, direction from the origin. */
const PUBLISHED = {
  fovDeg: 45,
  aspect: 920 / 832,
  distancePerVertex: 1.5,
  direction: [0, 0.8, 0.6],
} as const;
const WIDE_FACTOR = 1.3;
const OBLIQUE = { azimuthDeg: 32, elevationDeg: 42, distancePerVertex: 1.25, marginRatio: 0.05 };
const CROP_MARGIN = 0.025;

export type PictureSize = { readonly widthPx: number; readonly heightPx: number };

/** The camera of a view. @throws UsageError when there is no such view */
export function cameraOf(size: BoardSize, view: string, picture: PictureSize): Camera {
  const name = chooseStrokeView(view);
  const longest = Math.max(size.width, size.height);
  const distance = PUBLISHED.distancePerVertex * longest;
  const fovDeg = containFovDeg(
    PUBLISHED.fovDeg,
    PUBLISHED.aspect,
    picture.widthPx / picture.heightPx,
  );
  const from = (position: Vec3, up: Vec3 = [0, 1, 0]): Camera =>
    lookAt({ position, up, target: [0, 0, 0], fovDeg, ...picture });
  switch (name) {
    case "published":
      return from(scale(PUBLISHED.direction, distance));
    case "top":
      return from([0, distance, 0], [0, 0, -1]);
    case "wide":
      return from(scale(PUBLISHED.direction, WIDE_FACTOR * distance));
    case "crop":
      return fitToFrame(from(scale(PUBLISHED.direction, distance)), outlinePoints(size), {
        ...picture,
        marginRatio: CROP_MARGIN,
      });
    case "oblique":
      return fitToFrame(
        from(scale(obliqueDirection(), OBLIQUE.distancePerVertex * longest)),
        outlinePoints(size),
        { ...picture, marginRatio: OBLIQUE.marginRatio },
      );
    default:
      return assertNever(name);
  }
}

/** The camera that a scene was taken with. @throws UsageError when its view is unknown */
export function cameraOfScene(scene: Scene): Camera {
  return cameraOf(sizeOfScene(scene), scene.view, scene);
}

/** Vertices of a scene's board. */
export function sizeOfScene(scene: Pick<Scene, "grid">): BoardSize {
  return { width: scene.grid.cols + 1, height: scene.grid.rows + 1 };
}

/**
 * Board plane to pixels at a height above the table. Board units are cells, x to the right from the
 * left column of vertices, y DOWN from the top row: vertex (i, j) of the lattice lies at
 * (i, height - 1 - j). @default height that of the stroke's axis
 */
export function boardHomography(
  camera: Camera,
  size: BoardSize,
  height: number = HEIGHTS.stroke,
): Homography {
  return planeHomography(camera, {
    origin: worldPoint(size, [0, size.height - 1], height),
    axisU: [1, 0, 0],
    axisV: [0, 0, 1],
  });
}

/**
 * Parallax: where a point of the board at another height is seen in the plane of the stroke. Maps
 * board units to board units, so that it holds wherever the board is followed to in a clip, as long
 * as pictures differ by a plane map. The top of a patch (height .18) is displaced away from the
 * viewer by about .02 cells in the published view.
 */
export function parallaxMap(scene: Scene, height: number): Homography {
  const camera = cameraOfScene(scene);
  const size = sizeOfScene(scene);
  return normaliseHomography(
    compose(invert(boardHomography(camera, size)), boardHomography(camera, size, height)),
  );
}

/** Board coordinates (y down) of a lattice point (y up). */
export function boardFromLattice(size: BoardSize, [x, y]: LatticePoint): Point {
  return [x, size.height - 1 - y];
}

/** Lattice coordinates (y up) of a point of the board plane (y down). */
export function latticeFromBoard(size: BoardSize, [x, y]: Point): LatticePoint {
  return [x, size.height - 1 - y];
}

/** Pixel of a lattice point at a height above the table. @default height that of the stroke's axis */
export function latticeToPixel(
  scene: Scene,
  point: LatticePoint,
  height: number = HEIGHTS.stroke,
): Point {
  return project(cameraOfScene(scene), worldPoint(sizeOfScene(scene), point, height));
}

/** The box around everything that never moves, as seen in the plane of the stroke, in board units. */
export function boardExtent(camera: Camera, size: BoardSize): Scene["extent"] {
  const toBoard = invert(boardHomography(camera, size));
  const seen = outlinePoints(size).map((point) => applyHomography(toBoard, project(camera, point)));
  const xs = seen.map(([x]) => x);
  const ys = seen.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/** Pixels per cell in the middle of the board. */
export function pitchAtCentre(boardToPixel: Homography, size: BoardSize): number {
  return localScale(boardToPixel, [(size.width - 1) / 2, (size.height - 1) / 2]);
}

/** The requested view, the published one when none is. @throws UsageError when it is unknown */
export function chooseStrokeView(view: string | undefined): StrokeView {
  return chooseView(STROKE_VIEWS, view) as StrokeView;
}

/** Corners of the border and boxes around the two pegs: what every picture must hold. */
function outlinePoints(size: BoardSize): Vec3[] {
  const rim = SIZES.borderRim;
  const ball = SIZES.pegBallRadius;
  const [right, top] = [size.width - 1, size.height - 1];
  const corners = (
    [left, bottom]: LatticePoint,
    [farX, farY]: LatticePoint,
    heights: readonly number[],
  ): Vec3[] =>
    [left, farX].flatMap((x) =>
      [bottom, farY].flatMap((y) => heights.map((height) => worldPoint(size, [x, y], height))),
    );
  const pegTop = HEIGHTS.pegBall + ball;
  return [
    ...corners([-rim, -rim], [right + rim, top + rim], [HEIGHTS.borderBottom, HEIGHTS.borderTop]),
    ...corners([-ball, -ball], [ball, ball], [pegTop]),
    ...corners([right - ball, top - ball], [right + ball, top + ball], [pegTop]),
  ];
}

function obliqueDirection(): Vec3 {
  const azimuth = (OBLIQUE.azimuthDeg * Math.PI) / 180;
  const elevation = (OBLIQUE.elevationDeg * Math.PI) / 180;
  return [
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    Math.cos(azimuth) * Math.cos(elevation),
  ];
}
