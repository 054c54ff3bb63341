/** Films of built-in generators that show a One Stroke board: truth, pictures, scene. */
import type { RgbaImage } from "../../core/image.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { drawShots } from "../../generators/builtin/film.ts";
import { type PlantedTruth, prepareScript } from "../../generators/builtin/index.ts";
import { getScript } from "../../generators/builtin/scripts.ts";
import { oneStrokeTask } from "../../tasks/one-stroke/index.ts";
import type { Move } from "../../tasks/one-stroke/state.ts";

const PICTURE = { widthPx: 624, heightPx: 360 } as const;
const FRAMES = 49;
const FPS = 8;
/** Three frames a move. */
const MOVES_PER_SECOND = 2.5;

export type StrokeFilm = {
  readonly instance: Instance;
  readonly scene: Scene;
  /** One picture a frame. */
  readonly pictures: readonly RgbaImage[];
  /** The plan of the valid rollout. */
  readonly plan: readonly Move[];
  readonly truth: PlantedTruth | undefined;
  readonly fps: number;
};

/** @param generator built-in generator id */
export function strokeFilmOf(generator: string, instance: Instance): StrokeFilm {
  const job = { instance, view: "published", frames: FRAMES, fps: FPS, seed: 3, ...PICTURE };
  const { context } = prepareScript(generator, job, MOVES_PER_SECOND);
  const { shots, truth } = getScript(generator, "one-stroke")(context);
  const options = { ...PICTURE, view: "published" };
  const scene = oneStrokeTask.scene(oneStrokeTask.initialState(instance), options);
  const pictures = [...drawShots(oneStrokeTask, scene, shots)];
  return { instance, scene, pictures, plan: context.plan, truth, fps: FPS };
}
