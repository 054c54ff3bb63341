/** Shots -> frames -> clip. Owns drawing order and reuse of equal frames; encoding is core/media's. */
import type { RgbaImage } from "../../core/image.ts";
import { encodeClip } from "../../core/media/encode-clip.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { createSurface, toRgba } from "../../tasks/scene/surface.ts";
import type { Task } from "../../tasks/task.ts";
import type { Shot } from "./script.ts";

export type FilmOptions = {
  readonly destination: string;
  readonly fps: number;
  /** x264 constant rate factor, 0 (lossless) to 51. */
  readonly crf: number;
  readonly signal: AbortSignal;
};

/**
 * Frames of the shots in the scene's size. A shot that shows the same pose object as the one before
 * gives the same image object.
 */
export function* drawShots<State, Action, Pose>(
  task: Pick<Task<State, Action, Pose>, "draw">,
  scene: Scene,
  shots: Iterable<Shot<Pose>>,
): Generator<RgbaImage> {
  const surface = createSurface(scene.widthPx, scene.heightPx);
  const layer = createSurface(scene.widthPx, scene.heightPx);
  let last: { shot: Shot<Pose>; image: RgbaImage } | undefined;
  for (const shot of shots) {
    if (last?.shot.pose !== shot.pose || last.shot.over !== shot.over) {
      task.draw(surface.context, scene, shot.pose);
      if (shot.over !== undefined) {
        task.draw(layer.context, scene, shot.over.pose);
        surface.context.save();
        surface.context.globalAlpha = shot.over.alphaRatio;
        surface.context.drawImage(layer.canvas, 0, 0);
        surface.context.restore();
      }
      last = { shot, image: toRgba(surface) };
    }
    yield last.image;
  }
}

/**
 * Draws and encodes a clip.
 * @throws MediaError when the clip cannot be encoded
 */
export async function filmShots<State, Action, Pose>(
  task: Pick<Task<State, Action, Pose>, "draw">,
  scene: Scene,
  shots: Iterable<Shot<Pose>>,
  options: FilmOptions,
): Promise<void> {
  const { widthPx, heightPx } = scene;
  await encodeClip(drawShots(task, scene, shots), { ...options, widthPx, heightPx });
}
