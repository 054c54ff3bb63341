/** Answers in words: what stands on a button, and what it means where that needs saying. Pure. */
import { ANSWERS, type QuestionKind } from "../../core/schema/label.ts";

export type AnswerWords = { readonly value: string; readonly label: string; readonly hint: string };

/**
 * The categories stand in causal order: an earlier cause explains the later ones, so the first that
 * fits is the primary one.
 */
const WORDS: Readonly<Record<string, readonly [label: string, hint: string]>> = {
  yes: ["Yes", ""],
  no: ["No", ""],
  cannot_tell: ["Cannot tell", ""],
  holds: ["Holds", ""],
  broken: ["Broken", ""],
  does_not_apply: ["Nothing to check", "nothing happens in the clip that this is about"],
  exact: ["Exact", ""],
  usable: ["Usable", "enough to decide the questions"],
  not_usable: ["Not usable", ""],
  instruction_following: [
    "Instruction following",
    "no usable answer, cut off, or the answer and its reasons contradict each other",
  ],
  task_understanding: [
    "Task understanding",
    "another goal, another rule, or the wrong piece; or the task is lost on the way",
  ],
  perception_grounding: [
    "Perception grounding",
    "the task is understood, but what is in the picture is seen wrongly, missed or invented",
  ],
  topological_invariance: [
    "Topological invariance",
    "what connects, encloses, crosses or separates is taken wrongly, though the pieces are seen",
  ],
  feature_state_prediction: [
    "Feature-state prediction",
    "an allowed move, but the state it leads to is wrong",
  ],
  dynamic_violation: [
    "Dynamic violation",
    "a change that no allowed move makes: passing through, appearing, jumping",
  ],
  action_planning: ["Action planning", "every move is allowed, but they do not lead to the goal"],
  no_error: ["I see no error", "the answer looks right"],
};

/** The answers that a kind of question allows, in the order of the keys 1, 2, 3 and on. */
export function answerWords(kind: QuestionKind): readonly AnswerWords[] {
  return ANSWERS[kind].map((value) => {
    const [label, hint] = WORDS[value] ?? [value, ""];
    return { value, label, hint };
  });
}
