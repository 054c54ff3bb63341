/** Checks, reading, comparison and costs: each a chart or a few lines, with its numbers as a table. */
import { type ComponentChild, h } from "preact";
import type { Comparison, Report } from "../../../core/schema/report.ts";
import { getTask } from "../../../tasks/registry.ts";
import { plural } from "../../plural.ts";
import { foldAlike } from "../alike.ts";
import { checkChart } from "../charts/check-chart.ts";
import { comparisonChart } from "../charts/comparison-chart.ts";
import { LABEL_FILLS, OUTCOME_FILLS } from "../charts/patterns.ts";
import { readingChart } from "../charts/reading-chart.ts";
import { describeReading } from "../reading-words.ts";
import { costWords, MEASURE_WORDS, signedPoints } from "../words.ts";
import { chart, dataTable, interval, percent } from "./parts.ts";

const number = (title: string) => ({ title, isNumber: true });

export function checks(report: Report): ComponentChild {
  const tasks = [...new Set(report.checks.map(({ task }) => task))];
  if (tasks.length === 0) return null;
  return h("section", null, [
    h("h2", { id: "checks" }, "Rule by rule"),
    h(
      "p",
      { class: "lead" },
      "How many clips pass each check, of those that it applies to. What could not be read is neither a pass nor a fail.",
    ),
    ...tasks.map((task) => {
      const rows = report.checks.filter((row) => row.task === task);
      const hasRuns = new Set(rows.map(({ label }) => label)).size > 1;
      const { title } = getTask(task);
      return h("figure", { class: "card" }, [
        tasks.length > 1 ? h("h3", null, title) : null,
        chart(
          `${title}: pass rates by check`,
          checkChart(
            rows,
            report.runs.map(({ label }) => label),
          ),
        ),
        h("figcaption", null, legend(OUTCOME_FILLS)),
        h("details", null, [
          h("summary", null, "The same as a table, with what each check asks"),
          dataTable(
            `${title}: checks`,
            [
              ...(hasRuns ? [{ title: "generator" }] : []),
              { title: "check" },
              { title: "kind" },
              ...["applies to", "pass", "fail", "undetermined", "pass rate", "95 % interval"].map(
                number,
              ),
            ],
            rows.map((row) => [
              ...(hasRuns ? [h("bdi", null, row.label)] : []),
              h("div", { class: "check" }, [
                h("code", null, row.check),
                h("div", { class: "dim" }, row.description),
              ]),
              row.kind,
              ...[row.applicable, row.pass, row.fail, row.undetermined].map(String),
              percent(row.passRate.rate),
              row.applicable === 0 ? "n/a" : interval(row.passRate),
            ]),
          ),
        ]),
      ]);
    }),
  ]);
}

export function reading(report: Report): ComponentChild {
  const rows = report.reading.filter(({ clips }) => clips > 0);
  if (rows.length === 0) return null;
  const ends = report.results.filter(
    (row) =>
      report.results
        .filter((r) => r.run === row.run && r.label === row.label && r.task === row.task)
        .at(-1) === row,
  );
  const scorable = ends.map(
    (row) =>
      `${report.runs.length > 1 ? `${row.label}: ` : ""}${percent(row.scorable.rate)} scorable, ${row.undetermined} of ${row.judged} undetermined`,
  );
  return h("section", null, [
    h("h2", { id: "reading" }, "How well the clips could be read"),
    h(
      "p",
      { class: "lead" },
      `From the first sampled frame to the last, the share of clips by how well the frame was read. ${report.runs.length === 1 ? `${scorable[0] ?? ""}.` : ""}`,
    ),
    h("figure", { class: "card" }, [
      ...rows.flatMap((row, i) => [
        report.runs.length > 1
          ? h("h3", null, [h("bdi", null, row.label), `, ${getTask(row.task).title}`])
          : null,
        chart(`${row.label}: reading of frames`, readingChart(row)),
        h("p", { class: "dim small" }, [
          `${describeReading(row.counts, row.clips * row.places)}, of ${plural(row.clips, "clip")}`,
          report.runs.length > 1 ? `. ${(scorable[i] ?? "").replace(`${row.label}: `, "")}` : "",
        ]),
      ]),
      h("figcaption", null, legend(LABEL_FILLS)),
    ]),
  ]);
}

