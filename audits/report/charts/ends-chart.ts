/** What the last frame alone would have accepted, beside process-valid success, a line per row. */

import * as Plot from "@observablehq/plot";
import type { Proportion } from "../../../core/schema/run.ts";
import { plural } from "../../plural.ts";
import {
  CHART_WIDTH_PX,
  grid,
  intervalMarks,
  marginFor,
  nameAxis,
  toldAtRight,
  valueAxis,
  wholePercent,
} from "./marks.ts";
import { type Chart, drawChart } from "./static-svg.ts";

export type EndsRow = {
  readonly name: string;
  readonly judged: number;
  readonly terminalSuccess: Proportion;
  readonly processValidSuccess: Proportion;
};

const ROW_PX = 34;

/**
 * @param rows those with judged clips
 * @param labels names of all charts that stand below each other: their axes then align
 */
export function endsChart(rows: readonly EndsRow[], labels: readonly string[]): Chart {
  const data = rows.map((row, index) => ({
    key: `${index}`,
    valid: row.processValidSuccess.rate ?? 0,
    low: row.processValidSuccess.low,
    high: row.processValidSuccess.high,
    end: row.terminalSuccess.rate ?? 0,
    told: `${whole(row.processValidSuccess.rate)} vs ${whole(row.terminalSuccess.rate)}`,
  }));
  const names = rows.map(({ name }) => name);
  const says = `Process-valid success beside success by the last frame alone. ${rows
    .map(
      (row) =>
        `${row.name}: ${whole(row.processValidSuccess.rate)} process-valid, ` +
        `${whole(row.terminalSuccess.rate)} by the last frame, ${plural(row.judged, "clip")}`,
    )
    .join("; ")}`;
  const svg = drawChart({
    width: CHART_WIDTH_PX,
    height: ROW_PX * rows.length + 44,
    marginLeft: marginFor(labels),
    marginRight: 128,
    marginTop: 8,
    marginBottom: 36,
    x: { domain: [0, 1], label: null },
    y: { type: "band", domain: data.map(({ key }) => key), label: null },
    marks: [
      grid(),
      valueAxis(wholePercent),
      nameAxis((key) => names[Number(key)] ?? ""),
      Plot.ruleY(data, {
        y: "key",
        x1: "valid",
        x2: "end",
        stroke: "var(--bar-fail)",
        strokeWidth: 7,
        strokeOpacity: 0.28,
      }),
      ...intervalMarks(data, { y: "key", insetPx: 11, strokeWidth: 1.25 }),
      Plot.dot(data, {
        y: "key",
        x: "end",
        r: 6.5,
        stroke: "var(--bar-fail)",
        strokeWidth: 2,
        fill: "var(--card)",
      }),
      Plot.dot(data, {
        y: "key",
        x: "valid",
        r: 5.5,
        symbol: "diamond",
        fill: "var(--bar-pass)",
        stroke: "var(--card)",
        strokeWidth: 1,
      }),
      toldAtRight(data, { y: "key", text: "told", dx: 124 }),
    ],
  });
  return { says, svg };
}

function whole(rate: number | null): string {
  return rate === null ? "n/a" : wholePercent(rate);
}
