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
  "process_valid_success",
  "process_valid",
  "terminal",
  "scorable",
  "success_in_world",
  "failed_checks",
  "undetermined_checks",
  "violations",
  "first_violation",
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
        judged === null ? "" : `${judged.processValidSuccess}`,
        judged === null ? "" : `${judged.processValid}`,
        judged?.terminal ?? "",
        judged === null ? "" : `${judged.scorable}`,
        judged === null ? "" : `${judged.world.success}`,
        named("fail"),
        named("undetermined"),
        judged === null ? "" : `${judged.violations.length}`,
        first === undefined ? "" : `${first.check}: ${first.words}`,
        episode.warnings.join("; "),
        episode.error === null ? "" : `${episode.error.code}: ${episode.error.message}`,
        judged?.clip ?? "",
        judged?.clipSha256 ?? "",
      ];
    }),
  );
  return [COLUMNS, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/**
 * One cell. A text that a spreadsheet would take for a formula gets an apostrophe before it, which
 * spreadsheets do not show; plain numbers stay numbers.
 */
export function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r\n|%]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
