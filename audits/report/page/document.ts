/** The report's page as one HTML text. Owns its order. */
import { type ComponentChild, h } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Report } from "../../../core/schema/report.ts";
import { pageHead } from "../../page/page-head.ts";
import { PATTERN_DEFS } from "../charts/patterns.ts";
import { areOfClips } from "../episode-kind.ts";
import { gallery } from "./clips.ts";
import type { PageRun } from "./page-run.ts";
import { definitions, provenance } from "./provenance.ts";
import { PAGE_SCRIPT } from "./script.ts";
import { checks, comparisons, costs, reading } from "./sections.ts";
import { REPORT_CSS } from "./styles.ts";
import { head, headline, results, titleOf } from "./summary.ts";

/** A whole HTML document. */
export function renderPage(report: Report, runs: readonly PageRun[]): string {
  const page = h("html", { lang: "en" }, [
    pageHead(`Topoprobe: ${titleOf(report)}`, PAGE_SCRIPT, REPORT_CSS),
    h("body", null, [
      h("div", { class: "defs", dangerouslySetInnerHTML: { __html: PATTERN_DEFS } }),
      h("main", null, [
        head(report),
        contents(report),
        headline(report, runs),
        results(report),
        checks(report),
        comparisons(report),
        reading(report),
        gallery(runs),
        costs(report),
        provenance(runs),
        definitions(report),
      ]),
      h("script", { dangerouslySetInnerHTML: { __html: PAGE_SCRIPT } }),
    ]),
  ]);
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function contents(report: Report): ComponentChild {
  const kinds = report.runs.flatMap(({ episodes }) => episodes.map(({ kind }) => kind));
  const links: readonly (readonly [string, string])[] = [
    ["results", "Results"],
    ...(report.checks.length > 0 ? [["checks", "Rule by rule"] as const] : []),
    ...(report.runs.length > 1 ? [["comparison", "Comparison"] as const] : []),
    ...(report.reading.some(({ clips }) => clips > 0) ? [["reading", "Reading"] as const] : []),
    ["clips", areOfClips(kinds) ? "Clips" : "Episodes"],
    ["made", "How it was made"],
    ["words", "Words"],
  ];
  return h(
    "nav",
    { "aria-label": "Contents" },
    links.map(([id, word]) => h("a", { href: `#${id}` }, word)),
  );
}
