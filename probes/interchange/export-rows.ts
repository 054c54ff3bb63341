/** An episode -> a row of a published `model_answer.jsonl`. Pure; reading the run is `export-run.ts`. */
import { basename } from "node:path";
import type { AgentRecord } from "../../core/schema/agent.ts";
import type { Episode } from "../../core/schema/episode.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { EpisodeRecord } from "../../core/store/read-run.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { BOARDS } from "./boards/index.ts";
import { agentSteps, errorSteps, type PathOf, policySteps } from "./export-steps.ts";
import { INSTANCE_FIELD } from "./instance-of-clip.ts";
import { isObject, type JsonObject } from "./parse-rows.ts";

export type ExportedEpisode = EpisodeRecord & {
  readonly task: AnyTask;
  readonly instance: Instance;
  /** The published row of the puzzle, where it is at hand. */
  readonly question: JsonObject | undefined;
  /** What the generator was asked for, where it is kept. */
  readonly prompt: string | undefined;
};

/** The row, with paths as `pathOf` has them. */
export function modelAnswerRow(exported: ExportedEpisode, pathOf: PathOf): JsonObject {
  const { episode, verdict, task, instance, question, prompt } = exported;
  const agent = episode.status === "ok" ? episode.agent : undefined;
  const success = episode.status === "ok" && episode.success;
  const trajectory =
    episode.status === "error"
      ? errorSteps(episode)
      : agent === undefined
        ? policySteps(task, instance, episode, verdict, prompt, pathOf)
        : agentSteps(task, agent, success, pathOf);
  const { tier, seed, actionBudget } = instance;
  const told = question?.["meta_info"];
  const generator =
    episode.condition === "none" || episode.condition === "text"
      ? {}
      : {
          video_gen_model_name: modelName(episode),
        };
  return {
    id: episode.instanceId,
    category: question?.["category"] ?? [
      task.publishedName.split("_")[0],
      task.publishedName,
      "interactive",
    ],
    type: "episode_rollout",
    meta_info: {
      ...(isObject(told)
        ? told
        : {
            task_name: task.publishedName,
            config: "../metadata.json",
            seed,
            repeat_index: 0,
            difficulty: tier,
            max_actions_per_traj: actionBudget,
            ...BOARDS[task.id]?.describe(instance),
          }),
      model_id: agent?.reasoner.id ?? modelName(episode),
      ...(agent === undefined ? {} : { vlm_text_model_id: agent.reasoner.id }),
      ...generator,
      success,
      final_reason: finalReason(episode, agent, actionBudget),
      total_steps: episode.status === "error" ? 0 : (agent?.steps.length ?? episode.world.steps),
      [INSTANCE_FIELD]: instance,
    },
    trajectory,
  };
}

/** The generator, without the folder of clips that lie somewhere on this machine. */
function modelName({ generator: { id } }: Episode): string {
  return id.startsWith("replay:") ? `replay:${basename(id.slice("replay:".length))}` : id;
}

/** Published files name "api_error_aborted"; the others are ours. */
function finalReason(
  episode: Episode,
  agent: AgentRecord | undefined,
  actionBudget: number,
): string {
  if (episode.status === "error") return "api_error_aborted";
  if (episode.success) return "success";
  const isTruncated = agent?.truncated ?? episode.world.steps >= actionBudget;
  if (isTruncated) return "truncated";
  return agent === undefined ? "plan_ended" : "terminated";
}
