/** Paired differences between two runs with their intervals, a line per measure. */
import * as Plot from "@observablehq/plot";
import type { Comparison } from "../../../core/schema/report.ts";
import { MEASURE_WORDS, signedPoints } from "../words.ts";
import {
  CHART_WIDTH_PX,
  grid,
  intervalMarks,
  marginFor,
  nameAxis,
  toldAtRight,
  valueAxis,
} from "./marks.ts";
import { type Chart, drawChart } from "./static-svg.ts";

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
    width: CHART_WIDTH_PX,
    height: ROW_PX * data.length + 42,
    marginLeft: marginFor(names),
    marginRight: 70,
    marginTop: 8,
    marginBottom: 34,
    x: { domain: [-1, 1], label: null },
    y: { type: "band", domain: names, label: null },
    marks: [
      grid(),
      Plot.ruleX([0], { stroke: "var(--dim)" }),
      valueAxis(signedPoints),
      nameAxis((name) => name),
      ...intervalMarks(data, { y: "name", insetPx: 8, strokeWidth: 2 }),
      Plot.dot(data, {
        y: "name",
        x: "difference",
        r: 5,
        symbol: "diamond",
        fill: "var(--text)",
        stroke: "var(--card)",
        strokeWidth: 1,
      }),
      toldAtRight(data, { y: "name", text: "told", dx: 66 }),
    ],
  });
  return { says, svg };
}
