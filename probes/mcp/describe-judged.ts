/**
 * A verdict as a client is told it: outcomes and counts. The states that the judge read, and the plan
 * that it decoded, stay in the run folder. Pure.
 */
import { assertNever } from "../../core/errors.ts";
import { briefOf } from "../brief-of.ts";
import type { Judged } from "./mcp-condition.ts";

export type JudgedForClient = { readonly said: string; readonly data: object };

export function describeJudged(judged: Judged | undefined): JudgedForClient {
  if (judged === undefined) return { said: "There is no verdict.", data: { verdict: null } };
  switch (judged.kind) {
    case "no_clip":
      return { said: "No clip was imagined: there is nothing to judge.", data: { verdict: null } };
    case "no_judge":
      return { said: "Clips of this puzzle are not judged.", data: { verdict: null } };
    case "unjudged":
      return {
        said: `The clip could not be judged: ${judged.reason}`,
        data: { verdict: null, unjudged: judged.reason },
      };
    case "verdict": {
      const { verdict } = judged;
      const { processValid, terminal, checks } = verdict;
      return {
        said:
          `The clip ${processValid ? "obeys the rules in every frame" : "does not pass all checks"}; ` +
          `its end: ${terminal.outcome}.`,
        data: {
          verdict: briefOf(verdict),
          checks: checks.map(({ name, kind, outcome, violations }) => ({
            ...{ name, kind, outcome },
            violations: violations.length,
          })),
        },
      };
    }
    default:
      return assertNever(judged);
  }
}
