/** Texts made comparable: marks of quoting and Markdown, width, case and white space. Pure. */

/** Quotation marks of many languages, straight ones included. */
const DOUBLE_QUOTES = /[\u201c-\u201f\u00ab\u00bb\u300c-\u300f\u301d-\u301f\u2039\u203a\uff02]/g;
const SINGLE_QUOTES = /[\u2018-\u201b\uff07\u00b4]/g;
const TRIMMED_START = /^[\s"'`*_~([{<>=:,.;!-]+/;
const TRIMMED_END = /[\s"'`*_~)\]}<>=:,.;!]+$/;

/** Every quotation mark as `"` or `'`. The length does not change. */
export function straightenQuotes(text: string): string {
  return text.replace(DOUBLE_QUOTES, '"').replace(SINGLE_QUOTES, "'");
}

/**
 * A name as it is compared: one width and case, single spaces, no quotes, brackets or marks around
 * it. For short texts: the time grows with the square of a run of white space.
 */
export function normaliseName(text: string): string {
  return unwrapText(straightenQuotes(text.normalize("NFKC")))
    .replace(/[\s_-]+/g, " ")
    .toLowerCase();
}

/** The text without quotes, brackets, Markdown and punctuation around it. */
export function unwrapText(text: string): string {
  return text.replace(TRIMMED_START, "").replace(TRIMMED_END, "");
}
