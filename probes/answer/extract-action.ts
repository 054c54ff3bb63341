/** A move of a planning task out of what a model wrote. Owns nothing but the name of the field. */
import { type ActionReader, actionContract } from "./contracts/action.ts";
import { type AnswerMethod, extractAnswer, type NoAnswer } from "./extract-answer.ts";

export type ActionExtraction<Action> =
  | {
      readonly ok: true;
      readonly action: Action;
      readonly method: AnswerMethod;
      /** The whole reply, thoughts aside, is one object with "answer" alone, in the published form. */
      readonly isFormatValid: boolean;
    }
  | NoAnswer;

/**
 * The move, well-formed as the task's schema says; it may be illegal in the state at hand.
 *
 * @param reply what the model wrote, of any length
 */
export function extractAction<Action>(
  task: ActionReader<Action>,
  reply: string,
): ActionExtraction<Action> {
  const extraction = extractAnswer(actionContract(task), reply);
  if (!extraction.ok) return extraction;
  const { value: action, method, isFormatValid } = extraction;
  return { ok: true, action, method, isFormatValid };
}
