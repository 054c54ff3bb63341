/** A verdict in short, as records refer to it. Pure. */
import type { Verdict } from "../core/schema/verdict.ts";
import type { VerdictBrief } from "../core/schema/verdict-brief.ts";

export function briefOf(verdict: Verdict): VerdictBrief {
  const { diagnosticsVersion, terminal, processValid, processValidSuccess } = verdict;
  const { outcome, scorable } = terminal;
  return { diagnosticsVersion, terminal: outcome, scorable, processValid, processValidSuccess };
}
