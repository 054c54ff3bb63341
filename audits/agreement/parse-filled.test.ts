/** Filled sheets as people send them back: whole, half filled, wrong, and hostile. */
import { describe, expect, it } from "vitest";
import { formatCsv } from "../spot-check/spreadsheets.ts";
import { inertCell } from "../spot-check/table.ts";
import { fakeItem, fakeKey, goodAnswers, SHEET } from "../spot-check/testing/candidates.ts";
import { matchKey } from "./match-key.ts";
import { parseFilled } from "./parse-filled.ts";
import { plainText } from "./plain-text.ts";

const A = "aaaaaaaa";
const B = "bbbbbbbb";
const KEY = fakeKey([
  fakeItem(A, { raters: ["rater-1", "rater-2"] }),
  fakeItem(B, { raters: ["rater-1"] }),
]);
const QUESTIONS = Object.keys(goodAnswers());

type Row = { readonly item?: unknown; readonly answers?: unknown; readonly comment?: unknown };

function json(items: readonly Row[], fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    ...{ schema: "topoprobe.filled-sheet/1", sheet: SHEET, kind: "spot-check", rater: "rater-1" },
    exportedAt: "2026-01-05T10:00:00.000Z",
    items: items.map((item) => ({ comment: "", answeredAt: null, ...item })),
    ...fields,
  });
}

function csv(
  rows: readonly (readonly [
    rater: string,
    item: string,
    answers: Record<string, string>,
    comment?: string,
  ])[],
): string {
  return formatCsv({
    columns: ["sheet", "rater", "item", "task", "rule", ...QUESTIONS, "comment"],
    rows: rows.map(([rater, item, answers, comment = ""]) => [
      ...[SHEET, rater, item, "Pipe", "The rule, in a sentence."],
      ...QUESTIONS.map((id) => answers[id] ?? ""),
      comment,
    ]),
  });
}

const match = (...texts: readonly string[]) =>
  matchKey(
    KEY,
    texts.map((text, i) => parseFilled(text, `file-${i + 1}`)),
  );
const reasons = (...texts: readonly string[]) =>
  match(...texts).read.refused.map(({ file, where, reason }) => `${file}, ${where}: ${reason}`);

describe("a whole row", () => {
  it("counts, from the page", () => {
    const { ratings, read } = match(json([{ item: A, answers: goodAnswers(), comment: "fine" }]));
    expect(ratings).toHaveLength(1);
    expect(ratings[0]).toMatchObject({ rater: "rater-1", reason: "fine", answers: goodAnswers() });
    expect(read).toMatchObject({ files: 1, rows: 1, accepted: 1, blank: 0, refused: [] });
    expect(read.raters).toEqual([
      { rater: "rater-1", asked: 2, answered: 1 },
      { rater: "rater-2", asked: 1, answered: 0 },
    ]);
  });

  it.each([",", ";", "\t"])("counts, from a spreadsheet that writes %j", (mark) => {
    const text = csv([["rater-2", A, goodAnswers()]]).replaceAll("The rule, in", "The rule in");
    const { ratings } = match(text.replaceAll(",", mark));
    expect(ratings.map(({ rater, answers }) => [rater, answers])).toEqual([
      ["rater-2", goodAnswers()],
    ]);
  });

  it("counts when written with capitals, blanks and dashes", () => {
    const spelt = goodAnswers({
      final_state_readable: " Cannot tell",
      goal_reached: "CANNOT-TELL",
    });
    const { ratings } = match(csv([["rater-1", A, spelt]]));
    expect(ratings[0]?.answers).toMatchObject({
      final_state_readable: "cannot_tell",
      goal_reached: "cannot_tell",
    });
  });
});

