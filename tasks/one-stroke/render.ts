/**
 * The published One Stroke scene on a 2D canvas: its geometry projected through the view's camera,
 * shaded by the published lights and painted from the back to the front. Owns scenes, the order of
 * painting; nothing here decides anything.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Scene } from "../../core/schema/scene.ts";
import { depthOf } from "../scene/camera/camera.ts";
import { add, scale, subtract, type Vec3 } from "../scene/camera/vector.ts";
import type { RenderOptions } from "../task.ts";
import { paletteOf, SURFACES } from "./colours.ts";
import { type BoardSize, HEIGHTS, type LatticePoint, worldPoint } from "./look.ts";
import { paintLattice, type StaticPose, shadowStyle } from "./paint/board.ts";
import { jointAt, type Layers, staticLayers } from "./paint/layers.ts";
import { tubeShadow } from "./paint/shadows.ts";
import { addOutline, type Painter } from "./paint/shapes.ts";
import { paintJoint, paintPeg, paintRings, paintTube } from "./paint/stroke.ts";
import {
  boardExtent,
  boardHomography,
  cameraOf,
  cameraOfScene,
  chooseStrokeView,
  pitchAtCentre,
} from "./views.ts";

/** A stretch of stroke between any two points of the lattice plane (y up). */
export type StrokeSegment = readonly [x0: number, y0: number, x1: number, y1: number];

/** A moment of the board as drawn. Places are in lattice coordinates: x right, y up, fractions allowed. */
export type StrokePose = StaticPose & {
  /** Every stretch is drawn with a ball at either end; one of length 0 is not drawn. */
  readonly segments: readonly StrokeSegment[];
  /** Middle of the cursor's rings, null for none. */
  readonly head: LatticePoint | null;
};

/** Radius of a peg at the height of the stroke: the stroke is not drawn inside. */
const PEG_CORE = 0.17;

/**
 * Geometry and colours of the picture of a board. `boardToPixel` maps the plane of the stroke's axis;
 * see `boardHomography` for its axes and `parallaxMap` for other heights.
 * @throws UsageError when the view is unknown
 */
export function strokeScene(size: BoardSize, options: RenderOptions): Scene {
  const { widthPx, heightPx } = options;
  const view = chooseStrokeView(options.view);
  const camera = cameraOf(size, view, { widthPx, heightPx });
  const boardToPixel = boardHomography(camera, size);
  return {
    schema: "topoprobe.scene/1",
    task: "one-stroke",
    widthPx,
    heightPx,
    view,
    boardToPixel: [...boardToPixel],
    grid: { rows: size.height - 1, cols: size.width - 1 },
    extent: boardExtent(camera, size),
    pitchPx: pitchAtCentre(boardToPixel, size),
    palette: paletteOf(camera),
  };
}

/** Draws the whole picture. @throws UsageError when the scene's view is unknown */
export function drawStroke(context: SKRSContext2D, scene: Scene, pose: StrokePose): void {
  const painter = { context, camera: cameraOfScene(scene) };
  const segments = pose.segments.filter(([x0, y0, x1, y1]) => x0 !== x1 || y0 !== y1);
  const axes = segments.map(([x0, y0, x1, y1]) => ({
    from: worldPoint(pose, [x0, y0], HEIGHTS.stroke),
    to: worldPoint(pose, [x1, y1], HEIGHTS.stroke),
    ends: [
      [x0, y0],
      [x1, y1],
    ] as const,
  }));
  const layers = staticLayers(painter.camera, scene, pose);
  context.drawImage(layers.ground, 0, 0);
  paintTubeShadows(painter, axes);
  paintLattice(painter, pose, scene);
  if (pose.head !== null) paintRings(painter, worldPoint(pose, pose.head, 0));
  context.drawImage(layers.patches, 0, 0);
  for (const paint of inOrder(painter, pose, axes, layers)) paint();
}

/** A stretch in the world, and its ends on the lattice. */
type Axis = {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly ends: readonly [LatticePoint, LatticePoint];
};

function paintTubeShadows(painter: Painter, axes: readonly Axis[]): void {
  const { context, camera } = painter;
  context.fillStyle = shadowStyle(painter);
  context.beginPath();
  for (const { from, to } of axes) {
    addOutline(context, tubeShadow(camera, from, to));
  }
  context.fill();
}

/** Stroke and pegs, the farthest first. A stretch as far as a peg goes before it. */
function inOrder(
  painter: Painter,
  pose: StrokePose,
  axes: readonly Axis[],
  layers: Layers,
): (() => void)[] {
  const { camera } = painter;
  const pegs = [
    { foot: worldPoint(pose, pose.start, HEIGHTS.stroke), surface: SURFACES.start },
    { foot: worldPoint(pose, pose.goal, HEIGHTS.stroke), surface: SURFACES.goal },
  ];
  const feet = pegs.map(({ foot }) => foot);
  const items = axes.flatMap((axis) => {
    const clipped = clipAtPegs(axis, feet);
    if (clipped === null) return [];
    const { from, to } = clipped;
    const middle = scale(add(from, to), 0.5);
    return [
      {
        depth: depthOf(camera, middle),
        paint: () => {
          paintTube(painter, from, to);
          const joint = (at: Vec3, end: LatticePoint): void =>
            paintJoint(painter, at, jointAt(layers, camera, pose, end));
          if (from === axis.from) joint(from, axis.ends[0]);
          if (to === axis.to) joint(to, axis.ends[1]);
        },
      },
    ];
  });
  for (const { foot, surface } of pegs) {
    items.push({
      depth: depthOf(camera, foot) - 1e-9,
      paint: () => paintPeg(painter, foot, surface),
    });
  }
  return items.sort((a, b) => b.depth - a.depth).map(({ paint }) => paint);
}

/** Takes off what lies inside pegs at either end; null when nothing is left. */
function clipAtPegs(axis: Axis, feet: readonly Vec3[]): Pick<Axis, "from" | "to"> | null {
  let { from, to } = axis;
  for (const foot of feet) {
    const length = Math.hypot(...subtract(to, from));
    const isInside = (point: Vec3): boolean => Math.hypot(...subtract(point, foot)) < PEG_CORE;
    if (!isInside(from) && !isInside(to)) continue;
    if ((isInside(from) && isInside(to)) || length <= PEG_CORE) return null;
    const along = scale(subtract(to, from), PEG_CORE / length);
    if (isInside(from)) from = add(from, along);
    else to = subtract(to, along);
  }
  return { from, to };
}
