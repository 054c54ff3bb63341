/** Counts of a run: headline, tiers, checks, success in the world. Pure. */
import { assertNever } from "../../core/errors.ts";
import { TIERS, type Tier } from "../../core/schema/common.ts";
import { isJudged } from "../../core/schema/episode.ts";
import type { CheckCounts, EpisodeCounts, RunSummary } from "../../core/schema/run.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { wilsonInterval } from "../../core/stats/wilson.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";

/**
 * Summarises what is finished. An unscorable clip counts as a failure. An episode that ended in an
 * error has no clip to judge: it is counted as an error and left out of every rate. One of an agent
 * without a clip counts in the accuracy alone.
 */
export function summariseRun(run: RunRecord): RunSummary {
  const ofTier = (tier: Tier): readonly EpisodeRecord[] =>
    run.records.filter(({ episode }) => episode.tier === tier);
  const tierCounts = (tier: Tier) => ({
    ...countEpisodes(ofTier(tier)),
    episodes: ofTier(tier).length,
  });
  const counts = countEpisodes(run.records);
  return {
    schema: "topoprobe.run-summary/1",
    run: run.path,
    task: run.manifest.config.task,
    generator: run.manifest.config.generator.id,
    condition: run.manifest.config.condition,
    episodes: run.records.length,
    counts,
    tiers: { easy: tierCounts("easy"), medium: tierCounts("medium"), hard: tierCounts("hard") },
    checks: countChecks(
      run.records.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict])),
    ),
    accuracy: {
      all: accuracyOf(run.records),
      easy: accuracyOf(ofTier("easy")),
      medium: accuracyOf(ofTier("medium")),
      hard: accuracyOf(ofTier("hard")),
    },
    processValidSuccess: wilsonInterval(
      counts.processValidSuccess,
      run.records.filter(({ episode }) => isJudged(episode)).length,
    ),
  };
}

/** Tiers that a run has episodes of, in order. */
export function tiersOf(summary: RunSummary): readonly Tier[] {
  return TIERS.filter((tier) => summary.tiers[tier].episodes > 0);
}

export function countEpisodes(records: readonly EpisodeRecord[]): EpisodeCounts {
  const judged = records.flatMap(({ episode }) => (isJudged(episode) ? [episode.verdict] : []));
  return {
    processValidSuccess: judged.filter((v) => v.processValidSuccess).length,
    processValid: judged.filter((v) => v.processValid).length,
    terminalSuccess: judged.filter((v) => v.terminal === "pass").length,
    scorable: judged.filter((v) => v.scorable).length,
    errors: records.filter(({ episode }) => episode.status === "error").length,
  };
}

/** Outcomes by check, in the order in which the verdicts name them. */
export function countChecks(verdicts: readonly Verdict[]): Readonly<Record<string, CheckCounts>> {
  const counts = new Map<string, CheckCounts>();
  for (const check of verdicts.flatMap((verdict) => verdict.checks)) {
    const before = counts.get(check.name) ?? {
      kind: check.kind,
      pass: 0,
      fail: 0,
      undetermined: 0,
      notApplicable: 0,
    };
    const field = countedAs(check.outcome);
    counts.set(check.name, { ...before, [field]: before[field] + 1 });
  }
  return Object.fromEntries(counts);
}

function countedAs(
  outcome: Verdict["checks"][number]["outcome"],
): "pass" | "fail" | "undetermined" | "notApplicable" {
  switch (outcome) {
    case "pass":
    case "fail":
    case "undetermined":
      return outcome;
    case "not_applicable":
      return "notApplicable";
    default:
      return assertNever(outcome);
  }
}

function accuracyOf(records: readonly EpisodeRecord[]): RunSummary["accuracy"]["all"] {
  const judged = records.flatMap(({ episode }) => (episode.status === "ok" ? [episode] : []));
  return wilsonInterval(judged.filter((episode) => episode.success).length, judged.length);
}
