/** Raters against each other, question by question. Pure. */
import type { RaterAgreement } from "../../core/schema/agreement.ts";
import { cohenKappa } from "../../core/stats/cohen-kappa.ts";
import { fleissKappa } from "../../core/stats/fleiss-kappa.ts";
import { krippendorffAlpha } from "../../core/stats/krippendorff-alpha.ts";
import { decisionOf } from "./consensus.ts";
import type { Rating } from "./match-key.ts";
import { tasksOf } from "./measures.ts";

type Clip = readonly Rating[];
/** What each rater said of one unit. */
type Unit = ReadonlyMap<string, string>;

/** Said even when there is no coefficient. */
const ALWAYS = ["decision", "final_state_readable", "goal_reached", "checks"] as const;

/** Nothing when there is one rater: nobody to agree with. */
export function raterAgreement(clips: readonly Clip[]): readonly RaterAgreement[] {
  const raters = [...new Set(clips.flatMap((clip) => clip.map(({ rater }) => rater)))].sort();
  if (raters.length < 2) return [];
  const describe = (
    question: RaterAgreement["question"],
    task: string | null,
    units: readonly Unit[],
  ): RaterAgreement => ({ question, task, ...coefficients(units, raters) });
  const rows = [
    describe(
      "decision",
      null,
      clips.map((clip) => new Map(clip.map((rating) => [rating.rater, decisionOf(rating)]))),
    ),
    describe("final_state_readable", null, unitsOf(clips, "final_state_readable")),
    describe("goal_reached", null, unitsOf(clips, "goal_reached")),
    describe("checks", null, checkUnits(clips)),
    ...tasksOf(clips).flatMap((task) => {
      const own = clips.filter((clip) => clip[0]?.item.task === task);
      const ids = own[0]?.[0]?.item.questions.filter((id) => id.startsWith("check.")) ?? [];
      return ids.map((id) => describe(id, task, unitsOf(own, id)));
    }),
    describe("reading", null, unitsOf(clips, "reading")),
  ];
  return rows.filter(
    ({ question, alpha }) => ALWAYS.some((name) => name === question) || alpha.value !== null,
  );
}

/** Also used for questions that stand alone, such as the category of an error. */
export function coefficients(
  units: readonly Unit[],
  raters: readonly string[],
): Pick<RaterAgreement, "cohen" | "fleiss" | "alpha"> {
  const cohen = raters.flatMap((a, i) =>
    raters.slice(i + 1).map((b) => {
      const pairs = units.flatMap((unit) => {
        const [first, second] = [unit.get(a), unit.get(b)];
        return first === undefined || second === undefined ? [] : [[first, second] as const];
      });
      return { a, b, ...cohenKappa(pairs) };
    }),
  );
  const values = units.map((unit) => [...unit.values()]);
  return {
    cohen,
    fleiss: fleissKappa(values.filter((unit) => unit.length === raters.length)),
    alpha: krippendorffAlpha(values),
  };
}

export function unitsOf(clips: readonly Clip[], id: string): readonly Unit[] {
  return clips.map(
    (clip) =>
      new Map(
        clip.flatMap(({ rater, answers }) => {
          const answer = answers[id];
          return answer === undefined ? [] : [[rater, answer] as const];
        }),
      ),
  );
}

/** Each check of each clip is a unit. */
function checkUnits(clips: readonly Clip[]): readonly Unit[] {
  const ids = new Set(
    clips.flatMap((clip) => clip[0]?.item.questions.filter((id) => id.startsWith("check.")) ?? []),
  );
  return [...ids].flatMap((id) => unitsOf(clips, id).filter((unit) => unit.size > 0));
}
