/** Run folders -> `report.json`: numbers and a row per episode. Pure. */
import type { OkEpisode } from "../../core/schema/episode.ts";
import type { Report, ReportEpisode, ReportViolation, RunCost } from "../../core/schema/report.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import { summariseRun } from "../../probes/metrics/summarise-run.ts";
import { getTask } from "../../tasks/registry.ts";
import { type CompareOptions, compareRuns } from "./comparisons.ts";
import { episodeKind } from "./episode-kind.ts";
import { labelRuns, playerOf } from "./labels.ts";
import { checkRows, readingRow, resultRows } from "./tally.ts";
import { describeCode, describeViolation, timeOfFrame } from "./words.ts";

export type ReportOptions = CompareOptions & {
  /** What each run cost, in the order of the runs. @default none asked a host */
  readonly costs?: readonly RunCost[];
};

/** Everything that a report says, without its looks. */
export function buildReport(runs: readonly RunRecord[], options: ReportOptions = {}): Report {
  const labels = labelRuns(
    runs.map(({ manifest: { name, config } }) => ({
      name,
      task: config.task,
      player: playerOf(config),
      condition: config.condition,
    })),
  );
  const labelled = runs.map((run, i) => ({
    run,
    label: labels[i] ?? "",
    summary: summariseRun(run),
    cost: options.costs?.[i] ?? null,
  }));
  return {
    schema: "topoprobe.report/2",
    results: labelled.flatMap(({ run, summary, label }) => resultRows(run, summary, label)),
    checks: labelled.flatMap(({ run, label }) => checkRows(run, label)),
    reading: labelled.map(({ run, label }) => readingRow(run, label)),
    comparisons: compareRuns(labelled, options),
    runs: labelled.map(({ run, label, summary, cost }) => ({
      name: run.manifest.name,
      label,
      summary,
      cost,
      missing: [...run.missing],
      episodes: run.records.map(describeEpisode),
    })),
  };
}

function describeEpisode(record: EpisodeRecord): ReportEpisode {
  const { episode, verdict } = record;
  const { instanceId, tier, seed, status, costUsd } = episode;
  const common = {
    instanceId,
    tier,
    seed,
    status,
    kind: episodeKind(record),
    world: episode.status === "ok" ? episode.world : null,
    agent: episode.status === "ok" ? describeAgent(episode) : null,
    host: episode.host ?? null,
    ...(costUsd === undefined ? {} : { costUsd }),
    warnings: episode.status === "error" ? [] : warningsOf(episode),
  };
  if (episode.status === "error") return { ...common, judged: null, error: episode.error };
  if (episode.clip === undefined) return { ...common, judged: null, error: null };
  if (verdict === undefined) {
    const message = "the verdict on this clip is missing from verdicts.jsonl";
    return { ...common, judged: null, error: { code: "store", message } };
  }
  return {
    ...common,
    judged: {
      processValidSuccess: verdict.processValidSuccess,
      processValid: verdict.processValid,
      terminal: verdict.terminal.outcome,
      terminalReason: verdict.terminal.reason ?? null,
      scorable: verdict.terminal.scorable,
      goalEverReached: verdict.terminal.goalEverReached,
      checks: verdict.checks.map(({ name, outcome }) => ({ name, outcome })),
      violations: describeViolations(verdict),
      plan: describePlan(verdict),
      labels: verdict.frames.map(({ label }) => label),
      clip: episode.clip.path,
      clipSha256: episode.clip.sha256,
    },
    error: null,
  };
}

/** Those of the generator: on the clip, and on what an agent imagined. */
function warningsOf({ warnings, agent }: OkEpisode): string[] {
  const imaginations = agent?.steps.flatMap((step) => step.imaginations) ?? [];
  return [...new Set([...warnings, ...imaginations.flatMap((one) => one.warnings)])];
}

/** "moved: turn x=0,y=0", "invalid: no answer could be read". */
function describeAgent({ agent, task: id }: OkEpisode): ReportEpisode["agent"] {
  if (agent === undefined) return null;
  const task = getTask(id);
  return {
    reasoner: agent.reasoner.id,
    steps: agent.steps.map(({ answer, outcome, reason }) => {
      const action = task.actionSchema.safeParse(answer.action);
      const said = action.success ? task.describeAction(action.data) : (answer.reason ?? "");
      return [outcome, said, describeCode(reason ?? "")].filter((part) => part !== "").join(": ");
    }),
    costUsd: agent.usage.costUsd,
  };
}

function describeViolations(verdict: Verdict): ReportViolation[] {
  return verdict.checks
    .flatMap((check) =>
      check.violations.map((violation) => ({
        ...violation,
        check: check.name,
        timeSec: timeOfFrame(violation.frame, verdict),
        words: describeViolation(violation, verdict),
      })),
    )
    .sort((a, b) => a.frame - b.frame);
}

function describePlan(
  verdict: Verdict,
): { moves: string[]; legal: boolean; reachesGoal: boolean } | null {
  const { plan } = verdict;
  if (plan === null) return null;
  const task = getTask(verdict.task);
  const moves = plan.actions.map((raw) => {
    const action = task.actionSchema.safeParse(raw);
    return action.success ? task.describeAction(action.data) : JSON.stringify(raw);
  });
  return { moves, legal: plan.legal, reachesGoal: plan.reachesGoal };
}
