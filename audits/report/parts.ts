/** Small pieces of the report's page. */
import { type ComponentChild, h } from "preact";
import { assertNever } from "../../core/errors.ts";
import type { Outcome } from "../../core/schema/common.ts";
import type { CheckCounts, Proportion } from "../../core/schema/run.ts";

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

/** A bar of the four outcomes in their proportions. */
export function outcomeBar(counts: Omit<CheckCounts, "kind">): ComponentChild {
  const parts = [
    ["pass", counts.pass],
    ["fail", counts.fail],
    ["undetermined", counts.undetermined],
    ["not_applicable", counts.notApplicable],
  ] as const;
  const total = parts.reduce((sum, [, value]) => sum + value, 0);
  return h(
    "div",
    { class: "bar", role: "img", "aria-label": parts.map(([k, v]) => `${v} ${k}`).join(", ") },
    parts
      .filter(([, value]) => value > 0)
      .map(([kind, value]) => h("i", { class: kind, style: `width:${(100 * value) / total}%` })),
  );
}

export type Column = { readonly title: string; readonly isNumber?: boolean };

/** @param totals how many of the last rows sum up the others */
export function dataTable(
  columns: readonly Column[],
  rows: readonly (readonly ComponentChild[])[],
  totals = 0,
): ComponentChild {
  const classOf = (index: number): string => (columns[index]?.isNumber === true ? "num" : "");
  return h(
    "div",
    { class: "scroll" },
    h("table", null, [
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          columns.map(({ title }, i) => h("th", { class: classOf(i), scope: "col" }, title)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row, r) =>
          h(
            "tr",
            { class: r >= rows.length - totals ? "total" : "" },
            row.map((cell, i) => h("td", { class: classOf(i) }, cell)),
          ),
        ),
      ),
    ]),
  );
}

/** A number and what it counts; `small` stands under both. */
export function figure(value: string, label: string, small: string, classes = ""): ComponentChild {
  return h("div", { class: `figure ${classes}` }, [
    h("b", null, value),
    h("span", null, label),
    h("span", null, small),
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

/** "6 of 9", with the rate. */
export function share(value: number, n: number): string {
  return n === 0 ? "n/a" : `${percent(value / n)} (${value}/${n})`;
}
