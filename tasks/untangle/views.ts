/**
 * Cameras of the untangle scene and the geometry that each gives. Owns what falls where; colours and
 * drawing are elsewhere.
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
import { type Camera, depthOf, lookAt, planeHomography, project } from "../scene/camera/camera.ts";
import { containFovDeg, fitToFrame } from "../scene/camera/fit.ts";
import { add, scale, type Vec3 } from "../scene/camera/vector.ts";
import { chooseView } from "../scene/view.ts";
import { HOLE_SPACING, lineCoordinate } from "./board.ts";
import { HEIGHTS } from "./look.ts";

/**
 * - `published`: the page's own camera, orthographic from straight above.
 * - `top`: straight above too, in perspective: what is higher looks larger and is pushed outwards.
 * - `oblique`: perspective from the right front corner, so that rows shrink to the back.
 * - `wide`: the published direction from farther away: the board fills about half the height.
 * - `crop`: the published direction, zoomed until the board nearly fills the picture.
 */
export const UNTANGLE_VIEWS = ["published", "top", "oblique", "wide", "crop"] as const;
export type UntangleView = (typeof UNTANGLE_VIEWS)[number];

export type PictureSize = { readonly widthPx: number; readonly heightPx: number };

/** A camera without perspective, straight above the middle of the board. */
type FlatCamera = {
  readonly pxPerUnit: number;
  /** Pixel of the middle of the board. */
  readonly centrePx: Point;
};

/** What a camera does with a point of the world. */
export type Viewer = {
  /** Straight above and without perspective. */
  readonly isFlat: boolean;
  /** Pixel of a point. */
  toPixel(point: Vec3): Point;
  /** Grows towards the camera, in world units. */
  nearness(point: Vec3): number;
  /** Pixels per world unit across the line of sight. */
  scaleAt(point: Vec3): number;
  /** Axes of the picture in the world at the middle of the board: right, up, towards the viewer. */
  readonly axes: readonly [right: Vec3, up: Vec3, toViewer: Vec3];
  /** Plane of a height, in board units, to pixels. */
  homography(gridSize: number, height: number): Homography;
};

/** Published: height of what is seen, at least MIN_SEEN, for boards of this span; and the canvas. */
const SEEN_MARGIN = 6;
const MIN_SEEN = 14;
const PUBLISHED_ASPECT = 1016 / 930;
const WIDE_FACTOR = 1.35;
const CROP_MARGIN = 0.02;
const FOV_DEG = 40;
const OBLIQUE = { azimuthDeg: 24, elevationDeg: 52, distance: 26, marginRatio: 0.04 } as const;

/** How far the board with its labels reaches beyond the outer holes, in hole spacings. */
const BOARD_RIM = 1.05;
/** Height that a slanted view leaves room for, above the board. */
const ROPE_ROOM = 1.6;

/** The camera of a view. @throws UsageError when there is no such view */
export function viewerOf(gridSize: number, view: string, picture: PictureSize): Viewer {
  const name = chooseUntangleView(view);
  const { widthPx, heightPx } = picture;
  const seen = Math.max(MIN_SEEN, (gridSize - 1) * HOLE_SPACING + SEEN_MARGIN);
  const pxPerUnit = Math.min(heightPx / seen, widthPx / (seen * PUBLISHED_ASPECT));
  const centrePx: Point = [widthPx / 2, heightPx / 2];
  switch (name) {
    case "published":
      return flatViewer({ pxPerUnit, centrePx });
    case "wide":
      return flatViewer({ pxPerUnit: pxPerUnit / WIDE_FACTOR, centrePx });
    case "crop": {
      const side = (gridSize - 1 + 2 * BOARD_RIM) * HOLE_SPACING;
      const free = 1 - 2 * CROP_MARGIN;
      return flatViewer({ pxPerUnit: (free * Math.min(widthPx, heightPx)) / side, centrePx });
    }
    case "top": {
      const distance = seen / 2 / Math.tan((FOV_DEG * Math.PI) / 360);
      const fovDeg = containFovDeg(FOV_DEG, PUBLISHED_ASPECT, widthPx / heightPx);
      const position: Vec3 = [0, distance, 0];
      return cameraViewer(
        lookAt({ position, target: [0, 0, 0], up: [0, 0, -1], fovDeg, ...picture }),
      );
    }
    case "oblique": {
      const azimuth = (OBLIQUE.azimuthDeg * Math.PI) / 180;
      const elevation = (OBLIQUE.elevationDeg * Math.PI) / 180;
      const direction: Vec3 = [
        Math.sin(azimuth) * Math.cos(elevation),
        Math.sin(elevation),
        Math.cos(azimuth) * Math.cos(elevation),
      ];
      const position = scale(direction, OBLIQUE.distance);
      const camera = lookAt({ position, target: [0, 0, 0], fovDeg: FOV_DEG, ...picture });
      const { marginRatio } = OBLIQUE;
      return cameraViewer(fitToFrame(camera, roomCorners(gridSize), { ...picture, marginRatio }));
    }
    default:
      return assertNever(name);
  }
}

