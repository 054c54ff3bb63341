/** Accepted ratings -> the agreement as a whole. Pure. */
import type { Agreement } from "../../core/schema/agreement.ts";
import type { Judged, SheetKey } from "../../core/schema/sheet.ts";
import { roundNumbers } from "../../core/stats/round-numbers.ts";
import { wilsonInterval } from "../../core/stats/wilson.ts";
import { byItem, decisionOf, majority } from "./consensus.ts";
import type { Matched, Rating } from "./match-key.ts";
import { decisionMeasure, questionMeasures, readingRates } from "./measures.ts";
import { raterAgreement } from "./rater-agreement.ts";
import { overallSentence } from "./sentence.ts";

export function buildAgreement(key: SheetKey, { ratings, read }: Matched): Agreement {
  const clips = byItem(ratings);
  const parts = {
    clips: { asked: key.items.length, answered: clips.length },
    decision: decisionMeasure(clips),
    measures: [...questionMeasures(clips)],
    readings: [...readingRates(clips)],
    raters: [...raterAgreement(clips)],
    falseRejection: falseRejectionOf(clips),
  };
  return roundNumbers({
    schema: "topoprobe.agreement/1" as const,
    sheet: key.sheet,
    read,
    ...parts,
    sentence: overallSentence(parts),
  });
}

function falseRejectionOf(clips: readonly (readonly Rating[])[]): Agreement["falseRejection"] {
  const decided = clips.flatMap((clip) => {
    const decision = majority(clip.map(decisionOf));
    const judged = clip[0]?.item.judged;
    return decision === undefined || decision === "undecided" || judged === undefined
      ? []
      : [{ isAccepted: decision === "accept", judged }];
  });
  const rejected = decided.filter(({ judged }) => !judged.processValidSuccess);
  const possible = decided.filter(({ isAccepted }) => isAccepted);
  const observed = possible.filter(({ judged }) => !judged.processValidSuccess).length;
  return {
    decided: decided.length,
    judgeRejected: rejected.length,
    possible: possible.length,
    observed,
    rate: wilsonInterval(observed, possible.length),
    onOneCondition: rejected.filter(({ judged }) => unmetConditions(judged) === 1).length,
  };
}

/** Conditions of process-valid success that a clip does not meet: checks, and the terminal state. */
function unmetConditions({ checks, scorable, terminal }: Judged): number {
  const unmet = checks.filter(({ outcome }) => outcome === "fail" || outcome === "undetermined");
  return unmet.length + (scorable && terminal === "pass" ? 0 : 1);
}
