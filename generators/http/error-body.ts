/** What a host says in the body of an error, in one short line. Pure; leaves out redaction. */

/** Longest text of a body that is repeated in a message. */
export const MAX_BODY_TEXT = 300;
const MAX_NODE_TEXT = 120;

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
  const { detail, error, message, title, msg, loc, node_errors: nodes } = value;
  if (typeof msg === "string") {
    return Array.isArray(loc) ? `${loc.join(".")}: ${msg}` : msg;
  }
  const inner = [tell(detail) ?? tell(error) ?? tell(message), ...tellNodes(nodes)]
    .filter((part) => part !== undefined)
    .join("; ");
  if (inner === "") return typeof title === "string" ? title : undefined;
  if (typeof title !== "string" || title === inner) return inner;
  return `${title}: ${inner}`;
}

/** ComfyUI's `{id: {class_type, errors: [{message, details}]}}`, a text for each error. */
function tellNodes(nodes: unknown): string[] {
  if (!isRecord(nodes)) return [];
  return Object.entries(nodes).flatMap(([id, node]) => {
    if (!isRecord(node) || !Array.isArray(node["errors"])) return [];
    const name = `node ${id} (${String(node["class_type"] ?? "?")})`;
    return node["errors"].filter(isRecord).map(({ message, details }) => {
      const parts = [message, details].filter((part) => typeof part === "string" && part !== "");
      // Details may list every file that there is.
      return `${name}: ${shorten(parts.join(": "), MAX_NODE_TEXT)}`;
    });
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** At most `length` characters. Secrets have to be gone by now: a cut one is not recognised. */
export function shorten(text: string, length: number = MAX_BODY_TEXT): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}
