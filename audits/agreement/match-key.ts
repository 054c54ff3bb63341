/**
 * Filled rows against the key: a row counts only when it answers everything that was asked of that
 * rater, with the answers that were offered. Nothing is filled in or guessed. Pure.
 */
import type { ReadCounts, Refusal } from "../../core/schema/agreement.ts";
import { ANSWERS } from "../../core/schema/label.ts";
import type { SheetItem, SheetKey, SheetQuestion } from "../../core/schema/sheet.ts";
import type { FilledRow, ParsedSheet } from "./parse-filled.ts";
import { plainText } from "./plain-text.ts";

/** What one person said of one clip, whole. */
export type Rating = {
  readonly item: SheetItem;
  readonly rater: string;
  readonly answers: Readonly<Record<string, string>>;
  /** The free comment, "" for none. */
  readonly reason: string;
  readonly answeredAt: string | null;
  readonly file: string;
};

export type Matched = { readonly ratings: readonly Rating[]; readonly read: ReadCounts };

export function matchKey(key: SheetKey, sheets: readonly ParsedSheet[]): Matched {
  const refused: Refusal[] = sheets.flatMap((sheet) => [...sheet.refused]);
  const items = new Map(key.items.map((item) => [item.item, item]));
  const byClip = new Map<string, { row: FilledRow; rating: Rating }[]>();
  let blank = 0;
  for (const row of sheets.flatMap((sheet) => sheet.rows)) {
    const result = rate(row, key, items);
    if (result === "blank") blank++;
    else if (typeof result === "string") {
      refused.push({ file: row.file, where: row.where, reason: result });
    } else {
      const place = `${result.rater} ${row.item}`;
      byClip.set(place, [...(byClip.get(place) ?? []), { row, rating: result }]);
    }
  }
  const ratings: Rating[] = [];
  let repeated = 0;
  for (const entries of byClip.values()) {
    const [first, ...others] = entries;
    if (first === undefined) continue;
    if (others.every(({ rating }) => isSame(rating, first.rating))) {
      ratings.push(first.rating);
      repeated += others.length;
      continue;
    }
    for (const { row } of entries) {
      const reason = `${row.rater} answers item ${row.item} more than once, and differently. Keep one of them`;
      refused.push({ file: row.file, where: row.where, reason });
    }
  }
  return {
    ratings,
    read: {
      files: sheets.length,
      rows: sheets.reduce((sum, sheet) => sum + sheet.rowCount, 0),
      accepted: ratings.length,
      repeated,
      blank,
      refused,
      raters: key.raters.map((rater) => ({
        rater,
        asked: key.items.filter((item) => item.raters.includes(rater)).length,
        answered: ratings.filter((rating) => rating.rater === rater).length,
      })),
    },
  };
}

/** @returns "blank" for a row that nobody began, another text for why it is refused */
function rate(
  row: FilledRow,
  key: SheetKey,
  items: ReadonlyMap<string, SheetItem>,
): Rating | string {
  if (row.sheet !== key.sheet) {
    return `expected a row of sheet ${key.sheet} but received one of "${plainText(row.sheet)}"`;
  }
  const item = items.get(row.item);
  if (item === undefined) return `expected an item of the sheet but received ${row.item}`;
  if (!item.raters.includes(row.rater)) {
    return `expected one of ${item.raters.join(", ")} for item ${row.item} but received "${plainText(row.rater)}"`;
  }
  if (Object.keys(row.answers).length === 0) {
    return row.comment === "" ? "blank" : `item ${row.item} has a comment but no answer`;
  }
  const asked = (key.questions[item.task] ?? []).filter(({ id }) => item.questions.includes(id));
  const problems = [...wrongAnswers(row, asked), ...openQuestions(row, asked)];
  if (problems.length > 0) return `item ${row.item}: ${problems.join("; ")}`;
  const { rater, answers, comment: reason, answeredAt, file } = row;
  return { item, rater, answers, reason, answeredAt, file };
}

function wrongAnswers(row: FilledRow, asked: readonly SheetQuestion[]): readonly string[] {
  return Object.entries(row.answers).flatMap(([id, answer]) => {
    const question = asked.find((entry) => entry.id === id);
    if (question === undefined) return [`${id} was not asked`];
    const allowed: readonly string[] = ANSWERS[question.kind];
    if (allowed.includes(answer)) return [];
    return [`"${plainText(answer)}" for ${id} is none of ${allowed.join(", ")}`];
  });
}

function openQuestions(row: FilledRow, asked: readonly SheetQuestion[]): readonly string[] {
  const open = asked.filter(({ id }) => row.answers[id] === undefined).map(({ id }) => id);
  return open.length === 0 ? [] : [`${open.join(", ")} open`];
}

function isSame(a: Rating, b: Rating): boolean {
  return Object.keys(a.answers).every((id) => a.answers[id] === b.answers[id]);
}
