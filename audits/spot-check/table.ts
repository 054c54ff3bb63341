/** A rater's sheet as a table, the same for CSV and XLSX: a row for each clip. Pure. */
import { ANSWERS } from "../../core/schema/label.ts";
import type { PageData } from "./page/model.ts";

/** Columns before the questions; `comment` follows them. */
export const FIXED_COLUMNS = ["sheet", "rater", "item", "task", "rule"] as const;
export const LINK_COLUMNS = ["clip", "frames", "start", "goal", "reading_frames"] as const;
export const COMMENT_COLUMN = "comment";
/** Stands where a question is not asked of a clip. */
export const NOT_ASKED = "n/a";

export type SheetTable = {
  readonly columns: readonly string[];
  /** Cells by column; links are relative to the raters' folder, questions asked are empty. */
  readonly rows: readonly (readonly string[])[];
};

export function sheetTable(data: PageData): SheetTable {
  const asked = questionColumns(data);
  const rows = data.items.map(({ item, task, title, rule, media }) => {
    const questions = (data.questions[task] ?? []).filter(
      (question) => question.kind !== "reading" || media.reading !== null,
    );
    return [
      ...[data.sheet, data.rater, item, title, rule],
      ...[media.clip, media.frames.href, media.start ?? "", media.goal ?? "", media.reading ?? ""],
      ...asked.map((id) => (questions.some((question) => question.id === id) ? "" : NOT_ASKED)),
      "",
    ];
  });
  return { columns: [...FIXED_COLUMNS, ...LINK_COLUMNS, ...asked, COMMENT_COLUMN], rows };
}

/** Every question of any task, that of the reading last: it shows what the judge saw. */
export function questionColumns({ questions }: PageData): readonly string[] {
  const all = Object.values(questions).flat();
  const ids = (isReading: boolean): string[] =>
    all.filter(({ kind }) => (kind === "reading") === isReading).map(({ id }) => id);
  return [...new Set([...ids(false), ...ids(true)])];
}

/** One line for each question of each task: its column, the question, the answers that count. */
export function questionTable({ questions }: PageData): SheetTable {
  const rows = Object.entries(questions).flatMap(([task, asked]) =>
    asked.map(({ id, kind, text, hint }) => [task, id, text, hint, ANSWERS[kind].join(", ")]),
  );
  return { columns: ["task", "column", "question", "what to look for", "answers"], rows };
}

/**
 * A text that no spreadsheet takes for a formula: an apostrophe stands before one that would be, also
 * where blanks or invisible marks come first. Spreadsheets do not show it.
 */
export function inertCell(text: string): string {
  return /^[\s\p{Cf}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}
