/**
 * One episode: from a work item to its lines in the journals. Owns the order of writing - verdict
 * and timing, then the episode line that makes it count - and turns failures into error lines.
 */
import { ProbeError, StoreError } from "../core/errors.ts";
import { canonicalJson } from "../core/hash/canonical-json.ts";
import type { ClipRef, Episode } from "../core/schema/episode.ts";
import type { Timing } from "../core/schema/run.ts";
import type { Verdict } from "../core/schema/verdict.ts";
import { judgeRegistry } from "../cv-diagnostics/checks/registry.ts";
import { briefOf } from "./brief-of.ts";
import type { AgentServices, Condition, EpisodeOutcome } from "./conditions/condition.ts";
import { imagine, placeOf, requestFor } from "./imagine.ts";
import { type JudgeServices, judgeEpisode } from "./judge-episode.ts";
import { createRolloutMaker, type EpisodeRollouts } from "./make-rollout.ts";
import type { Reasoner } from "./reasoners/reasoner.ts";
import type { ClipServices } from "./rollouts/clip.ts";
import { attemptCosts } from "./rollouts/costs.ts";
import { BudgetSpentError, RolloutError } from "./rollouts/rollout-error.ts";
import type { WorkItem } from "./work-item.ts";

export type EpisodeServices = JudgeServices & {
  readonly condition: Condition;
  readonly clips: ClipServices;
  /** Present where the condition uses a reasoner. */
  readonly agent?: Omit<AgentServices, "rollouts" | "call">;
  /** Finds a verdict that an earlier process wrote down. */
  readonly verdictOf: (clip: Pick<ClipRef, "path" | "sha256">) => Verdict | undefined;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Told in a few words what is going on. */
  readonly onStage: (stage: string) => void;
  /** Told when the generator is asked. */
  readonly onGeneratorCall: () => void;
};

/** Why an episode was left undone: nothing of it counts. */
export type LeftUndone = "aborted" | "budget";

/**
 * Runs one episode and writes it down.
 *
 * @returns the line written, or why it was left undone
 * @throws StoreError when it cannot be written down
 */
export async function runEpisode(
  services: EpisodeServices,
  item: WorkItem,
): Promise<Episode | LeftUndone> {
  const { store, config, now, clips, agent, signal } = services;
  const spent: Spent = { generateMs: 0, judgeMs: 0, reasonMs: 0 };
  const startMs = now();
  const watch = {
    onWait: (reason: string | undefined) => services.onStage(reason ?? "imagining"),
    onAsk: services.onGeneratorCall,
  };
  const rollouts = createRolloutMaker(clips, store, config, item, watch);
  let episode: Episode;
  let verdict: Verdict | undefined;
  try {
    const imagining = <T>(work: () => Promise<T>): Promise<T> => {
      services.onStage("imagining");
      return timed(now, spent, "generateMs", work);
    };
    const outcome = await services.condition.run({
      task: services.task,
      item,
      rollout: config.rollout,
      hasJudge: judgeRegistry.has(config.task),
      keep: (file, content) => store.writeArtefact(item.instance.id, file, content),
      imagine: (png) =>
        imagining(() =>
          imagine(clips, store, placeOf(item), requestFor(item, config.rollout, png), watch),
        ),
      judge: (clip) => {
        services.onStage("judging");
        return timed(now, spent, "judgeMs", () => judgeEpisode(services, item.instance, clip));
      },
      ...(agent === undefined
        ? {}
        : {
            agent: {
              ...agent,
              reasoner: timedReasoner(agent.reasoner, (work) => {
                services.onStage("asking");
                return timed(now, spent, "reasonMs", work);
              }),
              rollouts: { ...rollouts, make: (ask) => imagining(() => rollouts.make(ask)) },
              call: { signal, onWait: (reason) => services.onStage(reason ?? "asking") },
            },
          }),
    });
    verdict = outcome.verdict;
    episode = {
      ...commonFields(services, item, rollouts),
      status: "ok",
      ...outcomeFields(outcome),
    };
  } catch (error) {
    if (services.signal.aborted) return "aborted";
    if (error instanceof StoreError) throw error;
    if (error instanceof BudgetSpentError) return "budget";
    episode = {
      ...commonFields(services, item, rollouts),
      status: "error",
      error: describeError(error),
    };
  }
  const { generateMs, judgeMs, reasonMs } = spent;
  const elsewhereMs = generateMs + judgeMs + reasonMs;
  const timing: Timing = {
    schema: "topoprobe.timing/1",
    kind: "episode",
    key: item.key,
    instanceId: item.instance.id,
    renderMs: Math.max(0, Math.round(now() - startMs - elsewhereMs)),
    generateMs: Math.round(generateMs),
    judgeMs: Math.round(judgeMs),
    ...(agent?.reasoner.kind === "chat" ? { reasonMs: Math.round(reasonMs) } : {}),
  };
  // Into files of their own: neither waits for the disk to flush the other.
  await Promise.all([
    store.appendTiming(timing),
    verdict === undefined ? undefined : appendVerdictOnce(services, verdict),
  ]);
  await store.appendEpisode(episode);
  return episode;
}

