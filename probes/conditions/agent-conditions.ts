/**
 * Conditions in which a reasoner decides: none, text, image, video. All of them go through the same
 * loop with the same observation, first turn and budget; they differ in what imagining adds. Owns what
 * an episode is put together from.
 */
import { ProbeError } from "../../core/errors.ts";
import type { Imagination } from "../../core/schema/agent.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { ARTEFACTS } from "../../core/store/run-layout.ts";
import { createChatDecider } from "../agent/chat-decider.ts";
import type { Decider } from "../agent/decider.ts";
import { createImaginer, type Imaginer } from "../agent/imaginer.ts";
import { createObserver } from "../agent/observer.ts";
import { createPolicyDecider } from "../agent/policy-decider.ts";
import { type AgentPlay, runAgent } from "../agent/run-agent.ts";
import { createShow } from "../agent/show-rollout.ts";
import { openTalk, type Talk } from "../agent/talk.ts";
import { briefOf } from "../brief-of.ts";
import { drawStart, sceneOfStart } from "../observe.ts";
import {
  type AgentCondition,
  type AgentPrompt,
  createAgentPrompt,
} from "../reasoners/agent-prompt.ts";
import type { Clip } from "../rollouts/clip.ts";
import type { AgentServices, Condition, EpisodeContext, EpisodeOutcome } from "./condition.ts";
import { toJson } from "./to-json.ts";

const DESCRIPTIONS: Readonly<Record<AgentCondition, string>> = {
  none: "the reasoner decides from the observation alone",
  text: "before each move the reasoner describes the next states to itself in words",
  image: "the reasoner may have pictures of what may come imagined, at most ten an episode",
  video: "one clip is imagined before the first move; its frames stay in view",
};
const NEEDS: Readonly<Record<AgentCondition, Condition["needs"]>> = {
  none: "nothing",
  text: "nothing",
  image: "image",
  video: "video",
};

export const agentConditions: readonly Condition[] = (
  ["none", "text", "image", "video"] as const
).map((id) => ({
  id,
  description: DESCRIPTIONS[id],
  needs: NEEDS[id],
  usesReasoner: true,
  run: (context) => runEpisodeOf(id, context),
}));

async function runEpisodeOf(id: AgentCondition, context: EpisodeContext): Promise<EpisodeOutcome> {
  const { task, item, rollout, keep, agent } = context;
  const { instance } = item;
  if (agent === undefined) {
    throw new ProbeError("internal", `expected a reasoner for condition ${id} but received none`);
  }
  const scene = sceneOfStart(task, instance, rollout);
  await Promise.all([
    keep(ARTEFACTS.instance, toJson(instance)),
    keep(ARTEFACTS.scene, toJson(scene)),
    drawStart(task, instance, scene).then((png) => keep(ARTEFACTS.observation, png)),
  ]);
  const { promptStyle: style, maxPictures } = agent.config;
  const prompt = createAgentPrompt({
    ...{ texts: agent.texts, task, condition: id, tier: instance.tier, style, maxPictures },
  });
  const imaginer = id === "image" || id === "video" ? imaginerOf(id, context, agent) : undefined;
  const { decider, talk } = deciderOf(id, context, agent, prompt, imaginer);
  let play: AgentPlay;
  try {
    play = await runAgent(task, instance, createObserver(task, scene, instance.id, keep), decider);
  } finally {
    if (talk !== undefined) await keep(ARTEFACTS.chat, toLines(talk.exchanges()));
  }
  const judged = await judgeClips(context, play, imaginer?.clips() ?? new Map());
  const { world, ...played } = play;
  const { usage, warnings, toolProtocol } = decider.summary();
  const shortest = task.solve(task.initialState(instance));
  return {
    world,
    warnings,
    ...(judged.clip === undefined ? {} : { clip: judged.clip }),
    ...(judged.verdict === undefined ? {} : { verdict: judged.verdict }),
    agent: {
      reasoner: agent.config.reasoner,
      ...(toolProtocol === undefined ? {} : { toolProtocol }),
      steps: [...judged.steps],
      finalObservations: [...played.finalObservations],
      terminated: played.terminated,
      truncated: played.truncated,
      shortestSteps: shortest?.length ?? null,
      ...{ usage, warnings },
    },
  };
}

function imaginerOf(
  kind: "image" | "video",
  { item, keep }: EpisodeContext,
  { book, rollouts, call, config }: AgentServices,
): Imaginer {
  const { signal } = call;
  const { clipFrames } = config;
  return createImaginer({
    ...{ kind, key: item.key, book, rollouts, signal },
    show: createShow({ kind, instanceId: item.instance.id, clipFrames, keep, signal }),
  });
}

function deciderOf(
  condition: AgentCondition,
  { task, item }: EpisodeContext,
  { reasoner, book, call, config }: AgentServices,
  prompt: AgentPrompt,
  imaginer: Imaginer | undefined,
): { readonly decider: Decider; readonly talk?: Talk } {
  const { id: instanceId, actionBudget } = item.instance;
  if (reasoner.kind === "policy") {
    const clip =
      condition === "video" && imaginer !== undefined
        ? { clip: { imaginer, prompt: prompt.fallbackVideoPrompt } }
        : {};
    return { decider: createPolicyDecider({ reasoner, task, instanceId, ...clip }) };
  }
  const talk = openTalk({ reasoner, key: item.key, book, context: call });
  const decider = createChatDecider({
    ...{ condition, prompt, talk, actionBudget, maxPictures: config.maxPictures },
    ...(imaginer === undefined ? {} : { imaginer }),
  });
  return { decider, talk };
}

/** Judges the clip of an episode; pictures have no judge. The verdict decides nothing here. */
async function judgeClips(
  { judge, hasJudge }: EpisodeContext,
  { steps }: AgentPlay,
  clips: ReadonlyMap<string, Clip>,
): Promise<{
  readonly steps: AgentPlay["steps"];
  readonly clip?: Clip;
  readonly verdict?: Verdict;
}> {
  const found = steps
    .flatMap(({ imaginations }) => imaginations)
    .find(({ kind, rolloutKey }) => kind === "video" && clips.has(rolloutKey ?? ""));
  const clip = clips.get(found?.rolloutKey ?? "");
  if (found === undefined || clip === undefined || !hasJudge) {
    return { steps, ...(clip === undefined || found === undefined ? {} : { clip }) };
  }
  const withWord = (word: Partial<Imagination>): AgentPlay["steps"] =>
    steps.map((step) => ({
      ...step,
      imaginations: step.imaginations.map((imagination) =>
        imagination === found ? { ...imagination, ...word } : imagination,
      ),
    }));
  try {
    const verdict = await judge(clip);
    return { steps: withWord({ verdict: briefOf(verdict) }), clip, verdict };
  } catch (error) {
    if (!(error instanceof ProbeError) || error.code !== "media") throw error;
    return { steps: withWord({ unjudged: error.message }), clip };
  }
}

function toLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
