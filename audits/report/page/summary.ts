/** The head of the page: what was looked at, the numbers that matter, the table of results. */
import { type ComponentChild, h } from "preact";
import { assertNever } from "../../../core/errors.ts";
import { TIERS } from "../../../core/schema/common.ts";
import type { Report, ResultRow } from "../../../core/schema/report.ts";
import { getTask } from "../../../tasks/registry.ts";
import { plural } from "../../plural.ts";
import { endsChart } from "../charts/ends-chart.ts";
import { isPlayedOnly, type ResultCell, resultColumns } from "../result-columns.ts";
import type { PageRun } from "./page-run.ts";
import {
  type Column,
  chart,
  countOf,
  dataTable,
  figure,
  interval,
  percent,
  share,
} from "./parts.ts";

/** "Pipe, imagined by jump", "Pipe, played by gpt-5.6", "2 runs of Pipe and Untangle". */
export function titleOf(report: Report): string {
  const [first] = report.runs;
  const titles = [...new Set(report.runs.map(({ summary }) => getTask(summary.task).title))];
  if (report.runs.length === 1 && first !== undefined) {
    const isPlayed = first.episodes.some(({ agent }) => agent !== null);
    return `${titles[0] ?? ""}, ${isPlayed ? "played" : "imagined"} by ${first.label}`;
  }
  return `${plural(report.runs.length, "run")} of ${titles.join(" and ")}`;
}

export function head(report: Report): ComponentChild {
  const tasks = [...new Set(report.runs.map(({ summary }) => summary.task))].map(getTask);
  const conditions = new Set(report.runs.map(({ summary }) => summary.condition));
  const names = report.runs.map(({ name, summary }) =>
    conditions.size === 1 ? name : `${name} (${summary.condition})`,
  );
  const shared = conditions.size === 1 ? `; condition ${[...conditions].join("")}` : "";
  return h("header", { class: "top" }, [
    h("p", { class: "eyebrow" }, "Topoprobe audit report"),
    h("h1", null, titleOf(report)),
    h("p", { class: "dim" }, `${names.length === 1 ? "run" : "runs"} ${names.join(", ")}${shared}`),
    ...tasks.map(({ title, rule }) =>
      h("p", { class: "rule" }, [
        h("b", null, tasks.length === 1 ? "The rule: " : `${title}: `),
        rule,
      ]),
    ),
  ]);
}

/** One run has one headline; several are read off the chart and the table. */
export function headline(report: Report, runs: readonly PageRun[]): ComponentChild {
  const [only] = report.runs;
  const isOne = report.runs.length === 1 && only !== undefined;
  return h("section", { "aria-label": "Headline" }, [
    isOne ? h("div", { class: "headline" }, oneHeadline(wholeOf(report, only.label))) : null,
    ...notes(runs),
    ...(report.results.some(({ judged }) => judged > 0)
      ? [
          h("h2", { id: "ends" }, "The last frame alone, and the whole process"),
          h("p", { class: "lead" }, wordsOnEnds(report)),
          ...endCharts(report),
        ]
      : []),
  ]);
}

function wholeOf(report: Report, label: string, task?: string): ResultRow | undefined {
  return report.results
    .filter((row) => row.label === label && (task === undefined || row.task === task))
    .at(-1);
}

function oneHeadline(row: ResultRow | undefined): ComponentChild[] {
  if (row === undefined) return [figure("n/a", "process-valid success", "no episodes", "main")];
  if (row.judged === 0 && row.successInPuzzle.n > 0) return [puzzleFigure(row)];
  const { processValidSuccess: main, terminalSuccess, processValid, scorable } = row;
  const of = (proportion: ResultRow["scorable"]): string =>
    `${countOf(proportion)} of ${proportion.n}`;
  return [
    figure(
      percent(main.rate),
      "process-valid success",
      row.judged === 0 ? "no clip judged" : `${of(main)}; 95 % interval ${interval(main)}`,
      "main",
    ),
    figure(percent(terminalSuccess.rate), "by the last frame alone", of(terminalSuccess)),
    figure(percent(processValid.rate), "process-valid", of(processValid)),
    figure(percent(scorable.rate), "scorable", of(scorable)),
    figure(String(row.undetermined), "undetermined", "clips not read well enough"),
    figure(percent(row.successInPuzzle.rate), "success in the puzzle", of(row.successInPuzzle)),
  ];
}

/** Agents without clips are told by what they did in the puzzle. */
function puzzleFigure({ successInPuzzle }: ResultRow): ComponentChild {
  const { rate, n } = successInPuzzle;
  const small = `${countOf(successInPuzzle)} of ${n}; 95 % interval ${interval(successInPuzzle)}`;
  return figure(percent(rate), "success in the puzzle", small, "main");
}

