/** Answers that are not what was expected, in words. Pure; removing secrets is the caller's. */
import { readErrorBody } from "../http/index.ts";
import type { HttpAnswer } from "../http/types.ts";

const MAX_LENGTH = 300;

/** "status 404: Video not found". */
export function describeAnswer(answer: Pick<HttpAnswer, "status" | "text">): string {
  const said = readErrorBody(answer.text());
  const short = said.length > MAX_LENGTH ? `${said.slice(0, MAX_LENGTH - 3)}...` : said;
  return `status ${answer.status}${short === "" ? "" : `: ${short}`}`;
}
