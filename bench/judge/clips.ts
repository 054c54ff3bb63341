/** Makes the exam's clips: the truth first (poses), then pictures, then encoded files. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { RgbaImage } from "../../core/image.ts";
import { encodeClip } from "../../core/media/index.ts";
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { drawShots } from "../../generators/builtin/film.ts";
import { type PlantedTruth, prepareScript } from "../../generators/builtin/index.ts";
import { getScript } from "../../generators/builtin/scripts.ts";
import { getTask } from "../../tasks/registry.ts";

export type Size = { readonly widthPx: number; readonly heightPx: number };

/** The published request: 81 frames at 16 fps. */
export const FRAMES = 81;
export const FPS = 16;
export const SIZE_480: Size = { widthPx: 832, heightPx: 480 };
export const SIZE_720: Size = { widthPx: 1280, heightPx: 720 };

export type Drawn = {
  readonly instance: Instance;
  readonly scene: Scene;
  /** One picture a frame; equal frames share one object. */
  readonly frames: readonly RgbaImage[];
  /** The pose of each frame, before any overlay. */
  readonly poses: readonly unknown[];
  readonly truth: PlantedTruth | undefined;
};

export type ClipPlan = {
  readonly task: string;
  readonly tier: Tier;
  readonly seed: number;
  /** Built-in generator id. */
  readonly generator: string;
  readonly size: Size;
  /** @default the task's first view */
  readonly view?: string;
};

export function drawClip(plan: ClipPlan): Drawn {
  const task = getTask(plan.task);
  const instance = task.generate(plan.tier, plan.seed);
  const view = plan.view ?? task.views[0] ?? "published";
  const job = { instance, view, frames: FRAMES, fps: FPS, ...plan.size, seed: plan.seed };
  const { context } = prepareScript(plan.generator, job);
  const { shots, truth } = getScript(plan.generator, task.id)(context);
  const scene = task.scene(task.initialState(instance), { ...plan.size, view });
  return {
    instance,
    scene,
    frames: [...drawShots(task, scene, shots)],
    poses: shots.map((shot) => shot.pose),
    truth,
  };
}

/** Encodes pictures to `<folder>/<name>.mp4` and returns the path. */
export async function encodeTo(
  folder: string,
  name: string,
  frames: Iterable<RgbaImage>,
  size: Size,
  crf: number,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const destination = join(folder, `${name.replaceAll(/[^A-Za-z0-9._-]/g, "-")}.mp4`);
  await encodeClip(frames, { destination, ...size, fps: FPS, crf });
  return destination;
}
