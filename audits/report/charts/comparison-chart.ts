/** Paired differences between two runs with their intervals, a line per measure. */
import * as Plot from "@observablehq/plot";
import type { Comparison } from "../../../core/schema/report.ts";
import { MEASURE_WORDS, signedPoints } from "../words.ts";
import { marginFor } from "./ends-chart.ts";
import { type Chart, drawChart } from "./static-svg.ts";

const WIDTH_PX = 980;
const ROW_PX = 28;

export function comparisonChart({ a, b, measures }: Comparison): Chart {
  const data = measures.map((entry) => ({
    name: MEASURE_WORDS[entry.measure],
    ...entry,
    told: signedPoints(entry.difference),
  }));
  const names = data.map(({ name }) => name);
  const says = `${b} less ${a}, percentage points: ${data
    .map((d) => `${d.name} ${d.told} (${signedPoints(d.low)} to ${signedPoints(d.high)})`)
    .join("; ")}`;
  const svg = drawChart({
    width: WIDTH_PX,
    height: ROW_PX * data.length + 42,
    marginLeft: marginFor(names),
    marginRight: 70,
    marginTop: 8,
    marginBottom: 34,
    x: { domain: [-1, 1], label: null },
    y: { type: "band", domain: names, label: null },
    marks: [
      Plot.gridX({ ticks: 5, stroke: "var(--line)", strokeOpacity: 1 }),
      Plot.ruleX([0], { stroke: "var(--dim)" }),
      Plot.axisX({
        ticks: 5,
        tickSize: 0,
        fill: "var(--dim)",
        label: null,
        tickFormat: (v: number) => signedPoints(v),
      }),
      Plot.axisY({ tickSize: 0, fill: "var(--text)", label: null }),
      Plot.ruleY(data, { y: "name", x1: "low", x2: "high", stroke: "var(--text)", strokeWidth: 2 }),
      Plot.tickX(data, { y: "name", x: "low", stroke: "var(--text)", insetTop: 8, insetBottom: 8 }),
      Plot.tickX(data, {
        y: "name",
        x: "high",
        stroke: "var(--text)",
        insetTop: 8,
        insetBottom: 8,
      }),
      Plot.dot(data, {
        y: "name",
        x: "difference",
        r: 5,
        symbol: "diamond",
        fill: "var(--text)",
        stroke: "var(--card)",
        strokeWidth: 1,
      }),
      Plot.text(data, {
        y: "name",
        text: "told",
        frameAnchor: "right",
        dx: 66,
        textAnchor: "end",
        fill: "var(--text)",
        fontVariant: "tabular-nums",
      }),
    ],
  });
  return { says, svg };
}
