/** Run folders -> `report.json`: numbers and a row per episode. Pure. */
import type { Report, ReportEpisode, ReportViolation } from "../../core/schema/report.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import { summariseRun } from "../../probes/metrics.ts";
import { getTask } from "../../tasks/registry.ts";
import { describeViolation, timeOfFrame } from "./words.ts";

/** Everything that a report says, without its looks. */
export function buildReport(runs: readonly RunRecord[]): Report {
  return {
    schema: "topoprobe.report/1",
    runs: runs.map((run) => ({
      name: run.manifest.name,
      summary: summariseRun(run),
      missing: [...run.missing],
      episodes: run.records.map(describeEpisode),
    })),
  };
}

function describeEpisode({ episode, verdict }: EpisodeRecord): ReportEpisode {
  const { instanceId, tier, seed, status } = episode;
  if (episode.status === "error" || verdict === undefined) {
    const error =
      episode.status === "error"
        ? episode.error
        : { code: "store", message: "the verdict on this clip is missing from verdicts.jsonl" };
    const warnings = episode.status === "error" ? [] : episode.warnings;
    return { instanceId, tier, seed, status, judged: null, warnings, error };
  }
  return {
    instanceId,
    tier,
    seed,
    status,
    judged: {
      processValidSuccess: verdict.processValidSuccess,
      processValid: verdict.processValid,
      terminal: verdict.terminal.outcome,
      terminalReason: verdict.terminal.reason ?? null,
      scorable: verdict.terminal.scorable,
      goalEverReached: verdict.terminal.goalEverReached,
      world: episode.world,
      checks: verdict.checks.map(({ name, outcome }) => ({ name, outcome })),
      violations: describeViolations(verdict),
      plan: describePlan(verdict),
      clip: episode.clip.path,
      clipSha256: episode.clip.sha256,
    },
    warnings: episode.warnings,
    error: null,
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
