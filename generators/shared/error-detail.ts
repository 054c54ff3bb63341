/** The reason in an error's body, in the shapes that hosts use. Pure; removing secrets is the caller's. */

const MAX_LENGTH = 300;
/** Where hosts put the reason, in order of preference. FastAPI: detail; OpenAI: error.message; RFC 9457: title. */
const KEYS = ["detail", "error", "message", "msg", "title"] as const;

/**
 * @param body text of an answer, JSON or not
 * @returns at most 300 characters on one line, "" when there is nothing to say
 */
export function errorDetail(body: string): string {
  const reason = findReason(parseOr(body)) ?? body;
  const line = reason.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 3)}...` : line;
}

function parseOr(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function findReason(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const reasons = value.flatMap((item) => findReason(item) ?? []);
    return reasons.length === 0 ? undefined : reasons.join("; ");
  }
  if (typeof value !== "object" || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const key of KEYS) {
    const reason = findReason(fields.get(key));
    if (reason !== undefined && reason !== "") return reason;
  }
  return undefined;
}
