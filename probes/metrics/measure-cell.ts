/** What some episodes of one group come to: rates, with the counts of what is in none of them. Pure. */
import { type AgentRecord, type AgentStep, ANSWER_METHODS } from "../../core/schema/agent.ts";
import type { CellMetrics } from "../../core/schema/agent-metrics.ts";
import type { OkEpisode } from "../../core/schema/episode.ts";
import { wilsonInterval } from "../../core/stats/wilson.ts";
import type { EpisodeRecord } from "../../core/store/read-run.ts";
import { meanOf, sumKnown, sumOf } from "./sums.ts";

export type CellOptions = {
  /** Planned instances without an episode. */
  readonly missing: number;
  /** Whether requests to a server decide: an episode that broke off may then have cost some. */
  readonly isChat: boolean;
};

/**
 * An episode that ended in an error is in no rate. Over-optimality, as published: steps over those of
 * the shortest solution, over the solved episodes whose shortest solution is known.
 */
export function measureCell(
  records: readonly EpisodeRecord[],
  { missing, isChat }: CellOptions,
): CellMetrics {
  const played = records.flatMap(({ episode }) => (episode.status === "ok" ? [episode] : []));
  const errors = records.length - played.length;
  const agents = played.flatMap(({ agent }) => (agent === undefined ? [] : [agent]));
  const lost = Array<null>(isChat ? errors : 0).fill(null);
  const ratios = played.flatMap(overOptimalityOf);
  return {
    episodes: records.length,
    missing,
    errors,
    success: wilsonInterval(played.filter(({ success }) => success).length, played.length),
    overOptimality: { mean: meanOf(ratios), n: ratios.length },
    steps: sumOf(played.map(({ world }) => world.steps)),
    invalid: countActions(played.map(({ world }) => world.invalid ?? 0)),
    illegal: countActions(played.map(({ world }) => world.illegal)),
    answers: measureAnswers(agents.flatMap(({ steps }) => steps)),
    imagination: countImaginations(played),
    judged: countJudged(records),
    reasonerCalls: sumOf(agents.map(({ usage }) => usage.calls)),
    tokens: {
      prompt: sumKnown([...agents.map(({ usage }) => usage.promptTokens), ...lost]),
      completion: sumKnown([...agents.map(({ usage }) => usage.completionTokens), ...lost]),
    },
    costUsd: {
      reasoner: sumKnown([...agents.map(({ usage }) => usage.costUsd), ...lost]),
      generator: sumKnown(
        records.flatMap(({ episode: { costUsd } }) => (costUsd === undefined ? [] : [costUsd])),
      ),
    },
  };
}

function overOptimalityOf({ success, world, agent }: OkEpisode): readonly number[] {
  const shortest = agent?.shortestSteps ?? 0;
  return success && shortest > 0 ? [world.steps / shortest] : [];
}

function countActions(byEpisode: readonly number[]): CellMetrics["invalid"] {
  return { actions: sumOf(byEpisode), episodes: byEpisode.filter((count) => count > 0).length };
}

function measureAnswers(steps: readonly AgentStep[]): CellMetrics["answers"] {
  const methods = Object.fromEntries(
    ANSWER_METHODS.map((name) => [
      name,
      steps.filter(({ answer }) => answer.method === name).length,
    ]),
  ) as CellMetrics["answers"]["methods"];
  const hits = steps.filter(({ answer }) => answer.isFormatValid).length;
  return {
    strictJson: wilsonInterval(methods.json, steps.length),
    formatHit: wilsonInterval(hits, steps.length),
    methods,
  };
}

function countImaginations(played: readonly OkEpisode[]): CellMetrics["imagination"] {
  const wishes = played.flatMap(({ agent }) => (agent === undefined ? [] : imaginationsOf(agent)));
  const texts = wishes.filter(({ kind }) => kind === "text");
  const shown = wishes.filter(({ kind }) => kind !== "text");
  const asked = shown.filter(({ rolloutKey }) => rolloutKey !== undefined);
  const policies = played.filter(({ agent, clip }) => agent === undefined && clip !== undefined);
  return {
    calls: asked.length + policies.length,
    failed: asked.filter(({ skipped }) => skipped !== undefined).length,
    refused: shown.length - asked.length,
    texts: texts.filter(({ skipped }) => skipped === undefined).length,
  };
}

function countJudged(records: readonly EpisodeRecord[]): CellMetrics["judged"] {
  const briefs = records.flatMap(({ episode }) =>
    episode.status === "ok" && episode.verdict !== undefined ? [episode.verdict] : [],
  );
  const checks = records.flatMap(({ verdict }) => verdict?.checks ?? []);
  const wishes = records.flatMap(({ episode }) =>
    episode.status === "ok" && episode.agent !== undefined ? imaginationsOf(episode.agent) : [],
  );
  return {
    clips: briefs.length,
    terminalUndetermined: briefs.filter(({ terminal }) => terminal === "undetermined").length,
    unscorable: briefs.filter(({ scorable }) => !scorable).length,
    checksUndetermined: checks.filter(({ outcome }) => outcome === "undetermined").length,
    unjudged: wishes.filter(({ unjudged }) => unjudged !== undefined).length,
  };
}

function imaginationsOf({ steps }: AgentRecord): readonly AgentStep["imaginations"][number][] {
  return steps.flatMap(({ imaginations }) => imaginations);
}
