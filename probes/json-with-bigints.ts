/** JSON text -> value, where integers that a double cannot hold arrive as bigint. Pure. */

/** A JSON string, or a JSON number; strings come first so that digits in them are left alone. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const INTEGER = /^-?\d+$/;
const MARK = "\u0000bigint:";
const MARKED = new RegExp(`^${MARK}-?\\d+$`);

/**
 * Parses as JSON.parse does, but keeps every digit: an integer outside of +-(2^53 - 1) becomes a
 * bigint. Published seeds are 64-bit integers.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJsonWithBigints(text: string): unknown {
  // Rewriting could turn broken text into valid text, so the original is what is checked.
  const plain: unknown = JSON.parse(text);
  let found = false;
  const rewritten = text.replace(STRING_OR_NUMBER, (token) => {
    if (!INTEGER.test(token) || Number.isSafeInteger(Number(token))) return token;
    found = true;
    return JSON.stringify(`${MARK}${token}`);
  });
  if (!found) return plain;
  return JSON.parse(rewritten, (_, value: unknown) =>
    typeof value === "string" && MARKED.test(value) ? BigInt(value.slice(MARK.length)) : value,
  );
}
