/** Text from outside on its way to a terminal. Pure. */

const MAX_LENGTH = 120;

/**
 * One line without control characters, marks that turn the direction of writing, or line separators:
 * these are shown as their code points.
 */
export function plainText(text: string): string {
  const shown = text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH - 3)}...` : shown;
}
