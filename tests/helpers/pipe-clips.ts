/** Films of built-in generators for tests of the judge: the truth, its pictures, an encoded clip. */
import { join } from "node:path";
import type { RgbaImage } from "../../core/image.ts";
import { encodeClip } from "../../core/media/index.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { flatten } from "../../cv-diagnostics/board/reference.ts";
import type { SourceFrame } from "../../cv-diagnostics/frames/types.ts";
import { drawShots } from "../../generators/builtin/film.ts";
import { type PlantedTruth, prepareScript } from "../../generators/builtin/index.ts";
import { getScript } from "../../generators/builtin/scripts.ts";
import { pipeTask } from "../../tasks/pipe/index.ts";
import type { PipePose } from "../../tasks/pipe/render.ts";
import type { PipeAction } from "../../tasks/pipe/state.ts";
import { instanceFrom, stateFrom } from "./pipe-boards.ts";

/** Small and easy to read: a cell spans 46 pixels, the size at which frames are read. */
export const FILM_SIZE = { widthPx: 416, heightPx: 240 } as const;

/** A board of nine cells, one of them empty, six turns from its goal: a tee has to turn thrice. */
export const SMALL_PUZZLE: Instance = instanceFrom(
  stateFrom(
    `┌ ┤ ┌
     ─ ╵ │
     ╵ · ╴`,
    `┌ ┬ ┐
     │ ╵ │
     ╵ · ╵`,
    0,
  ),
);

export type PipeFilm = {
  readonly instance: Instance;
  readonly scene: Scene;
  /** What each frame shows, before any dissolve. */
  readonly poses: readonly PipePose[];
  /** One picture a frame; equal frames share one object. */
  readonly pictures: readonly RgbaImage[];
  /** The plan of the valid rollout. */
  readonly plan: readonly PipeAction[];
  readonly truth: PlantedTruth | undefined;
  readonly fps: number;
};

export type FilmPlan = {
  /** Built-in generator id. */
  readonly generator: string;
  /** @default the easy board of seed 7 */
  readonly instance?: Instance;
  /** @default 49 */
  readonly frames?: number;
  /** @default 8: with 49 frames, three frames a move */
  readonly fps?: number;
};

export function filmOf({ generator, instance, frames = 49, fps = 8 }: FilmPlan): PipeFilm {
  const puzzle = instance ?? pipeTask.generate("easy", 7);
  const job = { instance: puzzle, view: "published", frames, fps, seed: 3, ...FILM_SIZE };
  const { context } = prepareScript(generator, job, 2.5);
  const { shots, truth } = getScript(generator, "pipe")(context);
  const scene = pipeTask.scene(pipeTask.initialState(puzzle), FILM_SIZE);
  return {
    instance: puzzle,
    scene,
    poses: shots.map((shot): PipePose => shot.pose),
    pictures: [...drawShots(pipeTask, scene, shots)],
    plan: context.plan,
    truth,
    fps,
  };
}

/** The film as the decoder would hand it on, without any coding between. */
export function framesOf({ pictures, fps }: Pick<PipeFilm, "pictures" | "fps">): SourceFrame[] {
  const flat = new Map<RgbaImage, SourceFrame["image"]>();
  return pictures.map((picture, index) => {
    const image = flat.get(picture) ?? flatten(picture);
    flat.set(picture, image);
    return { index, timeSec: index / fps, image };
  });
}

/** Encodes pictures of one size to `<folder>/<name>.mp4`. @returns the path */
export async function encodeFilm(
  folder: string,
  name: string,
  { pictures, fps }: Pick<PipeFilm, "pictures" | "fps">,
  crf = 18,
): Promise<string> {
  const destination = join(folder, `${name}.mp4`);
  const { widthPx = 2, heightPx = 2 } = pictures[0] ?? {};
  await encodeClip(pictures, { destination, widthPx, heightPx, fps, crf, preset: "ultrafast" });
  return destination;
}
