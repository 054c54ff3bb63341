/** From "is this frame solved?" over a clip to its terminal verdict; the same for every task. */
import type { Verdict } from "../../core/schema/verdict.ts";
import type { Observation } from "../judge.ts";

/** true = solved, false = not solved, undefined = cannot be told. */
export type Solved = boolean | undefined;

/**
 * @param solved one entry an observation
 * @param whyNot reason code when the last frame is not solved
 */
export function concludeTerminal(
  observations: readonly Observation<unknown>[],
  solved: readonly Solved[],
  whyNot: (goalEverReached: boolean) => string,
): Verdict["terminal"] {
  const last = solved.at(-1);
  const goalEverReached = solved.includes(true);
  const goalHeld =
    last === true && solved.slice(solved.indexOf(true)).every((value) => value !== false);
  if (last === undefined) {
    return {
      outcome: "undetermined",
      scorable: false,
      goalEverReached,
      goalHeld: false,
      reason: whyUndetermined(observations.at(-1)),
    };
  }
  return {
    outcome: last ? "pass" : "fail",
    scorable: true,
    goalEverReached,
    goalHeld,
    ...(last ? {} : { reason: whyNot(goalEverReached) }),
  };
}

function whyUndetermined(final: Observation<unknown> | undefined): string {
  if (!final?.state) return "board_not_found_in_last_frame";
  // The label speaks of all parts; the one that decides may be unread in a frame that is fine otherwise.
  return final.label === "exact" ? "undecided_in_last_frame" : `last_frame_${final.label}`;
}
