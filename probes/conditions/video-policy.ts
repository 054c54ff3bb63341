/** The clip is the policy: one rollout from the start, its decoded plan carried out in the world. */
import { ARTEFACTS } from "../../core/store/run-layout.ts";
import { observeStart } from "../observe.ts";
import { executePlan } from "../world.ts";
import type { Condition } from "./condition.ts";

export const videoPolicy: Condition = {
  id: "video-policy",
  description: "one clip from the start state; the moves seen in it are carried out in the puzzle",
  needs: "video",
  run: async ({ task, item, rollout, imagine, judge, keep }) => {
    const { instance, prompt } = item;
    const { scene, png } = observeStart(task, instance, rollout);
    await keep(ARTEFACTS.instance, toJson(instance));
    await keep(ARTEFACTS.scene, toJson(scene));
    await keep(ARTEFACTS.observation, png);
    await keep(ARTEFACTS.prompt, `${prompt}\n`);
    const clip = await imagine(png);
    const verdict = await judge(clip);
    const world = executePlan(task, instance, verdict.plan?.actions ?? null);
    return { clip, verdict, world };
  },
};

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
