/** Outcomes of every check among the clips that it applies to, a bar per check and run. */
import * as Plot from "@observablehq/plot";
import type { CheckRow } from "../../../core/schema/report.ts";
import {
  CHART_WIDTH_PX,
  marginFor,
  nameAxis,
  toldAtRight,
  valueAxis,
  wholePercent,
} from "./marks.ts";
import { fillOf, OUTCOME_FILLS } from "./patterns.ts";
import { type Chart, drawChart } from "./static-svg.ts";

const BAR_PX = 22;
const HEAD_PX = 22;

/**
 * @param rows of one task; checks in order, the runs of each in order
 * @param labels of all runs in the report: the axes of its charts then align
 */
export function checkChart(rows: readonly CheckRow[], labels: readonly string[]): Chart {
  const checks = [...new Set(rows.map(({ check }) => check))];
  const isOneRun = new Set(rows.map(({ run, label }) => `${run} ${label}`)).size <= 1;
  const keyed = checks.flatMap((check) =>
    rows
      .filter((row) => row.check === check)
      .map((row, i) => ({ row, key: `${check} ${i}`, name: isOneRun ? check : row.label })),
  );
  const heads = isOneRun ? [] : checks.map((check) => ({ key: `${check} head`, check }));
  const domain = checks.flatMap((check) => [
    ...(isOneRun ? [] : [`${check} head`]),
    ...keyed.filter(({ row }) => row.check === check).map(({ key }) => key),
  ]);
  const nameOf = new Map(keyed.map(({ key, name }) => [key, name]));
  const bars = keyed.flatMap(({ row, key }) => {
    let from = 0;
    return OUTCOME_FILLS.flatMap(({ outcome, id }) => {
      const value = outcome === "not_applicable" ? 0 : row[outcome];
      if (value === 0) return [];
      const bar = { key, x1: from, x2: from + value / row.applicable, fill: fillOf(id) };
      from = bar.x2;
      return [bar];
    });
  });
  const told = keyed.map(({ row, key }) => ({
    key,
    text:
      row.applicable === 0
        ? "applies to none"
        : `${wholePercent(row.passRate.rate ?? 0)} of ${row.applicable}`,
  }));
  const says = `Share of clips that pass each check, of those that it applies to. ${keyed
    .map(({ row }, i) => `${row.check}${isOneRun ? "" : `, ${row.label}`}: ${told[i]?.text}`)
    .join("; ")}`;
  const svg = drawChart({
    width: CHART_WIDTH_PX,
    height: keyed.length * BAR_PX + heads.length * HEAD_PX + 40,
    marginLeft: marginFor(isOneRun ? checks : labels),
    marginRight: 104,
    marginTop: 6,
    marginBottom: 34,
    x: { domain: [0, 1], label: null },
    y: { type: "band", domain, padding: 0.3, label: null },
    marks: [
      valueAxis(wholePercent),
      nameAxis((key) => nameOf.get(key) ?? ""),
      Plot.barX(bars, {
        y: "key",
        x1: "x1",
        x2: "x2",
        fill: "fill",
        stroke: "var(--card)",
        strokeWidth: 1,
      }),
      Plot.text(heads, {
        y: "key",
        text: "check",
        frameAnchor: "left",
        textAnchor: "start",
        fontWeight: 600,
        dy: 3,
        fill: "var(--text)",
      }),
      toldAtRight(told, { y: "key", text: "text", dx: 100 }),
    ],
  });
  return { says, svg };
}
