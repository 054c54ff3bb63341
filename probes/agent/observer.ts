/** Pictures of the world as an agent sees it, kept in the episode's folder. */
import type { Scene } from "../../core/schema/scene.ts";
import { ARTEFACTS, episodePath, stepFile } from "../../core/store/run-layout.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { drawPose } from "../observe.ts";
import type { Picture } from "../reasoners/agent-prompt.ts";

/** Keeps a file of the episode. */
export type Keep = (file: string, content: string | Uint8Array) => Promise<void>;

/** What an agent sees of a state: the board, and the goal where the task shows one. */
export type Observation = {
  readonly board: Picture;
  /** In the order in which they are shown, the board first. */
  readonly pictures: readonly Picture[];
};

export type Observer = (step: number, state: unknown) => Promise<Observation>;

export function createObserver(
  task: AnyTask,
  scene: Scene,
  instanceId: string,
  keep: Keep,
): Observer {
  const picture = async (file: string, pose: unknown): Promise<Picture> => {
    const png = await drawPose(task, scene, pose);
    await keep(file, png);
    return { type: "image", png, path: episodePath(instanceId, file) };
  };
  let goal: Promise<Picture> | undefined;
  return async (step, state) => {
    const board = await picture(stepFile(step), task.poseOf(state));
    if (task.goalPose === undefined) return { board, pictures: [board] };
    goal ??= picture(ARTEFACTS.goal, task.goalPose(state));
    return { board, pictures: [board, await goal] };
  };
}
