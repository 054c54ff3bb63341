/** Agreement worked out by hand. */
import { describe, expect, it } from "vitest";
import { agreementSchema } from "../../core/schema/agreement.ts";
import type { SheetItem } from "../../core/schema/sheet.ts";
import { fakeItem, fakeKey, goodAnswers } from "../spot-check/testing/candidates.ts";
import { buildAgreement } from "./agreement.ts";
import { decisionOf, majority } from "./consensus.ts";
import { matchKey } from "./match-key.ts";

type Said = Readonly<Record<string, string>>;
type Case = { readonly judged?: Partial<SheetItem["judged"]>; readonly said: readonly Said[] };

const TYPE = "check.pipe_type_consistency";
const REJECTED = { processValid: false, processValidSuccess: false } as const;

function failing(name: string): SheetItem["judged"]["checks"] {
  return fakeItem("x").judged.checks.map((check) =>
    check.name === name ? { name, outcome: "fail" } : check,
  );
}

/** One clip for each case; its raters are numbered in the order in which they say something. */
function agree(cases: readonly Case[]) {
  const items = cases.map(({ judged, said }, i) => {
    const plain = fakeItem(i.toString(16).padStart(8, "0"));
    const raters = said.map((_, r) => `rater-${r + 1}`);
    return { ...plain, raters, judged: { ...plain.judged, ...judged } };
  });
  const rows = items.flatMap(({ item, raters }, i) =>
    raters.map((rater, r) => ({
      ...{ file: "f", where: "w", sheet: "abcdef012345", rater, item },
      answers: goodAnswers(cases[i]?.said[r]),
      ...{ comment: "", answeredAt: null },
    })),
  );
  const key = fakeKey(items);
  const sheet = { rowCount: rows.length, rows, refused: [] };
  return agreementSchema.parse(buildAgreement(key, matchKey(key, [sheet])));
}

const times = (n: number, entry: Case): Case[] => Array.from({ length: n }, () => entry);

describe("decisionOf", () => {
  it.each([
    [{}, "accept"],
    [{ [TYPE]: "does_not_apply" }, "accept"],
    [{ reading: "not_usable" }, "accept"],
    [{ [TYPE]: "broken" }, "reject"],
    [{ goal_reached: "no" }, "reject"],
    [{ final_state_readable: "no", goal_reached: "cannot_tell" }, "reject"],
    [{ [TYPE]: "cannot_tell" }, "undecided"],
  ])("%j: %s", (changes, expected) => {
    expect(decisionOf({ answers: goodAnswers(changes) })).toBe(expected);
  });
});

describe("majority", () => {
  it.each([
    [["a"], "a"],
    [["a", "b", "b"], "b"],
    [["a", "b"], undefined],
    [["a", "a", "b", "b"], undefined],
    [[], undefined],
  ])("%j: %s", (answers, expected) => expect(majority(answers)).toBe(expected));
});

