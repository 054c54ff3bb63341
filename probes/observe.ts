/** Observations of a puzzle: the scene, and the pictures that are drawn with it. */
import { encodePng } from "../core/media/encode-png.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { RolloutConfig } from "../core/schema/run.ts";
import type { Scene } from "../core/schema/scene.ts";
import { createSurface, toRgba } from "../tasks/scene/surface.ts";
import type { AnyTask } from "../tasks/task.ts";

/** The scene of the start. */
export function sceneOfStart(
  task: AnyTask,
  instance: Instance,
  { widthPx, heightPx, view }: RolloutConfig,
): Scene {
  return task.scene(task.initialState(instance), { widthPx, heightPx, view });
}

/**
 * The start as a PNG, compressed on another thread.
 *
 * @param scene of {@link sceneOfStart}
 */
export async function drawStart(
  task: AnyTask,
  instance: Instance,
  scene: Scene,
): Promise<Uint8Array> {
  return drawPose(task, scene, task.poseOf(task.initialState(instance)));
}

/** A pose of a task as a PNG, compressed on another thread. */
export async function drawPose(task: AnyTask, scene: Scene, pose: unknown): Promise<Uint8Array> {
  const surface = createSurface(scene.widthPx, scene.heightPx);
  task.draw(surface.context, scene, pose);
  return encodePng(toRgba(surface));
}
