/** What is asked of a clip. The questions of a task are the same for all its clips. Pure. */
import type { SheetQuestion } from "../../core/schema/sheet.ts";
import { judgeRegistry } from "../../cv-diagnostics/checks/registry.ts";

export const READABLE_QUESTION: SheetQuestion = {
  id: "final_state_readable",
  kind: "yes_no",
  text: "Can the final state of the puzzle be read off the last frame?",
  hint: "Yes when every piece that matters can be made out, however poor the picture. No when one could only guess.",
};

export const GOAL_QUESTION: SheetQuestion = {
  id: "goal_reached",
  kind: "yes_no",
  text: "Is the goal reached in the last frame?",
  hint: "The last frame alone counts, whatever happened on the way.",
};

export const READING_QUESTION: SheetQuestion = {
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
export function spotCheckQuestions(task: string): readonly SheetQuestion[] {
  return [
    READABLE_QUESTION,
    GOAL_QUESTION,
    ...judgeRegistry.get(task).checks.map(
      (check): SheetQuestion => ({
        id: `check.${check.id}`,
        kind: "check",
        text: check.description,
        hint:
          HINTS[check.id] ??
          (check.kind === "static"
            ? "Does this hold in every frame?"
            : "Does this hold from each frame to the next, through the whole clip?"),
      }),
    ),
    READING_QUESTION,
  ];
}