describe("a row that does not count", () => {
  it("is named with what is open", () => {
    const { goal_reached: _, ...open } = goodAnswers();
    expect(reasons(json([{ item: A, answers: open }]))).toEqual([
      `file-1, item 1: item ${A}: goal_reached open`,
    ]);
    expect(reasons(csv([["rater-1", B, open]]))).toEqual([
      `file-1, row 2: item ${B}: goal_reached open`,
    ]);
  });

  it("is named with the wrong answer, which is not taken for a near one", () => {
    expect(reasons(csv([["rater-1", A, goodAnswers({ goal_reached: "y" })]]))).toEqual([
      `file-1, row 2: item ${A}: "y" for goal_reached is none of yes, no, cannot_tell`,
    ]);
  });

  it.each([
    ["an unknown item", { item: "cccccccc", answers: goodAnswers() }, /item of the sheet/],
    ["no id", { item: "<b>", answers: goodAnswers() }, /id of an item/],
    [
      "an unknown question",
      { item: A, answers: goodAnswers({ "check.none": "holds" }) },
      /check.none was not asked/,
    ],
    ["a question that is none", { item: A, answers: { __proto__x: "yes" } }, /Invalid key/],
    ["a comment alone", { item: A, answers: {}, comment: "hm" }, /comment but no answer/],
    ["answers that are none", { item: A, answers: [] }, /expected record|Invalid input/],
  ])("%s", (_, row, reason) => {
    expect(reasons(json([row]))).toEqual([expect.stringMatching(reason)]);
  });

  it("of another rater's items, or of nobody", () => {
    expect(reasons(csv([["rater-2", B, goodAnswers()]]))[0]).toMatch(/one of rater-1 for item/);
    expect(reasons(csv([["rater-9", A, goodAnswers()]]))[0]).toMatch(/rater-1, rater-2/);
    expect(reasons(json([{ item: A, answers: goodAnswers() }], { rater: "me" }))[0]).toMatch(
      /file-1, file: .*rater/,
    );
  });

  it("of another sheet", () => {
    const other = json([{ item: A, answers: goodAnswers() }], { sheet: "000000000000" });
    expect(reasons(other)[0]).toMatch(/sheet abcdef012345 .* "000000000000"/);
  });

  it("does not take the rows beside it along, and a blank one is only counted", () => {
    const { ratings, read } = match(
      csv([
        ["rater-1", A, { goal_reached: "yes" }],
        ["rater-1", B, goodAnswers()],
        ["rater-2", A, {}],
      ]),
    );
    expect(ratings.map(({ item }) => item.item)).toEqual([B]);
    expect(read).toMatchObject({ rows: 3, accepted: 1, blank: 1 });
    expect(read.refused).toHaveLength(1);
  });
});

describe("the same clip twice", () => {
  it("counts once when both say the same", () => {
    const { ratings, read } = match(
      json([{ item: A, answers: goodAnswers() }]),
      csv([["rater-1", A, goodAnswers()]]),
    );
    expect(ratings).toHaveLength(1);
    expect(read).toMatchObject({ rows: 2, accepted: 1, repeated: 1, refused: [] });
  });

  it("counts not at all when they differ: neither is guessed to be meant", () => {
    const { ratings, read } = match(
      json([{ item: A, answers: goodAnswers() }]),
      csv([["rater-1", A, goodAnswers({ goal_reached: "no" })]]),
    );
    expect(ratings).toEqual([]);
    expect(read.refused.map(({ file }) => file)).toEqual(["file-1", "file-2"]);
    expect(read.refused[0]?.reason).toMatch(/more than once, and differently/);
  });
});

describe("a file that is no sheet", () => {
  it.each([
    ["", /columns/],
    ["{", /damaged/],
    ["{}", /filled sheet/],
    ["a,b\n1,2\n", /sheet, rater, item, task, rule, comment are missing/],
    ['sheet,rater,item,task,rule,comment\n"x', /cannot be read/],
    ["sheet,sheet,rater,item,task,rule,comment\n", /twice/],
  ])("%j is refused whole", (text, reason) => {
    expect(reasons(text)).toEqual([expect.stringMatching(reason)]);
  });

  it("a row with cells too few or too many is refused alone", () => {
    const text = `sheet,rater,item,task,rule,comment\n${SHEET},rater-1\n`;
    expect(reasons(text)).toEqual([
      expect.stringMatching(/row 2: expected 6 cells but received 2/),
    ]);
  });
});

describe("hostile texts", () => {
  const HOSTILE = [
    "=cmd|' /C calc'!A0",
    "\u202e=1+1",
    "+1\n-2",
    "@SUM(A1)",
    "<script>alert(1)</script>",
    '","=1',
    "\uff1dHYPERLINK(1)",
    "\t=1",
  ];

  it.each(HOSTILE)("%j is no formula in a cell and comes back as a comment", (text) => {
    expect(inertCell(text)).not.toMatch(/^[\s\p{Cf}]*[=+\-@|%\uff1d]/u);
    const { ratings } = match(csv([["rater-1", A, goodAnswers(), text]]));
    expect(ratings[0]?.reason).toContain(text.trim().slice(-3));
  });

  it("plain texts stay as they are", () => {
    for (const text of ["holds", "n/a", "items/ab/clip.mp4", "", "a=b", "1+1"]) {
      expect(inertCell(text)).toBe(text);
    }
  });

  it("are shown to a terminal as what they are", () => {
    expect(plainText("a\u001b[31m\u202eb\n\u2028c")).toBe("a\\u{1b}[31m\\u{202e}b\\u{a}\\u{2028}c");
    const [reason = ""] = reasons(csv([["\u001b]0;x", A, goodAnswers()]]));
    expect(reason).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("names of built-in properties are neither items nor questions", () => {
    const text = `{"schema":"topoprobe.filled-sheet/1","sheet":"${SHEET}","kind":"spot-check","rater":"rater-1",
      "exportedAt":"2026-01-05T10:00:00.000Z","items":[{"item":"${A}","comment":"","answeredAt":null,
      "answers":{"__proto__":"yes","constructor":"yes"}}]}`;
    expect(match(text).ratings).toEqual([]);
    expect(match(text).read.refused).toHaveLength(1);
  });
});
