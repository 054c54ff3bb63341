/** How well frames were read, from the first sampled frame to the last: stacked shares by label. */

import * as Plot from "@observablehq/plot";
import type { ReadingRow } from "../../../core/schema/report.ts";
import { plural } from "../../plural.ts";
import { describeReading } from "../reading-words.ts";
import { CHART_WIDTH_PX } from "./marks.ts";
import { fillOf, LABEL_FILLS } from "./patterns.ts";
import { type Chart, drawChart } from "./static-svg.ts";

const HEIGHT_PX = 118;

export function readingChart({ clips, counts, places, label: run }: ReadingRow): Chart {
  const shares = Array.from({ length: places }, (_, place) => {
    let from = 0;
    return LABEL_FILLS.flatMap(({ label, id }) => {
      const value = counts[label]?.[place] ?? 0;
      if (value === 0 || clips === 0) return [];
      const part = { place: place + 1, y1: from, y2: from + value / clips, fill: fillOf(id) };
      from = part.y2;
      return [part];
    });
  }).flat();
  const says = `${run}: ${describeReading(counts, clips * places)}, over ${places} frames of ${plural(clips, "clip")}`;
  const svg = drawChart({
    width: CHART_WIDTH_PX,
    height: HEIGHT_PX,
    marginLeft: 60,
    marginRight: 4,
    marginTop: 6,
    marginBottom: 34,
    x: {
      type: "band",
      domain: Array.from({ length: places }, (_, i) => i + 1),
      padding: 0.12,
      label: null,
    },
    y: { domain: [0, 1], label: null },
    marks: [
      Plot.axisX({
        ticks: [1, 11, 21, 31, 41].filter((place) => place <= places),
        tickSize: 0,
        fill: "var(--dim)",
        label: "sampled frame",
        labelAnchor: "center",
        labelArrow: "none",
      }),
      Plot.axisY({
        ticks: [0, 0.5, 1],
        tickSize: 0,
        tickFormat: (v: number) => `${v * 100} %`,
        fill: "var(--dim)",
        label: null,
      }),
      Plot.barY(shares, {
        x: "place",
        y1: "y1",
        y2: "y2",
        fill: "fill",
        stroke: "var(--dim)",
        strokeWidth: 0.4,
      }),
    ],
  });
  return { says, svg };
}
