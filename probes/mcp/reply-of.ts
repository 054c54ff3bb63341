/** The argument of `act` -> the text that is read for an answer, as a chat model would have written it. Pure. */

/**
 * A text is read as it is. Anything else is an answer in the task's format: the object with the field
 * "answer", or its value alone.
 */
export function replyOf(given: unknown): string {
  if (typeof given === "string") return given;
  const isWhole =
    typeof given === "object" && given !== null && !Array.isArray(given) && "answer" in given;
  return JSON.stringify(isWhole ? given : { answer: given });
}
