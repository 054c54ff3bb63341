/** The reason in an error's body, ready for a message. Pure; how bodies are read is generators/http. */
import { readErrorBody, shorten } from "../http/error-body.ts";

/**
 * @param body text of an answer, JSON or not
 * @param redact removes secrets, before the text is cut: a cut one would not be recognised
 * @returns at most 300 characters on one line, "" when there is nothing to say
 */
export function errorDetail(body: string, redact = (text: string): string => text): string {
  return shorten(redact(readErrorBody(body)));
}
