/** What happened in an episode -> steps of a published model answer. Pure. */
import type { AgentRecord, AgentStep, Imagination } from "../../core/schema/agent.ts";
import type { Episode, OkEpisode } from "../../core/schema/episode.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { ARTEFACTS, episodePath } from "../../core/store/run-layout.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { toPublishedAnswer } from "./answer-format.ts";
import type { JsonObject } from "./parse-rows.ts";

/** A path in the run folder -> the one to write. */
export type PathOf = (inRun: string) => string;

/** One step for each action of the agent. An answer that could not be read counts as illegal too. */
export function agentSteps(
  task: AnyTask,
  { steps, finalObservations }: AgentRecord,
  success: boolean,
  pathOf: PathOf,
): readonly JsonObject[] {
  return steps.map((step, index) => ({
    step_index: index,
    current_images: step.observations.map(pathOf),
    state: stateOf(index, steps.length, success),
    answer: toPublishedAnswer(task, step.answer.action ?? null),
    invalid_response: step.outcome === "invalid",
    api_error: false,
    illegal: step.outcome !== "moved",
    raw_response_text: step.reply,
    post_action_images: (steps[index + 1]?.observations ?? finalObservations).map(pathOf),
    ...imaginedFields(step, pathOf),
  }));
}

/**
 * The last imagination of a kind gives prompt and reason, as the published form has one of each; where
 * there are several, a field of ours lists all of them.
 */
function imaginedFields({ imaginations }: AgentStep, pathOf: PathOf): JsonObject {
  const of = (kind: "text" | "image" | "video") =>
    imaginations.filter((imagined) => imagined.kind === kind);
  const [text, image, video] = [of("text").at(-1), of("image").at(-1), of("video").at(-1)];
  const files = (kind: "image" | "video") =>
    of(kind).flatMap(({ file }) => (file === undefined ? [] : [pathOf(file.path)]));
  return {
    ...(imaginations.length < 2
      ? {}
      : { topoprobe_imaginations: imaginations.map((one) => toListed(one, pathOf)) }),
    ...(text === undefined ? {} : { phase1_text: text.prompt }),
    ...(image === undefined
      ? {}
      : {
          image_prompt: image.prompt,
          image_gen_skip_reason: image.skipped ?? null,
          imagined_images: files("image"),
        }),
    ...(video === undefined
      ? {}
      : {
          video_prompt: video.prompt,
          video_gen_skip_reason: video.skipped ?? null,
          imagined_video: files("video").at(-1) ?? null,
          imagined_frames: (video.shown ?? []).map(pathOf),
        }),
  };
}

function toListed({ kind, prompt, file, skipped }: Imagination, pathOf: PathOf): JsonObject {
  return {
    kind,
    prompt,
    ...(file === undefined ? {} : { file: pathOf(file.path) }),
    ...(skipped === undefined ? {} : { skipped }),
  };
}

/**
 * The plan that was seen in the clip, as far as it was carried out; one step without an action where
 * there was none. The first step has the observation and the clip.
 */
export function policySteps(
  task: AnyTask,
  instance: Instance,
  episode: Pick<OkEpisode, "world" | "success" | "clip" | "instanceId">,
  verdict: Verdict | undefined,
  prompt: string | undefined,
  pathOf: PathOf,
): readonly JsonObject[] {
  const plan = verdict?.plan?.actions.slice(0, episode.world.steps) ?? [];
  const actions = plan.length === 0 ? [null] : plan;
  let state: unknown = task.initialState(instance);
  return actions.map((raw, index) => {
    const action = task.actionSchema.safeParse(raw);
    const result = action.success ? task.step(state, action.data) : undefined;
    if (result?.ok === true) state = result.state;
    return {
      step_index: index,
      current_images:
        index === 0 ? [pathOf(episodePath(episode.instanceId, ARTEFACTS.observation))] : [],
      state: stateOf(index, actions.length, episode.success),
      answer: action.success ? toPublishedAnswer(task, action.data) : null,
      invalid_response: !action.success,
      api_error: false,
      illegal: result?.ok !== true,
      raw_response_text: "",
      ...(index === 0
        ? {
            ...(prompt === undefined ? {} : { video_prompt: prompt }),
            video_gen_skip_reason: null,
            imagined_video: episode.clip === undefined ? null : pathOf(episode.clip.path),
          }
        : {}),
    };
  });
}

/** An episode that ended in an error: one step that says so. */
export function errorSteps(episode: Extract<Episode, { status: "error" }>): readonly JsonObject[] {
  return [
    {
      step_index: 0,
      current_images: [],
      state: "failed",
      answer: null,
      invalid_response: false,
      api_error: true,
      illegal: false,
      raw_response_text: "",
      api_error_message: `${episode.error.code}: ${episode.error.message}`,
    },
  ];
}

function stateOf(index: number, steps: number, success: boolean): string {
  if (index < steps - 1) return "in progress";
  return success ? "success" : "failed";
}
