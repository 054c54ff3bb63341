/** The judge against people, clip by clip: scorability, terminal success, checks, the decision. Pure. */
import type { Measure, ReadingRate } from "../../core/schema/agreement.ts";
import type { Judged } from "../../core/schema/sheet.ts";
import { type BinaryPair, binaryAgreement } from "../../core/stats/binary-agreement.ts";
import { wilsonInterval } from "../../core/stats/wilson.ts";
import { decisionOf, majority } from "./consensus.ts";
import type { Rating } from "./match-key.ts";

/** One clip's ratings, one or more. */
type Clip = readonly Rating[];
type Side = boolean | "undecided" | "not_applicable";
type Compared = {
  readonly id: string;
  readonly task: string | null;
  readonly yes: string;
  readonly judge: (judged: Judged) => Side;
  readonly people: (clip: Clip) => Side;
};

const YES_NO: Readonly<Record<string, Side>> = { yes: true, no: false };
const CHECK: Readonly<Record<string, Side>> = {
  holds: true,
  broken: false,
  does_not_apply: "not_applicable",
};

export function decisionMeasure(clips: readonly Clip[]): Measure {
  return compare(clips, {
    id: "decision",
    task: null,
    yes: "process-valid success",
    judge: (judged) => judged.processValidSuccess,
    people: (clip) => {
      const decision = majority(clip.map(decisionOf));
      return decision === "accept" ? true : decision === "reject" ? false : "undecided";
    },
  });
}

/**
 * Scorability, terminal success, all checks together (each check of each clip counts once), then each
 * check over its task's clips.
 */
export function questionMeasures(clips: readonly Clip[]): readonly Measure[] {
  const readable = compare(clips, {
    id: "final_state_readable",
    task: null,
    yes: "readable",
    judge: ({ scorable }) => scorable,
    people: (clip) => answerSide(clip, "final_state_readable", YES_NO),
  });
  const goal = compare(clips, {
    id: "goal_reached",
    task: null,
    yes: "reached",
    judge: ({ terminal }) => (terminal === "undetermined" ? "undecided" : terminal === "pass"),
    people: (clip) => answerSide(clip, "goal_reached", YES_NO),
  });
  const checks = tasksOf(clips).flatMap((task) => checksOf(clips, task));
  const pooled = tally(
    { id: "checks", task: null, yes: "holds" },
    checks.flatMap(({ own, compared }) => sidesOf(own, compared)),
  );
  return [readable, goal, pooled, ...checks.map(({ own, compared }) => compare(own, compared))];
}

type CheckOfTask = { readonly own: readonly Clip[]; readonly compared: Compared };

function checksOf(clips: readonly Clip[], task: string): readonly CheckOfTask[] {
  const own = clips.filter((clip) => clip[0]?.item.task === task);
  const ids = own[0]?.[0]?.item.questions.filter((id) => id.startsWith("check.")) ?? [];
  return ids.map((id) => {
    const judge = ({ checks }: Judged): Side => {
      const outcome = checks.find(({ name }) => id === `check.${name}`)?.outcome;
      if (outcome === "pass" || outcome === "fail") return outcome === "pass";
      return outcome === "undetermined" ? "undecided" : "not_applicable";
    };
    const people = (clip: Clip): Side => answerSide(clip, id, CHECK);
    return { own, compared: { id, task, yes: "holds", judge, people } };
  });
}

function answerSide(clip: Clip, id: string, sides: Readonly<Record<string, Side>>): Side {
  const answer = majority(clip.map(({ answers }) => answers[id] ?? "cannot_tell"));
  return (answer === undefined ? undefined : sides[answer]) ?? "undecided";
}

type Sides = { readonly human: Side; readonly judge: Side };

function compare(clips: readonly Clip[], compared: Compared): Measure {
  return tally(compared, sidesOf(clips, compared));
}

function sidesOf(clips: readonly Clip[], { judge, people }: Compared): readonly Sides[] {
  return clips.flatMap((clip) => {
    const judged = clip[0]?.item.judged;
    return judged === undefined ? [] : [{ human: people(clip), judge: judge(judged) }];
  });
}

function tally(
  { id, task, yes }: Pick<Compared, "id" | "task" | "yes">,
  sides: readonly Sides[],
): Measure {
  const pairs: BinaryPair[] = [];
  const leftOut = { peopleUndecided: 0, judgeUndecided: 0, notApplicable: 0 };
  for (const { human, judge } of sides) {
    if (human === "not_applicable" || judge === "not_applicable") leftOut.notApplicable++;
    else if (human === "undecided") leftOut.peopleUndecided++;
    else if (judge === "undecided") leftOut.judgeUndecided++;
    else pairs.push({ human, judge });
  }
  return { id, task, yes, compared: pairs.length, leftOut, ...binaryAgreement(pairs) };
}

/** Usable and exact readings: all tasks together, then each, where there are several. */
export function readingRates(clips: readonly Clip[]): readonly ReadingRate[] {
  const asked = clips.filter((clip) => clip[0]?.item.questions.includes("reading"));
  if (asked.length === 0) return [];
  const tasks = tasksOf(asked);
  return [null, ...(tasks.length > 1 ? tasks : [])].map((task) => {
    const own = asked.filter((clip) => task === null || clip[0]?.item.task === task);
    const answers = own.map((clip) =>
      majority(clip.map((rating) => rating.answers["reading"] ?? "")),
    );
    const count = (...wanted: readonly string[]): number =>
      answers.filter((answer) => answer !== undefined && wanted.includes(answer)).length;
    const decided = count("exact", "usable", "not_usable");
    return {
      task,
      decided,
      undecided: own.length - decided,
      usable: wilsonInterval(count("exact", "usable"), decided),
      exact: wilsonInterval(count("exact"), decided),
    };
  });
}

export function tasksOf(clips: readonly Clip[]): readonly string[] {
  return [...new Set(clips.flatMap((clip) => clip[0]?.item.task ?? []))].sort();
}
