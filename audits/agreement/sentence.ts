/** How far the judge can be trusted, in a few plain words that the numbers carry. Pure. */
import type { Agreement } from "../../core/schema/agreement.ts";
import type { Proportion } from "../../core/schema/run.ts";
import { plural } from "../plural.ts";

type Parts = Pick<Agreement, "clips" | "decision" | "measures" | "raters" | "falseRejection">;

/** An interval wider than this, in points of a hundred, is called too wide to rely on. */
const WIDE_POINTS = 20;

export function overallSentence(parts: Parts): string {
  const { decision, clips } = parts;
  if (clips.answered === 0) return "No clip has a whole answer yet, so nothing can be said.";
  if (decision.compared === 0) {
    return `People could decide none of the ${clips.answered} clips, so nothing can be said about the judge.`;
  }
  return [decisionWords(decision), readableWords(parts), rejectionWords(parts), raterWords(parts)]
    .filter((part) => part !== "")
    .join(" ");
}

function decisionWords({ compared, counts, accuracy }: Agreement["decision"]): string {
  const same = counts.bothYes + counts.bothNo;
  const isWide = 100 * (accuracy.high - accuracy.low) > WIDE_POINTS;
  return (
    `Judge and people decide alike on ${same} of ${plural(compared, "clip")} (${interval(accuracy)})` +
    `${isWide ? ", which are too few to rely on" : ""}.`
  );
}

function readableWords({ measures }: Parts): string {
  const readable = measures.find(({ id }) => id === "final_state_readable");
  if (readable === undefined || readable.compared === 0) return "";
  const { recallNo, counts } = readable;
  if (recallNo.n === 0)
    return "No clip had an end that people could not read, so whether the judge turns such clips away is not known.";
  return (
    `Of ${plural(recallNo.n, "clip")} whose end people could not read it turns ${counts.bothNo} away` +
    `${readable.balancedAccuracy === null ? "" : ` (balanced accuracy ${percent(readable.balancedAccuracy.value)})`}.`
  );
}

function rejectionWords({ falseRejection }: Parts): string {
  const { possible, observed, decided, rate } = falseRejection;
  if (possible === 0) {
    return `People accepted none of ${plural(decided, "clip")}, so none could have shown a false rejection.`;
  }
  const shown = observed === 0 ? "none did" : `${observed} did`;
  return `People accepted ${possible} of ${plural(decided, "clip")}: only these could have shown a false rejection, and ${shown} (at most ${percent(rate.high)} of such clips).`;
}

function raterWords({ raters }: Parts): string {
  const decision = raters.find(({ question }) => question === "decision");
  if (decision === undefined)
    return "One person filled the sheet, so how far people agree is not known.";
  const { value, units, reason } = decision.alpha;
  if (reason === "no_units")
    return "No clip was answered by two people, so how far they agree is not known.";
  if (value === null)
    return `On the ${plural(units, "clip")} that several people answered they all decided alike.`;
  return `Between people alpha is ${value.toFixed(2)} on ${plural(units, "clip")}.`;
}

function percent(rate: number): string {
  return `${Math.round(100 * rate)} %`;
}

function interval({ low, high }: Proportion): string {
  return `95 % interval ${Math.round(100 * low)} to ${Math.round(100 * high)} %`;
}
