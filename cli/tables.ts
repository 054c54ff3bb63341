/** Aligned tables for a terminal, at most 100 columns. Owns layout and number formats. */
import Table from "cli-table3";
import type { Proportion } from "../core/schema/run.ts";
import { breakWords, LINE_WIDTH } from "./wrap.ts";

export type Column = { readonly title: string; readonly align?: "left" | "right" };

const GAP = 2;

/** A line between head and body only. A last column that is too wide is broken between words. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const table = new Table({
    head: columns.map((column) => column.title),
    colAligns: columns.map((column) => column.align ?? "left"),
    style: { head: [], border: [], "padding-left": 0, "padding-right": GAP, compact: true },
    chars: {
      top: "",
      "top-mid": "",
      "top-left": "",
      "top-right": "",
      bottom: "",
      "bottom-mid": "",
      "bottom-left": "",
      "bottom-right": "",
      left: "",
      "left-mid": "",
      mid: "",
      "mid-mid": "",
      right: "",
      "right-mid": "",
      middle: "",
    },
  });
  const last = columns.length - 1;
  const widths = columns.map((column, i) =>
    Math.max(column.title.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP, 0);
  const room = Math.max(LINE_WIDTH - before, 30);
  for (const row of rows) {
    table.push(row.map((cell, i) => (i === last ? breakWords(cell, room) : cell)));
  }
  const lines = table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
  const width = Math.max(...lines.map((line) => line.length));
  const [head = "", ...body] = lines;
  return [head, "─".repeat(width), ...body].join("\n");
}

/** "67 %", or "-" for nothing counted. */
export function formatRate(rate: number | null): string {
  return rate === null ? "-" : `${Math.round(rate * 100)} %`;
}

/** "67 % [30-90]": rate and 95 % interval in percent. */
export function formatProportion(proportion: Proportion): string {
  if (proportion.rate === null) return "-";
  const low = Math.round(proportion.low * 100);
  const high = Math.round(proportion.high * 100);
  return `${formatRate(proportion.rate)} [${low}-${high}]`;
}
