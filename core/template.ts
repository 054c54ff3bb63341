/**
 * Texts with placeholders, such as the prompts that users may replace. Owns the syntax and its error
 * texts; which placeholders there are is the caller's, and so is reading the file.
 *
 * `{name}` stands for a value, `{{` and `}}` for a brace. Lines that start with "#" at the very top
 * explain the file and are not part of its text, nor are the blank lines below them.
 */
import { describeMismatch, UsageError } from "./errors.ts";
import { nearestIds } from "./registry.ts";

/** What stands for the placeholders of a template, by their names. */
export type TemplateValues = Readonly<Record<string, string>>;

/** A text with placeholders. */
export type Template = {
  /** What the text is called in errors and records, such as its file. */
  readonly name: string;
  /** The whole text, comment and placeholders included. */
  readonly text: string;
};

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;
const PLACEHOLDERS_ONLY = /^\s*(?:\{\w+\}\s*)+$/;
/** What may have been meant as a placeholder, rather than as a literal brace. */
const NAME_LIKE = /^[\s\w-]+$/;

/**
 * Fills the placeholders of a text. Values are put in as they are, braces included; values that the
 * text does not use are no fault. A line of nothing but placeholders is left out when all of their
 * values are "". Line ends become "\n"; those at the end of the text are not part of it.
 *
 * @param name what the text is called in errors, such as its file
 * @throws UsageError when a placeholder has no value (the message lists those that have one, the
 *   nearest first), and when a brace is neither doubled nor part of a placeholder
 */
export function fillTemplate(text: string, values: TemplateValues, name: string): string {
  const { lines, firstLine } = bodyOf(text);
  const filled: string[] = [];
  for (const [index, line] of lines.entries()) {
    const at = `${name}, line ${firstLine + index}`;
    const result = fillLine(line, values, at);
    if (result.trim() === "" && PLACEHOLDERS_ONLY.test(line)) continue;
    filled.push(result);
  }
  return filled.join("\n");
}

/** Whether a text says anything below its comment. */
export function hasBody(text: string): boolean {
  return bodyOf(text).lines.some((line) => line.trim() !== "");
}

/** The lines of a text without its comment, and the number of the first one, from 1. */
function bodyOf(text: string): { readonly lines: readonly string[]; readonly firstLine: number } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n/);
  let start = 0;
  while (lines[start]?.startsWith("#") === true) start += 1;
  if (start > 0) while (lines[start]?.trim() === "") start += 1;
  let end = lines.length;
  while (end > start && lines[end - 1] === "") end -= 1;
  return { lines: lines.slice(start, end), firstLine: start + 1 };
}

function fillLine(line: string, values: TemplateValues, at: string): string {
  return line.replace(TOKEN, (token: string, placeholder: string | undefined) => {
    if (token === "{{") return "{";
    if (token === "}}") return "}";
    if (placeholder === undefined) throw braceError(token, at);
    const value = Object.hasOwn(values, placeholder) ? values[placeholder] : undefined;
    if (value !== undefined) return value;
    throw NAME_LIKE.test(placeholder)
      ? unknownPlaceholderError(placeholder, values, at)
      : braceError(token, at);
  });
}

function unknownPlaceholderError(
  placeholder: string,
  values: TemplateValues,
  at: string,
): UsageError {
  const known = Object.keys(values);
  const nearest = nearestIds(placeholder.trim(), known, known.length);
  const listed = [...nearest, ...known.filter((name) => !nearest.includes(name))];
  const fix =
    listed.length === 0
      ? "This text has no placeholders."
      : `Nearest first, there are: ${listed.map((name) => `{${name}}`).join(", ")}.`;
  return new UsageError(
    describeMismatch("a placeholder", "a known name", `{${placeholder}}`, `${fix} (${at})`),
    { context: { placeholder, known } },
  );
}

function braceError(token: string, at: string): UsageError {
  return new UsageError(
    describeMismatch(
      "a single brace",
      "a placeholder such as {start}",
      token,
      `Write {{ for { and }} for }. (${at})`,
    ),
  );
}
