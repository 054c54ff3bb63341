/** `report.md`: the report as text that code hosts render. Texts from outside are never markup. Pure. */

import { assertNever } from "../../core/errors.ts";
import type { Report } from "../../core/schema/report.ts";
import type { Proportion } from "../../core/schema/run.ts";
import { plural } from "../plural.ts";
import { describeKind } from "./episode-kind.ts";
import { describeReading } from "./reading-words.ts";
import { type ResultCell, resultColumns } from "./result-columns.ts";
import { costWords, MEASURE_WORDS, signedPoints } from "./words.ts";

export function formatReportMarkdown(report: Report): string {
  return `${[
    "# Topoprobe audit report",
    ...report.runs.map(
      ({ label, name, summary, missing, cost }) =>
        `- ${md(label)}: ${md(summary.task)}, run ${md(name)}, condition ${md(summary.condition)}, ` +
        `${plural(summary.episodes, "episode")}` +
        `${missing.length === 0 ? "" : `, ${missing.length} more not finished`}` +
        `${summary.counts.errors === 0 ? "" : `, ${summary.counts.errors} ended in an error`}` +
        `${cost === null ? "" : `, cost ${costWords(cost)}`}`,
    ),
    "",
    ...section("Results", resultsTable(report)),
    ...section("Checks", checksTable(report)),
    ...comparisonSections(report),
    ...section("Reading of frames", readingTable(report)),
    ...section("Clips", clipsTable(report)),
  ].join("\n")}\n`;
}

/**
 * A text from outside as one line of plain text: every character that Markdown, HTML or an automatic
 * link could begin with is escaped, control characters are shown as U+FFFD.
 */
export function md(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_{}[\]#|~!$@]/g, "\\$&")
    .replace(/:(?=\/\/)/g, "\\:")
    .replace(/www(?=\.)/gi, "$&\\")
    .replace(/^[-+=]/, "\\$&")
    .replace(/^(\d+)(?=[.)])/, "$1\\");
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, "", ...lines, ""];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)];
}

function share({ rate, n }: Proportion): string {
  return rate === null ? "n/a" : `${Math.round(rate * 100)} % (${Math.round(rate * n)}/${n})`;
}

function span({ n, low, high }: Proportion): string {
  return n === 0 ? "n/a" : `${Math.round(low * 100)} to ${Math.round(high * 100)} %`;
}

function resultsTable({ results }: Report): readonly string[] {
  const columns = resultColumns(results);
  return table(
    ["task", "generator", "tier", ...columns.map(({ title }) => title)],
    results.map((row) => [
      md(row.task),
      md(row.label),
      row.tier,
      ...columns.map(({ cellOf }) => resultCell(cellOf(row))),
    ]),
  );
}

function resultCell(cell: ResultCell): string {
  switch (cell.kind) {
    case "share":
      return share(cell.of);
    case "interval":
      return span(cell.of);
    case "count":
      return `${cell.count}`;
    default:
      return assertNever(cell);
  }
}

function checksTable({ checks }: Report): readonly string[] {
  return table(
    [
      "task",
      "generator",
      "check",
      "kind",
      "applies to",
      "pass",
      "fail",
      "undetermined",
      "pass rate",
    ],
    checks.map((row) => [
      md(row.task),
      md(row.label),
      md(row.check),
      row.kind,
      `${row.applicable}`,
      `${row.pass}`,
      `${row.fail}`,
      `${row.undetermined}`,
      row.applicable === 0 ? "n/a" : `${share(row.passRate)}, ${span(row.passRate)}`,
    ]),
  );
}

function comparisonSections({ comparisons }: Report): readonly string[] {
  return comparisons.flatMap(({ task, a, b, instances, seed, resamples, measures }) => [
    `## ${md(task)}: ${md(b)} less ${md(a)}`,
    "",
    `${plural(instances, "instance")} played in both. Percentage points, 95 % bootstrap intervals over pairs ` +
      `(${resamples} resamples, seed ${seed}).`,
    "",
    ...table(
      [
        "measure",
        "pairs",
        "difference",
        "95 % interval",
        "both",
        `only ${md(b)}`,
        `only ${md(a)}`,
        "neither",
      ],
      measures.map((m) => [
        MEASURE_WORDS[m.measure],
        `${m.pairs}`,
        signedPoints(m.difference),
        `${signedPoints(m.low)} to ${signedPoints(m.high)}`,
        `${m.both}`,
        `${m.onlyB}`,
        `${m.onlyA}`,
        `${m.neither}`,
      ]),
    ),
    "",
  ]);
}

function readingTable({ reading }: Report): readonly string[] {
  return table(
    ["task", "generator", "clips", "frames"],
    reading.map((row) => [
      md(row.task),
      md(row.label),
      `${row.clips}`,
      describeReading(row.counts, row.clips * row.places),
    ]),
  );
}

function clipsTable({ runs }: Report): readonly string[] {
  return table(
    ["generator", "instance", "tier", "outcome", "failed checks", "first violation"],
    runs.flatMap(({ label, episodes }) =>
      episodes.map(({ instanceId, tier, kind, judged, error }) => {
        const failed = (judged?.checks ?? []).filter(({ outcome }) => outcome === "fail");
        return [
          md(label),
          md(instanceId),
          tier,
          describeKind(kind).title,
          failed.map(({ name }) => md(name)).join(", "),
          md(
            judged?.violations[0]?.words ??
              (error === null ? "" : `${error.code}: ${error.message}`),
          ),
        ];
      }),
    ),
  );
}