describe("buildAgreement", () => {
  it("counts both classes of scorability", () => {
    // Readable for people 4, the judge says scorable to 3: recall 3/4. Unreadable 2, it says scorable
    // to 1: recall 1/2. Accuracy 4/6; balanced (3/4 + 1/2) / 2 = 0.625.
    const unreadable = { final_state_readable: "no", goal_reached: "cannot_tell" };
    const unscorable = { scorable: false, terminal: "undetermined", ...REJECTED } as const;
    const { measures } = agree([
      ...times(3, { said: [{}] }),
      { judged: unscorable, said: [{}] },
      { judged: unscorable, said: [unreadable] },
      { said: [unreadable] },
    ]);
    const readable = measures.find(({ id }) => id === "final_state_readable");
    expect(readable).toMatchObject({
      compared: 6,
      counts: { bothYes: 3, bothNo: 1, onlyJudge: 1, onlyHuman: 1 },
      recallYes: { rate: 0.75, n: 4 },
      recallNo: { rate: 0.5, n: 2 },
      balancedAccuracy: { value: 0.625 },
    });
    expect(readable?.accuracy.rate).toBeCloseTo(4 / 6, 3);
    // Of the goal, people decide 4; on one of these the judge is undecided.
    const goal = measures.find(({ id }) => id === "goal_reached");
    expect(goal).toMatchObject({
      compared: 3,
      leftOut: { peopleUndecided: 2, judgeUndecided: 1, notApplicable: 0 },
    });
  });

  it("leaves out what people or the judge could not decide or found nothing to check in", () => {
    const unread = fakeItem("x").judged.checks.map(({ name }) => ({
      name,
      outcome: "undetermined" as const,
    }));
    const { measures } = agree([
      { said: [{ [TYPE]: "does_not_apply" }] },
      { said: [{ [TYPE]: "cannot_tell" }] },
      { judged: { checks: unread, ...REJECTED }, said: [{}] },
      {
        judged: { checks: failing("pipe_type_consistency"), ...REJECTED },
        said: [{ [TYPE]: "broken" }],
      },
    ]);
    expect(measures.find(({ id }) => id === TYPE)).toMatchObject({
      ...{ task: "pipe", compared: 1 },
      counts: { bothYes: 0, bothNo: 1, onlyJudge: 0, onlyHuman: 0 },
      leftOut: { peopleUndecided: 1, judgeUndecided: 1, notApplicable: 1 },
      balancedAccuracy: null,
    });
    // 4 clips of 7 checks; 7 undetermined, 1 not applicable, 1 cannot tell: 19 compared, 18 both hold.
    expect(measures.find(({ id }) => id === "checks")).toMatchObject({
      compared: 19,
      counts: { bothYes: 18, bothNo: 1, onlyJudge: 0, onlyHuman: 0 },
      leftOut: { peopleUndecided: 1, judgeUndecided: 7, notApplicable: 1 },
    });
  });

  it("takes the majority of raters, and none when they are split", () => {
    const { decision } = agree([
      { said: [{}, {}, { goal_reached: "no" }] },
      { said: [{}, { goal_reached: "no" }] },
    ]);
    expect(decision).toMatchObject({ compared: 1, leftOut: { peopleUndecided: 1 } });
    expect(decision.counts.bothYes).toBe(1);
  });

  it("says how many clips could have shown a false rejection at all", () => {
    const one = { checks: failing("pipe_type_consistency"), ...REJECTED };
    const two = { ...one, terminal: "fail" as const };
    const { falseRejection, sentence } = agree([
      { said: [{}] },
      { judged: one, said: [{}] },
      { judged: one, said: [{ [TYPE]: "broken" }] },
      { judged: two, said: [{ [TYPE]: "broken", goal_reached: "no" }] },
      { said: [{ [TYPE]: "cannot_tell" }] },
    ]);
    expect(falseRejection).toMatchObject({
      ...{ decided: 4, judgeRejected: 3, possible: 2, observed: 1, onOneCondition: 2 },
      rate: { rate: 0.5, n: 2 },
    });
    expect(sentence).toContain("People accepted 2 of 4 clips");
    expect(sentence).toContain("1 did");
  });

  it("with every clip rejected by people, says that none could have", () => {
    const { falseRejection, sentence } = agree(
      times(3, { judged: REJECTED, said: [{ goal_reached: "no" }] }),
    );
    expect(falseRejection).toMatchObject({ possible: 0, observed: 0, rate: { rate: null, n: 0 } });
    expect(sentence).toContain("none could have shown a false rejection");
    expect(sentence).toContain("too few to rely on");
  });

  it("counts usable and exact readings", () => {
    const { readings } = agree([
      { said: [{}] },
      { said: [{ reading: "usable" }] },
      { said: [{ reading: "not_usable" }] },
      { said: [{ reading: "cannot_tell" }] },
      { said: [{ reading: "exact" }, { reading: "usable" }] },
    ]);
    expect(readings).toHaveLength(1);
    expect(readings[0]).toMatchObject({ task: null, decided: 3, undecided: 2 });
    expect(readings[0]?.usable.rate).toBeCloseTo(2 / 3, 3);
    expect(readings[0]?.exact.rate).toBeCloseTo(1 / 3, 3);
  });

  it("measures raters against each other", () => {
    const { raters } = agree([
      ...times(2, { said: [{}, {}] }),
      ...times(2, { said: [{ goal_reached: "no" }, { goal_reached: "no" }] }),
      { said: [{}, { goal_reached: "no" }] },
      { said: [{}] },
    ]);
    const goal = raters.find(({ question }) => question === "goal_reached");
    // Pairs yy yy nn nn yn: po = 4/5, pe = 3/5*2/5 + 2/5*3/5 = 12/25; kappa = 8/13 = .6154.
    expect(goal?.cohen).toEqual([{ a: "rater-1", b: "rater-2", value: 0.6154, units: 5 }]);
    // Fleiss: 5 yes, 5 no of 10: Pe = 1/2; (4/5 - 1/2) / (1/2) = .6.
    expect(goal?.fleiss).toEqual({ value: 0.6, units: 5 });
    // alpha: Do = 2/10, De = 2*5*5/90 = 5/9: 1 - .36 = .64. The clip with one rating is left out.
    expect(goal?.alpha).toEqual({ value: 0.64, units: 5 });
    expect(raters.find(({ question }) => question === "final_state_readable")?.alpha).toEqual({
      ...{ value: null, units: 5, reason: "no_variation" },
    });
  });

  it("with one rater there is nobody to agree with, with none nothing to say", () => {
    const one = agree([{ said: [{}] }]);
    expect(one.raters).toEqual([]);
    expect(one.sentence).toContain("One person filled the sheet");
    const none = agree([{ said: [] }].map((entry) => ({ ...entry })));
    expect(none.clips).toEqual({ asked: 1, answered: 0 });
    expect(none.sentence).toBe("No clip has a whole answer yet, so nothing can be said.");
    expect(none.decision.accuracy).toEqual({ rate: null, n: 0, low: 0, high: 1 });
  });
});
