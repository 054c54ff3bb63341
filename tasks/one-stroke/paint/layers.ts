/**
 * A small store of what is the same in every frame of a board: its static layers and the shading of
 * joints. Owns no drawing; what it keeps follows from the key alone.
 */
import type { Canvas } from "@napi-rs/canvas";
import type { Scene } from "../../../core/schema/scene.ts";
import type { Camera } from "../../scene/camera/camera.ts";
import { createSurface } from "../../scene/surface.ts";
import { SURFACES } from "../colours.ts";
import { type BoardSize, HEIGHTS, type LatticePoint, worldPoint } from "../look.ts";
import { type BallShading, shadeBall } from "./balls.ts";
import { paintGround, paintPatches, type StaticPose } from "./board.ts";

/** Boards kept, the most recently used ones. */
const KEPT_BOARDS = 8;

export type Layers = {
  readonly ground: Canvas;
  /** Patches alone, transparent around them. */
  readonly patches: Canvas;
  /** How balls of the stroke look at vertices, by "x,y". */
  readonly joints: Map<string, BallShading>;
};

const kept = new Map<string, Layers>();

/** The static layers of a picture, painted once for each board, camera and size. */
export function staticLayers(camera: Camera, scene: Scene, pose: StaticPose): Layers {
  const { view, widthPx, heightPx } = scene;
  const { width, height, cells, start, goal } = pose;
  const key = JSON.stringify([view, widthPx, heightPx, width, height, cells, start, goal]);
  const layers = kept.get(key) ?? paintLayers(camera, scene, pose);
  kept.delete(key);
  kept.set(key, layers);
  const oldest = kept.keys().next();
  if (kept.size > KEPT_BOARDS && oldest.done !== true) kept.delete(oldest.value);
  return layers;
}

/** How a ball of the stroke looks at a place; worked out once at each vertex. */
export function jointAt(
  layers: Layers,
  camera: Camera,
  size: BoardSize,
  [x, y]: LatticePoint,
): BallShading {
  const key = `${x},${y}`;
  const known = layers.joints.get(key);
  if (known !== undefined) return known;
  const shading = shadeBall(camera, SURFACES.stroke, worldPoint(size, [x, y], HEIGHTS.stroke));
  if (Number.isInteger(x) && Number.isInteger(y)) layers.joints.set(key, shading);
  return shading;
}

function paintLayers(camera: Camera, scene: Scene, pose: StaticPose): Layers {
  const ground = createSurface(scene.widthPx, scene.heightPx);
  paintGround({ context: ground.context, camera }, scene, pose);
  const patches = createSurface(scene.widthPx, scene.heightPx);
  paintPatches({ context: patches.context, camera }, pose);
  return { ground: ground.canvas, patches: patches.canvas, joints: new Map() };
}
