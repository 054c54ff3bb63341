/** What `probe run` prints of a run: a table by tier and a table by check. */
import type { EpisodeCounts, RunSummary } from "../core/schema/run.ts";
import { wilsonInterval } from "../core/stats/wilson.ts";
import { tiersOf } from "../probes/metrics/summarise-run.ts";
import { formatProportion, formatRate, formatTable } from "./tables.ts";

/** Both tables, with a line on errors when there are any. */
export function formatRunSummary(summary: RunSummary): string {
  const tiers = tiersOf(summary);
  const rows = tiers.map((tier) =>
    tierRow(tier, summary.tiers[tier], summary.tiers[tier].episodes),
  );
  if (tiers.length > 1) rows.push(tierRow("all", summary.counts, summary.episodes));
  const byTier = formatTable(
    [
      { title: "tier" },
      { title: "episodes", align: "right" },
      { title: "process-valid success", align: "right" },
      { title: "process-valid", align: "right" },
      { title: "terminal success", align: "right" },
      { title: "scorable", align: "right" },
    ],
    rows,
  );
  const checks = Object.entries(summary.checks);
  const byCheck = formatTable(
    [
      { title: "check" },
      { title: "kind" },
      { title: "pass", align: "right" },
      { title: "fail", align: "right" },
      { title: "undetermined", align: "right" },
      { title: "n/a", align: "right" },
    ],
    checks.map(([name, counts]) => [
      name,
      counts.kind,
      `${counts.pass}`,
      `${counts.fail}`,
      `${counts.undetermined}`,
      `${counts.notApplicable}`,
    ]),
  );
  const parts = [byTier];
  if (checks.length > 0) parts.push(byCheck);
  if (summary.counts.errors > 0) {
    parts.push(
      `${summary.counts.errors} of ${summary.episodes} episodes ended in an error and are in no rate`,
    );
  }
  return parts.join("\n\n");
}

function tierRow(name: string, counts: EpisodeCounts, episodes: number): string[] {
  const judged = episodes - counts.errors;
  const rate = (value: number): string => formatRate(judged === 0 ? null : value / judged);
  return [
    name,
    `${episodes}`,
    formatProportion(wilsonInterval(counts.processValidSuccess, judged)),
    rate(counts.processValid),
    rate(counts.terminalSuccess),
    rate(counts.scorable),
  ];
}
