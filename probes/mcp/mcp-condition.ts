/**
 * The conditions none, image and video with a client of the server in the place of the reasoner: the
 * episode is opened, handed over, and taken back when it is over. Owns what an episode is put together
 * from; the writing down is `run-episode.ts`'s, as in every other run.
 */
import { ProbeError, ProviderError } from "../../core/errors.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { ARTEFACTS } from "../../core/store/run-layout.ts";
import { createImaginer, type RolloutMaker } from "../agent/imaginer.ts";
import { createObserver } from "../agent/observer.ts";
import { createShow } from "../agent/show-rollout.ts";
import { briefOf } from "../brief-of.ts";
import type { AgentServices, Condition, EpisodeContext } from "../conditions/condition.ts";
import { conditionRegistry } from "../conditions/registry.ts";
import { toJson } from "../conditions/to-json.ts";
import { drawStart, sceneOfStart } from "../observe.ts";
import { createAgentPrompt } from "../reasoners/agent-prompt.ts";
import type { Clip } from "../rollouts/clip.ts";
import { CancelledError } from "./client-errors.ts";
import { openPlay, type Play } from "./play.ts";

/** Conditions that a client can play in: what `--gen` makes decides. */
export const MCP_CONDITIONS = ["none", "image", "video"] as const;
export type McpCondition = (typeof MCP_CONDITIONS)[number];

/** Published number of clips of an episode. */
const MAX_CLIPS = 1;

/** What the judge said, or why there is no verdict. */
export type Judged =
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  | { readonly kind: "no_judge" | "no_clip" }
  | { readonly kind: "unjudged"; readonly reason: string };

/** The two ends between which the episode is the client's. */
export type Seat = {
  /** The episode is open. */
  readonly onOpen: (play: Play) => void;
  /** Resolves when it is over; rejects when it cannot go on. */
  readonly over: Promise<void>;
  readonly onJudged: (judged: Judged) => void;
  /** Whether the client took back what it is waiting for. */
  readonly isCancelled: () => boolean;
};

export function createMcpCondition(id: McpCondition, seat: Seat): Condition {
  const { description, needs } = conditionRegistry.get(id);
  return {
    ...{ id, description, needs, usesReasoner: true },
    run: async (context) => {
      const { task, item, agent } = context;
      if (agent === undefined) {
        throw new ProbeError("internal", `expected a client for condition ${id} but received none`);
      }
      const play = await openFor(id, context, agent, seat);
      seat.onOpen(play);
      await seat.over;
      const judged = await judgeClip(context, play);
      seat.onJudged(judged);
      const { world, ...played } = withVerdict(play, judged);
      const clip = firstClip(play);
      const warnings = play
        .pending()
        .map(({ kind, prompt }) => `a ${kind} was asked for and no move made after it: ${prompt}`);
      return {
        world,
        warnings,
        ...(clip === undefined ? {} : { clip }),
        ...(judged.kind === "verdict" ? { verdict: judged.verdict } : {}),
        agent: {
          reasoner: agent.config.reasoner,
          ...(id === "none" ? {} : { toolProtocol: "native" as const }),
          steps: [...played.steps],
          finalObservations: [...played.finalObservations],
          terminated: played.terminated,
          truncated: played.truncated,
          shortestSteps: task.solve(task.initialState(item.instance))?.length ?? null,
          // What the client spent on thinking is its own secret.
          usage: {
            calls: played.steps.reduce((sum, { calls }) => sum + calls, 0),
            ...{ promptTokens: null, completionTokens: null, costUsd: null },
          },
          warnings,
        },
      };
    },
  };
}

async function openFor(
  id: McpCondition,
  { task, item, rollout, keep }: EpisodeContext,
  { config, texts, book, rollouts, call }: AgentServices,
  { isCancelled }: Seat,
): Promise<Play> {
  const { instance, key } = item;
  const scene = sceneOfStart(task, instance, rollout);
  await Promise.all([
    keep(ARTEFACTS.instance, toJson(instance)),
    keep(ARTEFACTS.scene, toJson(scene)),
    drawStart(task, instance, scene).then((png) => keep(ARTEFACTS.observation, png)),
  ]);
  const { promptStyle: style, maxPictures, clipFrames } = config;
  const prompt = createAgentPrompt({
    ...{ texts, task, condition: id, tier: instance.tier, style, maxPictures },
  });
  const observe = createObserver(task, scene, instance.id, keep);
  if (id === "none") return openPlay({ task, instance, prompt, observe });
  const { signal } = call;
  const show = createShow({ kind: id, instanceId: instance.id, clipFrames, keep, signal });
  const make: RolloutMaker["make"] = async (ask) => {
    try {
      return await rollouts.make(ask);
    } catch (error) {
      if (isCancelled()) throw new CancelledError();
      // Nobody plays a client's episode on later: a host that is away is told, and counts.
      if (error instanceof ProviderError) {
        throw new ProbeError("provider", error.message, { cause: error });
      }
      throw error;
    }
  };
  const { costOf } = rollouts;
  const imaginer = createImaginer({
    ...{ kind: id, key, book, show, signal },
    rollouts: { make, costOf },
  });
  const limit = id === "image" ? maxPictures : MAX_CLIPS;
  return openPlay({
    ...{ task, instance, prompt, observe },
    imagining: { kind: id, limit, imaginer, key, costOf },
  });
}

/** The clip of an episode; pictures are no clip. */
function firstClip(play: Play): Clip | undefined {
  const asked = [...play.record().steps.flatMap((step) => step.imaginations), ...play.pending()];
  const found = asked.find(
    ({ kind, rolloutKey }) => kind === "video" && play.clips().has(rolloutKey ?? ""),
  );
  return play.clips().get(found?.rolloutKey ?? "");
}

/** The verdict decides nothing in the world, and is not told before the end. */
async function judgeClip({ judge, hasJudge }: EpisodeContext, play: Play): Promise<Judged> {
  const clip = firstClip(play);
  if (clip === undefined) return { kind: "no_clip" };
  if (!hasJudge) return { kind: "no_judge" };
  try {
    return { kind: "verdict", verdict: await judge(clip) };
  } catch (error) {
    if (!(error instanceof ProbeError) || error.code !== "media") throw error;
    return { kind: "unjudged", reason: error.message };
  }
}

function withVerdict(play: Play, judged: Judged): ReturnType<Play["record"]> {
  const record = play.record();
  const sha256 = firstClip(play)?.ref.sha256;
  const word =
    judged.kind === "verdict"
      ? { verdict: briefOf(judged.verdict) }
      : judged.kind === "unjudged"
        ? { unjudged: judged.reason }
        : {};
  return {
    ...record,
    steps: record.steps.map((step) => ({
      ...step,
      imaginations: step.imaginations.map((imagination) =>
        imagination.kind === "video" && imagination.file?.sha256 === sha256 && sha256 !== undefined
          ? { ...imagination, ...word }
          : imagination,
      ),
    })),
  };
}