/** The camera that a scene was taken with. @throws UsageError when its view is unknown */
export function viewerOfScene(scene: Scene): Viewer {
  return viewerOf(scene.grid.rows, scene.view, scene);
}

/** The requested view, the published one when none is. @throws UsageError when it is unknown */
export function chooseUntangleView(view: string | undefined): UntangleView {
  return chooseView(UNTANGLE_VIEWS, view) as UntangleView;
}

/** World point of a place in board units: x = row, y = column, height in hole spacings too. */
export function worldOfBoard(gridSize: number, x: number, y: number, height: number): Vec3 {
  const origin = lineCoordinate(gridSize, 0);
  return [origin + x * HOLE_SPACING, height * HOLE_SPACING, origin + y * HOLE_SPACING];
}

/**
 * Parallax: where a point of the board at another height (in hole spacings) is seen in the plane of
 * the holes. Maps board units to board units, so that it holds wherever the board is followed to in a
 * clip. The identity for views without perspective.
 */
export function parallaxMap(scene: Scene, height: number): Homography {
  const viewer = viewerOfScene(scene);
  const gridSize = scene.grid.rows;
  return normaliseHomography(
    compose(
      invert(viewer.homography(gridSize, HEIGHTS.hole)),
      viewer.homography(gridSize, height * HOLE_SPACING),
    ),
  );
}

/** The box around holes and labels as seen in the plane of the holes, in board units. */
export function boardExtent(viewer: Viewer, gridSize: number): Scene["extent"] {
  const toBoard = invert(viewer.homography(gridSize, HEIGHTS.hole));
  const [low, high] = [-BOARD_RIM, gridSize - 1 + BOARD_RIM];
  const seen = [low, high].flatMap((x) =>
    [low, high].map((y) => {
      const corner = worldOfBoard(gridSize, x, y, HEIGHTS.label / HOLE_SPACING);
      return applyHomography(toBoard, viewer.toPixel(corner));
    }),
  );
  const xs = seen.map(([x]) => x);
  const ys = seen.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/** Pixels per hole spacing in the middle of the board. */
export function pitchAtCentre(boardToPixel: Homography, gridSize: number): number {
  return localScale(boardToPixel, [(gridSize - 1) / 2, (gridSize - 1) / 2]);
}

function flatViewer({ pxPerUnit, centrePx }: FlatCamera): Viewer {
  return {
    isFlat: true,
    toPixel: ([x, , z]) => [centrePx[0] + x * pxPerUnit, centrePx[1] + z * pxPerUnit],
    nearness: ([, y]) => y,
    scaleAt: () => pxPerUnit,
    axes: [
      [1, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ],
    homography(gridSize) {
      const pitch = HOLE_SPACING * pxPerUnit;
      const origin = lineCoordinate(gridSize, 0) * pxPerUnit;
      return [pitch, 0, centrePx[0] + origin, 0, pitch, centrePx[1] + origin, 0, 0, 1];
    },
  };
}

function cameraViewer(camera: Camera): Viewer {
  return {
    isFlat: false,
    toPixel: (point) => project(camera, point),
    nearness: (point) => -depthOf(camera, point),
    scaleAt: (point) => camera.focalPx / depthOf(camera, point),
    axes: [camera.right, camera.up, scale(camera.forward, -1)],
    homography: (gridSize, height) =>
      planeHomography(camera, {
        origin: worldOfBoard(gridSize, 0, 0, height / HOLE_SPACING),
        axisU: [HOLE_SPACING, 0, 0],
        axisV: [0, 0, HOLE_SPACING],
      }),
  };
}

/** Corners of the box that a slanted view shows whole. */
function roomCorners(gridSize: number): Vec3[] {
  const [low, high] = [-BOARD_RIM, gridSize - 1 + BOARD_RIM];
  const foot = [low, high].flatMap((x) => [low, high].map((y) => worldOfBoard(gridSize, x, y, 0)));
  return [...foot, ...foot.map((corner) => add(scale(corner, 0.85), [0, ROPE_ROOM, 0]))];
}
