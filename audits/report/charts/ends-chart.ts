/** What the last frame alone would have accepted, beside process-valid success, a line per row. */
import * as Plot from "@observablehq/plot";
import type { Proportion } from "../../../core/schema/run.ts";
import { type Chart, drawChart } from "./static-svg.ts";

export type EndsRow = {
  readonly name: string;
  readonly judged: number;
  readonly terminalSuccess: Proportion;
  readonly processValidSuccess: Proportion;
};

const ROW_PX = 34;
const WIDTH_PX = 980;

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
        `${whole(row.terminalSuccess.rate)} by the last frame, ${row.judged} clips`,
    )
    .join("; ")}`;
  const svg = drawChart({
    width: WIDTH_PX,
    height: ROW_PX * rows.length + 44,
    marginLeft: marginFor(labels),
    marginRight: 128,
    marginTop: 8,
    marginBottom: 36,
    x: { domain: [0, 1], label: null },
    y: { type: "band", domain: data.map(({ key }) => key), label: null },
    marks: [
      Plot.gridX({ ticks: 5, stroke: "var(--line)", strokeOpacity: 1 }),
      Plot.axisX({
        ticks: 5,
        tickSize: 0,
        tickFormat: (v: number) => `${Math.round(v * 100)} %`,
        fill: "var(--dim)",
        label: null,
      }),
      Plot.axisY({
        tickSize: 0,
        tickFormat: (key: string) => shorten(names[Number(key)] ?? ""),
        fill: "var(--text)",
      }),
      Plot.ruleY(data, {
        y: "key",
        x1: "valid",
        x2: "end",
        stroke: "var(--bar-fail)",
        strokeWidth: 7,
        strokeOpacity: 0.28,
      }),
      Plot.ruleY(data, {
        y: "key",
        x1: "low",
        x2: "high",
        stroke: "var(--text)",
        strokeWidth: 1.25,
      }),
      Plot.tickX(data, {
        y: "key",
        x: "low",
        stroke: "var(--text)",
        insetTop: 11,
        insetBottom: 11,
      }),
      Plot.tickX(data, {
        y: "key",
        x: "high",
        stroke: "var(--text)",
        insetTop: 11,
        insetBottom: 11,
      }),
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
      Plot.text(data, {
        y: "key",
        frameAnchor: "right",
        dx: 124,
        textAnchor: "end",
        text: "told",
        fill: "var(--text)",
        fontVariant: "tabular-nums",
      }),
    ],
  });
  return { says, svg };
}

function whole(rate: number | null): string {
  return rate === null ? "n/a" : `${Math.round(rate * 100)} %`;
}

const MAX_NAME = 34;

/** Names from outside may be of any length. */
export function shorten(name: string, max = MAX_NAME): string {
  const letters = [...name];
  return letters.length <= max ? name : `${letters.slice(0, max - 1).join("")}\u2026`;
}

/** Room for the longest name, in pixels of the drawing. */
export function marginFor(names: readonly string[], max = MAX_NAME): number {
  const longest = Math.max(4, ...names.map((name) => [...shorten(name, max)].length));
  return Math.round(20 + longest * 7);
}