/** A crash between the verdict and the episode line must not leave the same verdict twice. */
async function appendVerdictOnce(
  { store, verdictOf }: EpisodeServices,
  verdict: Verdict,
): Promise<void> {
  const sha256 = verdict.videoSha256;
  const before = sha256 === undefined ? undefined : verdictOf({ path: verdict.video, sha256 });
  if (before !== undefined && canonicalJson(before) === canonicalJson(verdict)) return;
  await store.appendVerdict(verdict);
}

function outcomeFields({ clip, verdict, world, warnings, agent }: EpisodeOutcome) {
  return {
    ...(clip === undefined ? {} : { clip: clip.ref }),
    warnings: [...warnings],
    ...(verdict === undefined ? {} : { verdict: briefOf(verdict) }),
    world,
    success: world.success,
    ...(agent === undefined ? {} : { agent }),
  };
}

function commonFields(
  { config, clips }: EpisodeServices,
  item: WorkItem,
  rollouts: EpisodeRollouts,
) {
  const { instance } = item;
  const { host } = clips.generator;
  const costUsd = (): number | null =>
    config.agent === undefined ? lastCost(clips, item.key) : rollouts.spentUsd();
  return {
    schema: "topoprobe.episode/1",
    key: item.key,
    instanceId: instance.id,
    task: config.task,
    taskVersion: config.taskVersion,
    tier: instance.tier,
    seed: instance.seed,
    generator: config.generator,
    condition: config.condition,
    rollout: config.rollout,
    promptSha256: item.promptSha256,
    ...(host === undefined ? {} : { host: host.id, costUsd: costUsd() }),
  } as const;
}

/** What the last attempt cost; 0 when there was none. */
function lastCost({ log }: ClipServices, key: string): number | null {
  const last = attemptCosts(log.recordsOf(key)).at(-1);
  return last === undefined ? 0 : last.costUsd;
}

function describeError(error: unknown): { code: string; message: string } {
  if (error instanceof RolloutError) return { code: error.episodeCode, message: error.message };
  if (error instanceof ProbeError) return { code: error.code, message: error.message };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}

type Spent = { generateMs: number; judgeMs: number; reasonMs: number };

async function timed<T>(
  now: () => number,
  spent: Spent,
  field: keyof Spent,
  work: () => Promise<T>,
): Promise<T> {
  const startMs = now();
  try {
    return await work();
  } finally {
    spent[field] += now() - startMs;
  }
}

function timedReasoner(
  reasoner: Reasoner,
  time: <T>(work: () => Promise<T>) => Promise<T>,
): Reasoner {
  if (reasoner.kind === "policy") return reasoner;
  return {
    ...reasoner,
    toolProtocol: (context) => time(() => reasoner.toolProtocol(context)),
    reply: (...asked) => time(() => reasoner.reply(...asked)),
  };
}
