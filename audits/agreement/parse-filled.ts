/**
 * The text of a filled sheet -> its rows, read without guessing. Whether a row answers what was asked
 * is `match-key.ts`. Pure.
 */
import { parse } from "csv-parse/sync";
import type { Refusal } from "../../core/schema/agreement.ts";
import {
  type FilledItem,
  filledItemSchema,
  filledSheetSchema,
  MAX_COMMENT,
} from "../../core/schema/label.ts";
import { COMMENT_COLUMN, FIXED_COLUMNS, LINK_COLUMNS, NOT_ASKED } from "../spot-check/table.ts";
import { plainText } from "./plain-text.ts";

/** One clip's answers as they stand in a file. */
export type FilledRow = FilledItem & {
  readonly file: string;
  readonly where: string;
  readonly sheet: string;
  readonly rater: string;
};

export type ParsedSheet = {
  /** Rows of the file, refused ones too. */
  readonly rowCount: number;
  readonly rows: readonly FilledRow[];
  readonly refused: readonly Refusal[];
};

/** @param file its name, for messages */
export function parseFilled(text: string, file: string): ParsedSheet {
  const body = text.replace(/^\ufeff/, "");
  return body.trimStart().startsWith("{") ? parseJson(body, file) : parseCsv(body, file);
}

function refuseFile(file: string, reason: string): ParsedSheet {
  return { rowCount: 0, rows: [], refused: [{ file, where: "file", reason }] };
}

function parseJson(text: string, file: string): ParsedSheet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuseFile(file, "expected JSON but it breaks off or is damaged. Export it again");
  }
  const sheet = filledSheetSchema.safeParse(value);
  if (!sheet.success) {
    const issue = sheet.error.issues[0];
    const field = issue?.path.join(".") ?? "";
    return refuseFile(
      file,
      `expected a filled sheet, as the page exports it: ${plainText(`${field}: ${issue?.message ?? ""}`)}`,
    );
  }
  const rows: FilledRow[] = [];
  const refused: Refusal[] = [];
  for (const [i, raw] of sheet.data.items.entries()) {
    const where = `item ${i + 1}`;
    const item = filledItemSchema.safeParse(raw);
    if (item.success) {
      rows.push({ ...item.data, file, where, sheet: sheet.data.sheet, rater: sheet.data.rater });
    } else {
      const issue = item.error.issues[0];
      refused.push({
        file,
        where,
        reason: plainText(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not an item"}`),
      });
    }
  }
  return { rowCount: sheet.data.items.length, rows, refused };
}

function parseCsv(text: string, file: string): ParsedSheet {
  let table: string[][];
  try {
    table = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuseFile(file, `expected CSV but it cannot be read: ${plainText(reason)}`);
  }
  const [heading = [], ...body] = table;
  const columns = heading.map((name) => name.trim());
  const missing = [...FIXED_COLUMNS, COMMENT_COLUMN].filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    return refuseFile(file, `expected the sheet's columns but ${missing.join(", ")} are missing`);
  }
  const named = columns.filter((name) => name !== "");
  if (new Set(named).size < named.length) {
    return refuseFile(file, "expected each column once but one of them stands there twice");
  }
  const rows: FilledRow[] = [];
  const refused: Refusal[] = [];
  for (const [i, cells] of body.entries()) {
    // The heading is row 1, as a spreadsheet counts them.
    const where = `row ${i + 2}`;
    const row = readRow(cells, columns);
    if (typeof row === "string") refused.push({ file, where, reason: row });
    else rows.push({ ...row, file, where });
  }
  return { rowCount: body.length, rows, refused };
}

/** @returns why not, when it is no row of a sheet */
function readRow(
  cells: readonly string[],
  columns: readonly string[],
): Omit<FilledRow, "file" | "where"> | string {
  if (cells.length !== columns.length) {
    return `expected ${columns.length} cells but received ${cells.length}`;
  }
  const values = new Map(columns.map((name, i) => [name, cells[i]?.trim() ?? ""]));
  const of = (name: string): string => values.get(name) ?? "";
  const fixed: ReadonlySet<string> = new Set([...FIXED_COLUMNS, ...LINK_COLUMNS, COMMENT_COLUMN]);
  const answers: Record<string, string> = {};
  for (const [name, value] of values) {
    if (fixed.has(name) || value === "" || value.toLowerCase() === NOT_ASKED) continue;
    answers[name] = foldAnswer(value);
  }
  const item = filledItemSchema.safeParse({
    item: of("item"),
    answers,
    comment: of(COMMENT_COLUMN),
    answeredAt: null,
  });
  if (item.success) return { ...item.data, sheet: of("sheet"), rater: of("rater") };
  const issue = item.error.issues[0];
  const field = issue?.path[0] === "comment" ? `comment: at most ${MAX_COMMENT} characters` : "";
  return plainText(field || `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not a row"}`);
}

/** "Cannot tell" and "cannot_tell" are one answer; anything that is none is refused later. */
function foldAnswer(value: string): string {
  return value.toLowerCase().replace(/[\s-]+/g, "_");
}

/** Spreadsheets write commas, semicolons or tabs, depending on the country; the heading has only one. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [",", ";", "\t"].map((mark) => [heading.split(mark).length, mark] as const);
  return counts.reduce((a, b) => (b[0] > a[0] ? b : a))[1];
}
