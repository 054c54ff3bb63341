/** Lists in words: "red, blue and green", "[1, 2]", "red -> blue". */
import { unwrapText } from "../normalise-text.ts";

const SEPARATOR = /\s*(?:,|;|\u3001|\uff0c|->|=>|\u2192|>|\||\/|\band\b|&|\n)\s*/i;
/** Words that say that a list is empty. */
const EMPTY = /^(?:none|nothing|empty|no one|nobody)?$/i;

/** The items of a text that is nothing but a list; [] for an empty one. */
export function splitList(text: string): readonly string[] {
  const inner = unwrapText(text);
  if (EMPTY.test(inner)) return [];
  return inner
    .split(SEPARATOR)
    .map(unwrapText)
    .filter((item) => item !== "");
}

/** Whether a text says "none", or is an empty list such as "[]". */
export function isEmptyList(text: string): boolean {
  const trimmed = text.trim();
  return trimmed !== "" && EMPTY.test(unwrapText(trimmed));
}
