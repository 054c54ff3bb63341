/** Builds check results; the one place where violations and unread evidence become an outcome. */
import type { CheckResult, Violation } from "../../core/schema/verdict.ts";
import { EVIDENCE_THRESHOLDS } from "../thresholds.ts";

export type Evidence = {
  readonly violations: readonly Violation[];
  /** Frames or transitions that could be decided. */
  readonly decided: number;
  /** Frames or transitions that could not be read. */
  readonly unread: number;
  /** A change happened where nobody could see it: the check cannot pass, however little it was. */
  readonly hasUnseenChange?: boolean;
};

/**
 * fail when there is a violation; else undetermined when too much was unread or a change went
 * unseen; not_applicable when there was nothing to check; else pass.
 */
export function checkResult(
  name: string,
  kind: "static" | "dynamic",
  evidence: Evidence,
): CheckResult {
  const { violations, decided, unread } = evidence;
  const total = decided + unread;
  const isBlind =
    evidence.hasUnseenChange === true || unread > total * EVIDENCE_THRESHOLDS.maxUnreadRatio;
  const outcome =
    violations.length > 0
      ? "fail"
      : total === 0
        ? "not_applicable"
        : isBlind
          ? "undetermined"
          : "pass";
  return { name, kind, outcome, violations: [...violations], decided, unread };
}

/** Rounds a measurement for the verdict: three significant decimals are more than any reading has. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
