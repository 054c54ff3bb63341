/** Aligned tables for a terminal, at most 100 columns. Owns layout and number formats. */
import Table from "cli-table3";
import type { Proportion } from "../core/schema/run.ts";
import { breakWords, LINE_WIDTH } from "./wrap.ts";

export type Column = { readonly title: string; readonly align?: "left" | "right" };

const GAP = 2;
/** Names in tables that are too wide, in columns; a longer word stays whole. */
const NAME_WIDTH = 36;

/**
 * A line between head and body only. A last column of words that is too wide is broken between them.
 * Where the last column is of numbers, names are broken, and numbers that find no room go on in a table
 * below, which names its rows again.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const isNumbers = columns.at(-1)?.align === "right";
  if (!isNumbers || totalOf(widthsOf(columns, rows)) <= LINE_WIDTH) {
    return formatPart(columns, rows);
  }
  const named = rows.map(([name = "", ...cells]) => [breakWords(name, NAME_WIDTH), ...cells]);
  return splitColumns(widthsOf(columns, named))
    .map((part) =>
      formatPart(
        part.flatMap((i) => columns[i] ?? []),
        named.map((row) => part.map((i) => row[i] ?? "")),
      ),
    )
    .join("\n\n");
}

/** Which columns stand side by side, by index; the first one is in each part. */
function splitColumns(widths: readonly number[]): readonly (readonly number[])[] {
  const parts: number[][] = [[0, 1]];
  for (let i = 2; i < widths.length; i += 1) {
    const part = [...(parts.at(-1) ?? []), i];
    if (totalOf(part.map((at) => widths[at] ?? 0)) <= LINE_WIDTH) parts[parts.length - 1] = part;
    else parts.push([0, i]);
  }
  return parts;
}

function widthsOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly number[] {
  const widthOf = (cell: string): number =>
    Math.max(...cell.split("\n").map((line) => line.length));
  return columns.map((column, i) =>
    Math.max(column.title.length, ...rows.map((row) => widthOf(row[i] ?? ""))),
  );
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
}

function formatPart(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
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
  const before = widthsOf(columns, rows).slice(0, last);
  const room = Math.max(LINE_WIDTH - totalOf(before) - GAP, 30);
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
