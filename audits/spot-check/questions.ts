/** What is asked of a clip. The questions of a task are the same for all its clips. Pure. */
import type { SheetQuestion } from "../../core/schema/sheet.ts";
import { judgeRegistry } from "../../cv-diagnostics/checks/registry.ts";

/** A question with what to look for. */
export type AskedQuestion = SheetQuestion & { readonly hint: string };

export const READABLE_QUESTION: AskedQuestion = {
  id: "final_state_readable",
  kind: "yes_no",
  text: "Can the final state of the puzzle be read off the last frame?",
  hint: "Yes when every piece that matters can be made out, however poor the picture. No when one could only guess.",
};

export const GOAL_QUESTION: AskedQuestion = {
  id: "goal_reached",
  kind: "yes_no",
  text: "Is the goal reached in the last frame?",
  hint: "The last frame alone counts, whatever happened on the way.",
};

export const READING_QUESTION: AskedQuestion = {
  id: "reading",
  kind: "reading",
  text: "How well does the drawn reading match the frames?",
  hint: "Exact: every piece in every frame. Usable: some are missing or wrong, but one could still decide the questions before.",
};

const HINTS: Readonly<Record<string, string>> = {
  initial_state_match:
    "Compare the first frame with the start picture: they should show the same puzzle.",
};

/**
 * The spot check's questions, in order. Every check of the task is asked of every clip: leaving out
 * those that the judge found not applicable would tell the rater something about the verdict.
 */
export function spotCheckQuestions(task: string): readonly AskedQuestion[] {
  return [
    READABLE_QUESTION,
    GOAL_QUESTION,
    ...judgeRegistry.get(task).checks.map(
      (check): AskedQuestion => ({
        id: `check.${check.id}`,
        kind: "check",
        text: check.description,
        hint:
          HINTS[check.id] ??
          (check.kind === "static"
            ? "In every frame?"
            : "From each frame to the next, all through the clip?"),
      }),
    ),
    READING_QUESTION,
  ];
}
