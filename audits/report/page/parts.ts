/** Small pieces of the report's page. */
import { type ComponentChild, h } from "preact";
import { assertNever } from "../../../core/errors.ts";
import type { Outcome } from "../../../core/schema/common.ts";
import type { Proportion } from "../../../core/schema/run.ts";
import type { Chart } from "../charts/static-svg.ts";

/** Outcomes are told apart by sign and word as well as by colour. */
export function outcomeBadge(outcome: Outcome, label: string): ComponentChild {
  return h("span", { class: `badge ${outcome}` }, `${signOf(outcome)} ${label}`);
}

export function signOf(outcome: Outcome): string {
  switch (outcome) {
    case "pass":
      return "\u2713";
    case "fail":
      return "\u2717";
    case "undetermined":
      return "?";
    case "not_applicable":
      return "\u2013";
    default:
      return assertNever(outcome);
  }
}

export type Column = { readonly title: string; readonly isNumber?: boolean };

/**
 * A table that scrolls sideways where it must, by keyboard too.
 * @param name what the table is of
 * @param totals rows, by index, that sum up others
 */
export function dataTable(
  name: string,
  columns: readonly Column[],
  rows: readonly (readonly ComponentChild[])[],
  totals: ReadonlySet<number> = new Set(),
): ComponentChild {
  const classOf = (index: number): string => (columns[index]?.isNumber === true ? "num" : "");
  const head = columns.map(({ title }, i) => h("th", { class: classOf(i), scope: "col" }, title));
  const body = rows.map((row, r) =>
    h(
      "tr",
      { class: totals.has(r) ? "total" : "" },
      row.map((cell, i) => h("td", { class: classOf(i) }, cell)),
    ),
  );
  return scrollable(
    name,
    h("table", null, [h("thead", null, h("tr", null, head)), h("tbody", null, body)]),
  );
}

/** Something that may be wider than the screen. */
export function scrollable(name: string, child: ComponentChild): ComponentChild {
  return h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": name }, child);
}

/** @param drawn its `svg` has every text escaped */
export function chart(name: string, { says, svg }: Chart): ComponentChild {
  return scrollable(
    name,
    h("div", {
      class: "chart",
      role: "img",
      "aria-label": says,
      dangerouslySetInnerHTML: { __html: svg },
    }),
  );
}

/** A number and what it counts; `small` stands under both. */
export function figure(value: string, label: string, small: string, classes = ""): ComponentChild {
  return h("div", { class: `figure ${classes}` }, [
    h("b", null, value),
    h("span", null, label),
    h("span", { class: "dim" }, small),
  ]);
}

/** "67 %", or "n/a" for nothing counted. */
export function percent(rate: number | null): string {
  return rate === null ? "n/a" : `${Math.round(rate * 100)} %`;
}

/** "30 to 90 %". */
export function interval(proportion: Proportion): string {
  return `${Math.round(proportion.low * 100)} to ${Math.round(proportion.high * 100)} %`;
}

/** How many were counted: rates are k of n. */
export function countOf({ rate, n }: Proportion): number {
  return Math.round((rate ?? 0) * n);
}

/** "67 %" with "6/9" beside it. */
export function share(proportion: Proportion): ComponentChild {
  if (proportion.rate === null) return "n/a";
  return [
    percent(proportion.rate),
    " ",
    h("span", { class: "dim" }, `${countOf(proportion)}/${proportion.n}`),
  ];
}

/** Terms and what they mean, or are. */
export function definitionList(
  rows: readonly (readonly [term: string, text: string])[],
  isCode: boolean,
): ComponentChild {
  return h(
    "dl",
    null,
    rows.flatMap(([term, text]) => [
      h("dt", null, term),
      h("dd", { class: isCode ? "mono" : "" }, text),
    ]),
  );
}
