/** Tables as CSV and XLSX files. What is in them is `table.ts`. */
import { stringify } from "csv-stringify/sync";
import type { Row } from "write-excel-file/node";
import writeXlsxFile from "write-excel-file/node";
import { FIXED_COLUMNS, inertCell, LINK_COLUMNS, type SheetTable } from "./table.ts";

/** RFC 4180 with a byte order mark, which Excel needs to read UTF-8. */
export function formatCsv({ columns, rows }: SheetTable): string {
  const inert = [columns, ...rows].map((row) => row.map(inertCell));
  return stringify(inert, { bom: true, record_delimiter: "\r\n", quote_record_delimiter: true });
}

/** Two tabs: the sheet, with links that work from its folder, and what is asked. */
export async function formatXlsx(sheet: SheetTable, questions: SheetTable): Promise<Uint8Array> {
  return writeXlsxFile([
    {
      data: [
        headingOf(sheet),
        ...sheet.rows.map((row) => row.map((cell, i) => cellOf(cell, sheet.columns[i]))),
      ],
      sheet: "sheet",
      stickyRowsCount: 1,
      columns: sheet.columns.map((name) => ({ width: widthOf(name) })),
    },
    {
      data: [
        headingOf(questions),
        ...questions.rows.map((row) => row.map((cell) => textCell(cell))),
      ],
      sheet: "questions",
      stickyRowsCount: 1,
      columns: [16, 34, 60, 60, 60].map((width) => ({ width })),
    },
  ]).toBuffer();
}

function headingOf({ columns }: SheetTable): Row {
  return columns.map((name) => ({ ...textCell(name), fontWeight: "bold" as const }));
}

function cellOf(text: string, column: string | undefined): Row[number] {
  const isLink = LINK_COLUMNS.some((name) => name === column);
  // Our own paths: letters, digits, dots and slashes. In the file a formula stands without "=".
  if (isLink && /^[\w./-]+$/.test(text)) {
    return { type: "Formula", value: `HYPERLINK("${text}","${column}")`, textColor: "#1d5fd1" };
  }
  return textCell(text);
}

function textCell(text: string) {
  return { type: String, value: withoutControls(inertCell(text)), wrap: true } as const;
}

/** XML 1.0 has no place for most control characters, nor for half a surrogate pair. */
function withoutControls(text: string): string {
  const wellFormed = Buffer.from(text, "utf8").toString("utf8");
  return wellFormed.replace(/[^\P{Cc}\t\r\n]|[\ufffe\uffff]/gu, "\ufffd");
}

function widthOf(column: string): number {
  if (column === "rule" || column === "comment") return 48;
  return FIXED_COLUMNS.some((name) => name === column) ? 14 : Math.max(12, column.length + 2);
}
