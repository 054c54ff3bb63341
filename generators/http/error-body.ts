/** What a host says in the body of an error, in one short line. Pure; leaves out redaction. */

/** Longest text of a body that is repeated in a message. */
export const MAX_BODY_TEXT = 300;

/**
 * Reads `{"detail"}` of FastAPI (a text, or a list of `{loc, msg}`), `{"error": {"message"}}` of OpenAI
 * and its like, problem+json (RFC 9457: title, detail), and plain text.
 *
 * @returns one line, of any length; "" when there is nothing
 */
export function readErrorBody(text: string): string {
  const told = tell(parse(text));
  // Pages of proxies: what stands between the tags is enough.
  return (told ?? text.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, " "))
    .replace(/\s+/g, " ")
    .trim();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tell(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const items = value.map(tell).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items.join("; ");
  }
  if (!isRecord(value)) return undefined;
  const { detail, error, message, title, msg, loc } = value;
  if (typeof msg === "string") {
    return Array.isArray(loc) ? `${loc.join(".")}: ${msg}` : msg;
  }
  const inner = tell(detail) ?? tell(error) ?? tell(message);
  if (typeof title !== "string" || title === inner) return inner;
  return inner === undefined ? title : `${title}: ${inner}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** At most `length` characters. Secrets have to be gone by now: a cut one is not recognised. */
export function shorten(text: string, length: number = MAX_BODY_TEXT): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}
