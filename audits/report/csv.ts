/** `report.csv`: a line per episode, safe to open in a spreadsheet. Pure. */
import type { Report } from "../../core/schema/report.ts";

const COLUMNS = [
  "run",
  "task",
  "generator",
  "condition",
  "instance",
  "tier",
  "seed",
  "status",
  "outcome",
  "process_valid_success",
  "process_valid",
  "terminal",
  "scorable",
  "success_in_world",
  "failed_checks",
  "undetermined_checks",
  "violations",
  "first_violation",
  "moves",
  "host",
  "cost_usd",
  "warnings",
  "error",
  "clip",
  "clip_sha256",
] as const;

/** The whole file, RFC 4180, with a heading. */
export function formatReportCsv(report: Report): string {
  const rows = report.runs.flatMap((run) =>
    run.episodes.map((episode) => {
      const { judged } = episode;
      const named = (outcome: string): string =>
        (judged?.checks ?? [])
          .filter((check) => check.outcome === outcome)
          .map((check) => check.name)
          .join(" ");
      const first = judged?.violations[0];
      return [
        run.name,
        run.summary.task,
        run.summary.generator,
        run.summary.condition,
        episode.instanceId,
        episode.tier,
        `${episode.seed}`,
        episode.status,
        episode.kind,
        judged === null ? "" : `${judged.processValidSuccess}`,
        judged === null ? "" : `${judged.processValid}`,
        judged?.terminal ?? "",
        judged === null ? "" : `${judged.scorable}`,
        episode.world === null ? "" : `${episode.world.success}`,
        named("fail"),
        named("undetermined"),
        judged === null ? "" : `${judged.violations.length}`,
        first === undefined ? "" : `${first.check}: ${first.words}`,
        judged?.plan?.moves.join("; ") ?? "",
        episode.host ?? "",
        costCell(episode.costUsd),
        episode.warnings.join("; "),
        episode.error === null ? "" : `${episode.error.code}: ${episode.error.message}`,
        judged?.clip ?? "",
        judged?.clipSha256 ?? "",
      ];
    }),
  );
  return [COLUMNS, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** Empty where nobody was asked for money. */
function costCell(costUsd: number | null | undefined): string {
  return costUsd === undefined ? "" : costUsd === null ? "unknown" : `${costUsd}`;
}

/**
 * One cell. A text that a spreadsheet would take for a formula gets an apostrophe before it, which
 * spreadsheets do not show; plain numbers stay numbers.
 */
export function csvCell(text: string): string {
  const isFormula =
    /^\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) &&
    !/^[+-]?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
