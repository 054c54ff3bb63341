/** When a host says to come back. Pure: the time now is passed in. */

/**
 * Milliseconds until a host wants to be asked again; undefined when it does not say.
 *
 * Read are `Retry-After` as seconds or as a date (RFC 9110, section 10.2.3), and the text that
 * Replicate puts into the body of a 429, such as "resets in ~30s".
 */
export function parseRetryAfter(
  header: string | undefined,
  body: string,
  nowMs: number,
): number | undefined {
  if (header !== undefined) {
    const text = header.trim();
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
    // Date.parse takes many things for years; a date of HTTP begins with a weekday.
    const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(at)) return Math.max(0, at - nowMs);
  }
  const match = /resets in\s*~?\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)?/i.exec(body);
  if (match === null) return undefined;
  return Number(match[1]) * (UNIT_MS[match[2]?.toLowerCase() ?? "s"] ?? 1000);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
