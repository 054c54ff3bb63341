/** JSON of others. Pure. */

/** The value, or undefined when the text is no JSON: no JSON text means undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
