/** Texts broken between words into lines that fit a terminal. */

/** Widest line, in columns of the terminal. */
export const LINE_WIDTH = 100;

/**
 * Lines of at most `width` characters; a longer word keeps a line of its own. Breaks that are there
 * already stay.
 */
export function breakWords(text: string, width = LINE_WIDTH): string {
  return text
    .split("\n")
    .map((line) => breakLine(line, width))
    .join("\n");
}

/** What stands before the first word stays, so that an indented line stays indented. */
function breakLine(text: string, width: number): string {
  const indent = /^ */.exec(text)?.[0] ?? "";
  const lines: string[] = [];
  for (const word of text.slice(indent.length).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(`${indent}${word}`);
  }
  return lines.join("\n");
}