function legend(fills: readonly { readonly id: string; readonly word: string }[]): ComponentChild {
  return h(
    "p",
    { class: "legend" },
    fills.map(({ id, word }) =>
      h("span", { class: "entry" }, [
        h(
          "svg",
          { class: "swatch", viewBox: "0 0 16 12", "aria-hidden": "true", focusable: "false" },
          h("rect", {
            width: 16,
            height: 12,
            fill: `url(#${id})`,
            stroke: "var(--dim)",
            "stroke-width": 0.6,
          }),
        ),
        word,
      ]),
    ),
  );
}

export function comparisons(report: Report): ComponentChild {
  const [first] = report.comparisons;
  if (first === undefined) {
    return report.runs.length < 2
      ? null
      : h("section", null, [
          h("h2", { id: "comparison" }, "Compared"),
          h(
            "p",
            null,
            "No two of these runs have played the same instance: there is nothing to pair.",
          ),
        ]);
  }
  return h("section", null, [
    h("h2", { id: "comparison" }, "Compared on the same instances"),
    h(
      "p",
      { class: "lead" },
      "Differences in percentage points, instance by instance, with 95 % intervals " +
        `(bootstrap over pairs, ${first.resamples} resamples, seed ${first.seed}). Where all pairs agree the interval is a point: ` +
        "the sample shows no variation, which does not say that there is none.",
    ),
    ...report.comparisons.map(comparison),
  ]);
}

function comparison(entry: Comparison): ComponentChild {
  const { a, b, task, instances, unpaired, measures } = entry;
  const title = `${getTask(task).title}: ${b} less ${a}`;
  return h("figure", { class: "card" }, [
    h("h3", null, [`${getTask(task).title}: `, h("bdi", null, b), " less ", h("bdi", null, a)]),
    h(
      "p",
      { class: "dim small" },
      `${plural(instances, "instance")} played in both${unpaired === 0 ? "" : `; ${unpaired} in one only, left out`}. ` +
        `Right of 0, ${b} is better.`,
    ),
    chart(title, comparisonChart(entry)),
    h("details", null, [
      h("summary", null, "The same as a table"),
      dataTable(
        title,
        [
          { title: "measure" },
          ...[
            "pairs",
            "difference",
            "95 % interval",
            "both",
            `only ${b}`,
            `only ${a}`,
            "neither",
          ].map(number),
        ],
        measures.map((m) => [
          MEASURE_WORDS[m.measure],
          String(m.pairs),
          signedPoints(m.difference),
          `${signedPoints(m.low)} to ${signedPoints(m.high)}`,
          ...[m.both, m.onlyB, m.onlyA, m.neither].map(String),
        ]),
      ),
    ]),
  ]);
}

/** Costs and what the generators warned of; nothing where there is neither. */
export function costs(report: Report): ComponentChild {
  const rows = report.runs.flatMap(({ label, cost }) =>
    cost === null ? [] : [[h("bdi", null, label), costWords(cost)]],
  );
  const warned = report.runs.flatMap(({ label, episodes }) => {
    const alike = foldAlike(episodes.flatMap(({ warnings }) => warnings));
    return alike.map(({ text, times }) => [h("bdi", null, label), text, String(times)]);
  });
  if (rows.length === 0 && warned.length === 0) return null;
  return h("section", null, [
    h("h2", { id: "costs" }, rows.length === 0 ? "Warnings" : "Costs and warnings"),
    h("div", { class: "card" }, [
      rows.length === 0
        ? null
        : dataTable("Costs", [{ title: "generator" }, { title: "cost of all rollouts" }], rows),
      warned.length === 0
        ? null
        : dataTable(
            "Warnings",
            [{ title: "generator" }, { title: "warning" }, number("times")],
            warned,
          ),
    ]),
  ]);
}
