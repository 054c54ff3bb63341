/** The clip is the policy: one rollout from the start, its decoded plan carried out in the world. */
import { ARTEFACTS } from "../../core/store/run-layout.ts";
import { drawStart, sceneOfStart } from "../observe.ts";
import type { Clip } from "../rollouts/clip.ts";
import { executePlan } from "../world.ts";
import type { Condition } from "./condition.ts";
import { toJson } from "./to-json.ts";

export const videoPolicy: Condition = {
  id: "video-policy",
  description: "one clip from the start state; the moves seen in it are carried out in the puzzle",
  needs: "video",
  usesReasoner: false,
  run: async ({ task, item, rollout, imagine, judge, keep }) => {
    const { instance, prompt } = item;
    const scene = sceneOfStart(task, instance, rollout);
    const drawing = drawStart(task, instance, scene);
    const keeping = Promise.all([
      keep(ARTEFACTS.instance, toJson(instance)),
      keep(ARTEFACTS.scene, toJson(scene)),
      keep(ARTEFACTS.prompt, `${prompt}\n`),
      drawing.then((png) => keep(ARTEFACTS.observation, png)),
    ]);
    // Whether it failed is asked below, once the clip is there.
    keeping.catch(() => undefined);
    let clip: Clip;
    try {
      clip = await imagine(await drawing);
    } finally {
      await keeping;
    }
    const verdict = await judge(clip);
    const world = executePlan(task, instance, verdict.plan?.actions ?? null);
    return { clip, verdict, world, warnings: clip.warnings };
  },
};
