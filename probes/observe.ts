/** The observation of a puzzle's start: its picture, and the scene that the picture was drawn from. */
import type { Instance } from "../core/schema/instance.ts";
import type { RolloutConfig } from "../core/schema/run.ts";
import type { Scene } from "../core/schema/scene.ts";
import { createSurface, toPng } from "../tasks/scene/surface.ts";
import type { AnyTask } from "../tasks/task.ts";

export type Observation = { readonly scene: Scene; readonly png: Uint8Array };

export function observeStart(
  task: AnyTask,
  instance: Instance,
  { widthPx, heightPx, view }: RolloutConfig,
): Observation {
  const state: unknown = task.initialState(instance);
  const scene = task.scene(state, { widthPx, heightPx, view });
  const surface = createSurface(widthPx, heightPx);
  task.draw(surface.context, scene, task.poseOf(state));
  return { scene, png: toPng(surface) };
}