function wordsOnEnds(report: Report): string {
  const wholes = report.runs.flatMap(
    ({ label, summary }) => wholeOf(report, label, summary.task) ?? [],
  );
  const accepted = wholes.reduce((sum, row) => sum + countOf(row.terminalSuccess), 0);
  const wrongly = wholes.reduce((sum, row) => sum + row.acceptedWrongly, 0);
  const judged = wholes.reduce((sum, row) => sum + row.judged, 0);
  const valid = wholes.reduce((sum, row) => sum + countOf(row.processValidSuccess), 0);
  return (
    `Of ${plural(judged, "clip")}, ${accepted} show the goal in the last frame and ${valid} got there by the rules. ` +
    `${wrongly === 0 ? "A test of the last frame would have accepted none wrongly." : `A test of the last frame would have accepted ${plural(wrongly, "clip")} wrongly.`}`
  );
}

function endCharts(report: Report): ComponentChild[] {
  const isOne = report.runs.length === 1;
  const tasks = [...new Set(report.results.map(({ task }) => task))];
  const figures = tasks.flatMap((task) => {
    const rows = report.results
      .filter((row) => row.task === task && row.judged > 0)
      .filter((row, _, all) => isOne || row === all.filter((r) => r.label === row.label).at(-1))
      .map((row) => ({ ...row, name: isOne ? row.tier : row.label }));
    if (rows.length === 0) return [];
    const { title } = getTask(task);
    return [
      tasks.length > 1 ? h("h3", null, title) : null,
      chart(
        `${title}: process-valid success beside the last frame alone`,
        endsChart(rows, isOne ? [...TIERS, "all"] : report.runs.map(({ label }) => label)),
      ),
    ];
  });
  if (figures.length === 0) return [];
  const legend = h("p", { class: "legend" }, [
    h("span", { class: "key diamond" }, "\u25C6"),
    "process-valid success, with its 95 % interval ",
    h("span", { class: "key ring" }, "\u25CB"),
    "the last frame shows the goal. Between them: accepted wrongly by the last frame.",
  ]);
  return [h("figure", { class: "card" }, [...figures, h("figcaption", null, legend)])];
}

function notes(runs: readonly PageRun[]): ComponentChild[] {
  return runs.flatMap(({ report: { label, missing, summary } }) => {
    const who = runs.length === 1 ? "" : `${label}: `;
    const { errors } = summary.counts;
    return [
      missing.length === 0
        ? null
        : `${who}${plural(missing.length, "episode")} not finished: the numbers are of a part of the run.`,
      errors === 0
        ? null
        : `${who}${plural(errors, "episode")} ended in an error. There is no clip to judge, and no rate counts them.`,
    ].flatMap((note) => (note === null ? [] : [h("p", { class: "note wrong" }, note)]));
  });
}

/** Generator by task by tier. */
export function results(report: Report): ComponentChild {
  const { results: rows } = report;
  const hasTasks = new Set(rows.map(({ task }) => task)).size > 1;
  const hasRuns = report.runs.length > 1;
  const byTask = [...rows].sort(
    (a, b) => firstOf(rows, a.task) - firstOf(rows, b.task) || rows.indexOf(a) - rows.indexOf(b),
  );
  const totals = new Set(byTask.flatMap(({ tier }, i) => (tier === "all" ? [i] : [])));
  const number = (title: string): Column => ({ title, isNumber: true });
  const told = resultColumns(rows);
  const who = isPlayedOnly(rows) ? "player" : "generator";
  const columns: Column[] = [
    ...(hasTasks ? [{ title: "task" }] : []),
    ...(hasRuns ? [{ title: who }] : []),
    { title: "tier" },
    ...told.map(({ title }) => number(title)),
  ];
  const cells = byTask.map((row, i): ComponentChild[] => [
    ...(hasTasks ? [again(row.task, byTask[i - 1]?.task === row.task)] : []),
    ...(hasRuns ? [again(h("bdi", null, row.label), isSameRun(row, byTask[i - 1]))] : []),
    row.tier,
    ...told.map(({ cellOf }) => resultCell(cellOf(row))),
  ]);
  return h("section", null, [
    h("h2", { id: "results" }, hasRuns ? `By ${who}, task and tier` : "By tier"),
    h("div", { class: "card" }, dataTable("Results", columns, cells, totals)),
  ]);
}

function resultCell(cell: ResultCell): ComponentChild {
  switch (cell.kind) {
    case "share":
      return cell.isMain === true ? h("b", null, share(cell.of)) : share(cell.of);
    case "interval":
      return cell.of.n === 0 ? "n/a" : interval(cell.of);
    case "count":
      return `${cell.count}`;
    default:
      return assertNever(cell);
  }
}

/** What stands in the row above already is there for readers who do not see the row above. */
function again(content: ComponentChild, isAgain: boolean): ComponentChild {
  return isAgain ? h("span", { class: "again" }, content) : content;
}

function isSameRun(row: ResultRow, above: ResultRow | undefined): boolean {
  return above?.run === row.run && above.label === row.label && above.task === row.task;
}

function firstOf(rows: readonly ResultRow[], task: string): number {
  return rows.findIndex((row) => row.task === task);
}
