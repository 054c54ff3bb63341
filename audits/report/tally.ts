/** Rows of the report's tables: results by tier, checks, reading. Pure. */
import type { Tier } from "../../core/schema/common.ts";
import { isJudged } from "../../core/schema/episode.ts";
import type { CheckRow, ReadingRow, ResultRow } from "../../core/schema/report.ts";
import type { RunSummary } from "../../core/schema/run.ts";
import { FRAME_LABELS, type FrameLabel, type Verdict } from "../../core/schema/verdict.ts";
import { wilsonInterval } from "../../core/stats/wilson.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import { checkCatalogue } from "../../cv-diagnostics/checks/registry.ts";
import { sampleIndices } from "../../cv-diagnostics/frames/index.ts";
import { countChecks, countEpisodes, tiersOf } from "../../probes/metrics/summarise-run.ts";

/** Places of the reading chart, as many as frames are sampled as published. */
const READING_PLACES = 41;

/** A run's tiers in order, then all of it when it has more than one. */
export function resultRows(run: RunRecord, summary: RunSummary, label: string): ResultRow[] {
  const tiers = tiersOf(summary);
  const row = (tier: Tier | "all", records: readonly EpisodeRecord[]): ResultRow => ({
    label,
    run: run.manifest.name,
    generator: summary.generator,
    condition: summary.condition,
    task: summary.task,
    tier,
    ...countResults(records),
  });
  const rows = tiers.map((tier) =>
    row(
      tier,
      run.records.filter(({ episode }) => episode.tier === tier),
    ),
  );
  return tiers.length === 1 ? rows : [...rows, row("all", run.records)];
}

function countResults(records: readonly EpisodeRecord[]) {
  const counts = countEpisodes(records);
  const briefs = records.flatMap(({ episode }) => (isJudged(episode) ? [episode.verdict] : []));
  const played = records.flatMap(({ episode }) => (episode.status === "ok" ? [episode] : []));
  const judged = briefs.length;
  const of = (value: number) => wilsonInterval(value, judged);
  const verdicts = verdictsOf(records);
  const isUndetermined = (verdict: Verdict): boolean =>
    verdict.terminal.outcome === "undetermined" ||
    verdict.checks.some(({ outcome }) => outcome === "undetermined");
  return {
    episodes: records.length,
    judged,
    errors: counts.errors,
    processValidSuccess: of(counts.processValidSuccess),
    processValid: of(counts.processValid),
    terminalSuccess: of(counts.terminalSuccess),
    scorable: of(counts.scorable),
    successInPuzzle: wilsonInterval(played.filter(({ success }) => success).length, played.length),
    acceptedWrongly: briefs.filter(
      ({ terminal, processValidSuccess }) => terminal === "pass" && !processValidSuccess,
    ).length,
    undetermined: verdicts.filter(isUndetermined).length,
  };
}

/** In the order in which the verdicts name the checks. */
export function checkRows(run: RunRecord, label: string): CheckRow[] {
  const { task } = run.manifest.config;
  return Object.entries(countChecks(verdictsOf(run.records))).map(([check, counts]) => {
    const applicable = counts.pass + counts.fail + counts.undetermined;
    return {
      label,
      run: run.manifest.name,
      task,
      check,
      description:
        checkCatalogue.find((known) => known.task === task && known.id === check)?.description ??
        "",
      ...counts,
      applicable,
      passRate: wilsonInterval(counts.pass, applicable),
    };
  });
}

export function readingRow(run: RunRecord, label: string): ReadingRow {
  const verdicts = verdictsOf(run.records).filter(({ frames }) => frames.length > 0);
  const counts = Object.fromEntries(
    FRAME_LABELS.map((name) => [name, Array.from({ length: READING_PLACES }, () => 0)]),
  ) as Record<FrameLabel, number[]>;
  for (const { frames } of verdicts) {
    for (const [place, sample] of sampleIndices(frames.length, READING_PLACES).entries()) {
      const bins = counts[frames[sample]?.label ?? "not_found"];
      bins[place] = (bins[place] ?? 0) + 1;
    }
  }
  return {
    label,
    run: run.manifest.name,
    task: run.manifest.config.task,
    clips: verdicts.length,
    places: READING_PLACES,
    counts,
  };
}

function verdictsOf(records: readonly EpisodeRecord[]): readonly Verdict[] {
  return records.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]));
}
