/** Fills of the charts: told apart by pattern and lightness as well as by colour. */
import type { Outcome } from "../../../core/schema/common.ts";
import type { FrameLabel } from "../../../core/schema/verdict.ts";

type Fill = { readonly id: string; readonly word: string };

/** Outcomes in the order in which they are stacked. */
export const OUTCOME_FILLS: readonly (Fill & { readonly outcome: Outcome })[] = [
  { outcome: "pass", id: "fill-pass", word: "pass" },
  { outcome: "undetermined", id: "fill-unread", word: "undetermined" },
  { outcome: "fail", id: "fill-fail", word: "fail" },
];

/** Labels in the order in which they are stacked. */
export const LABEL_FILLS: readonly (Fill & { readonly label: FrameLabel })[] = [
  { label: "exact", id: "fill-exact", word: "exact" },
  { label: "partial", id: "fill-partial", word: "partial" },
  { label: "degraded", id: "fill-degraded", word: "degraded" },
  { label: "failed", id: "fill-failed", word: "failed" },
  { label: "not_found", id: "fill-not-found", word: "board not found" },
];

export const fillOf = (id: string): string => `url(#${id})`;

const pattern = (id: string, size: number, inner: string, turn = 0): string =>
  `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"` +
  `${turn === 0 ? "" : ` patternTransform="rotate(${turn})"`}>${inner}</pattern>`;
const rect = (fill: string, size = 10, height = size): string =>
  `<rect width="${size}" height="${height}" fill="${fill}"/>`;
const dot = (fill: string): string => `<circle cx="3" cy="3" r="1.4" fill="${fill}"/>`;

/** Invisible; stands once in a page, before the charts. */
export const PATTERN_DEFS =
  '<svg width="0" height="0" class="defs" aria-hidden="true" focusable="false"><defs>' +
  pattern("fill-pass", 10, rect("var(--bar-pass)")) +
  pattern("fill-fail", 6, rect("var(--bar-fail)") + rect("var(--bar-gap)", 2, 6), 45) +
  pattern("fill-unread", 6, rect("var(--bar-unread-soft)") + dot("var(--bar-unread)")) +
  pattern("fill-exact", 10, rect("var(--bar-pass)")) +
  pattern("fill-partial", 5, rect("var(--bar-pass)", 5, 2) + rect("none", 5)) +
  pattern(
    "fill-degraded",
    6,
    rect("var(--bar-unread-soft)") + rect("var(--bar-unread)", 2, 6),
    45,
  ) +
  pattern("fill-failed", 6, rect("var(--bar-unread-soft)") + dot("var(--bar-fail)")) +
  pattern("fill-not-found", 10, rect("var(--none-soft)")) +
  "</defs></svg>";
