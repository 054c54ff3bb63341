/**
 * One chart as static SVG text. Owns the drawing library (Observable Plot on a document without a
 * browser) and what is taken out of its output; what is drawn is said by the charts beside it.
 */
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";

export type Chart = {
  /** What it shows, for readers who do not see it. */
  readonly says: string;
  readonly svg: string;
};

/** Size of the type in the drawing's own pixels. */
export const CHART_FONT_PX = 12;

/**
 * The drawing has no style sheet, class, script or inline style, so that it may stand in a page that
 * forbids them. Colours may be the page's variables and fills its patterns, `url(#...)`.
 */
export function drawChart(options: Plot.PlotOptions): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const figure = Plot.plot({ ...options, document: document as unknown as Document });
  const svg = figure as unknown as Element;
  for (const style of [...svg.querySelectorAll("style")]) style.remove();
  for (const part of [svg, ...svg.querySelectorAll("*")]) {
    for (const name of ["style", "class", "aria-label", "aria-hidden"]) part.removeAttribute(name);
  }
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("font-size", String(CHART_FONT_PX));
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  return svg.outerHTML.replace(/(\d\.\d{2})\d+/g, "$1");
}
