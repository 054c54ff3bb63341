/** Answers that are not what was expected, in words. Pure. */
import { errorDetail } from "../common/error-detail.ts";
import type { HttpAnswer } from "../http/types.ts";

/**
 * "status 404: Video not found".
 *
 * @param redact removes secrets, before the text is cut: a cut one would not be recognised
 */
export function describeAnswer(
  answer: Pick<HttpAnswer, "status" | "text">,
  redact: (text: string) => string,
): string {
  const said = errorDetail(answer.text(), redact);
  return `status ${answer.status}${said === "" ? "" : `: ${said}`}`;
}
