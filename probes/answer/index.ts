/** Answers out of what models wrote. */
export type { AnswerContract } from "./contract.ts";
export { actionContract } from "./contracts/action.ts";
export { choiceContract } from "./contracts/choice.ts";
export { integerContract } from "./contracts/integer.ts";
export { sequenceContract } from "./contracts/sequence.ts";
export { idListContract, nameListContract } from "./contracts/set-lists.ts";
export { textContract } from "./contracts/text.ts";
export { type ActionExtraction, extractAction } from "./extract-action.ts";
export {
  ANSWER_METHODS,
  type AnswerMethod,
  type Extraction,
  extractAnswer,
  NO_ANSWER_REASONS,
  type NoAnswer,
  type NoAnswerReason,
} from "./extract-answer.ts";
export { stripThinking } from "./strip-thinking.ts";
