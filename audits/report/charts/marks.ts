/** Parts that several charts share: axis in percent, margins, intervals, and what is told at the right. */
import * as Plot from "@observablehq/plot";

/** Width of every chart in the page, in the drawing's own pixels. */
export const CHART_WIDTH_PX = 980;

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

/** @param format of a value, such as 0.2 */
export function valueAxis(format: (value: number) => string): Plot.Markish {
  return Plot.axisX({
    ticks: 5,
    tickSize: 0,
    tickFormat: format,
    fill: "var(--dim)",
    label: null,
  });
}

/** "20 %" of 0.2. */
export function wholePercent(rate: number): string {
  return `${Math.round(rate * 100)} %`;
}

/** Names at the left, by the key of their row. */
export function nameAxis(nameOf: (key: string) => string): Plot.Markish {
  return Plot.axisY({
    tickSize: 0,
    tickFormat: (key: string) => shorten(nameOf(key)),
    fill: "var(--text)",
    label: null,
  });
}

export function grid(): Plot.Markish {
  return Plot.gridX({ ticks: 5, stroke: "var(--line)", strokeOpacity: 1 });
}

/**
 * A line from `low` to `high` with its ends.
 * @param y channel of the row
 * @param insetPx height of the ends, taken off the row at both sides
 */
export function intervalMarks(
  data: readonly { readonly low: number; readonly high: number }[],
  { y, insetPx, strokeWidth }: { y: string; insetPx: number; strokeWidth: number },
): Plot.Markish[] {
  const end = (x: "low" | "high"): Plot.Markish =>
    Plot.tickX(data, { y, x, stroke: "var(--text)", insetTop: insetPx, insetBottom: insetPx });
  return [
    Plot.ruleY(data, { y, x1: "low", x2: "high", stroke: "var(--text)", strokeWidth }),
    end("low"),
    end("high"),
  ];
}

/**
 * A text at the right of each row.
 * @param y channel of the row
 * @param dx how far into the right margin it ends, in pixels
 */
export function toldAtRight(
  data: readonly object[],
  { y, text, dx }: { y: string; text: string; dx: number },
): Plot.Markish {
  return Plot.text(data, {
    y,
    text,
    frameAnchor: "right",
    dx,
    textAnchor: "end",
    fill: "var(--text)",
    fontVariant: "tabular-nums",
  });
}
