/** Evidence in words. Pure. */
import type { Measure, RunCost } from "../../core/schema/report.ts";
import type { Verdict, Violation } from "../../core/schema/verdict.ts";

/** Time of a source frame: as sampled, else by the mean frame rate. */
export function timeOfFrame(frame: number, verdict: Verdict): number {
  const sampled = verdict.frames.find((entry) => entry.index === frame);
  if (sampled !== undefined) return sampled.timeSec;
  return verdict.sampling.fps > 0 ? frame / verdict.sampling.fps : 0;
}

/** "1.25 s (frames 20-24), x=2,y=1: counter clockwise (measured -90, limit 0)". */
export function describeViolation(violation: Violation, verdict: Verdict): string {
  const { frame, toFrame } = violation;
  const frames =
    toFrame === undefined || toFrame === frame ? `frame ${frame}` : `frames ${frame}-${toFrame}`;
  const seconds = timeOfFrame(frame, verdict).toFixed(2);
  const evidence = describeEvidence(violation);
  return `${seconds} s (${frames}), ${violation.where}: ${describeCode(violation.reason)}${evidence}`;
}

/** A reason code as words: "more_than_a_quarter_turn_at_once" without the underscores. */
export function describeCode(code: string): string {
  return code.replaceAll("_", " ");
}

/** Numbers are measured against a limit, words are seen where others were expected. */
function describeEvidence({ measured, limit }: Violation): string {
  const isWord = typeof measured === "string" || typeof limit === "string";
  const parts = [
    ...(measured === undefined ? [] : [`${isWord ? "seen" : "measured"} ${measured}`]),
    ...(limit === undefined ? [] : [`${isWord ? "expected" : "limit"} ${limit}`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** What is compared, in words. */
export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  processValidSuccess: "process-valid success",
  processValid: "process-valid",
  terminalSuccess: "last frame shows the goal",
  successInPuzzle: "success in the puzzle",
};

/** A difference of rates in percentage points: "+12", "\u22125", "0". */
export function signedPoints(difference: number): string {
  const points = Math.round(difference * 100);
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `\u2212${-points}`;
}

/** "1.52 USD", "at least 1.52 USD: what 3 rollouts cost is unknown". */
export function costWords({ knownUsd, unknownCount }: NonNullable<RunCost>): string {
  if (unknownCount === 0) return usdWords(knownUsd);
  const rollouts = unknownCount === 1 ? "1 rollout" : `${unknownCount} rollouts`;
  return knownUsd === 0
    ? `unknown (${rollouts})`
    : `at least ${usdWords(knownUsd)}: what ${rollouts} cost is unknown`;
}

/** Cents, and more digits where cents would say nothing. */
export function usdWords(usd: number): string {
  return `${usd === 0 || usd >= 0.1 ? usd.toFixed(2) : usd.toPrecision(2)} USD`;
}
