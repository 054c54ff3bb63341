/** JSON Lines of other programs -> objects, each with its place. A wrong line is a value, not an end. Pure. */
import { describeValue } from "../../core/errors.ts";
import { parseJsonWithBigints } from "../json-with-bigints.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Where a row stands. `line` counts from 1. */
export type RowPlace = { readonly file: string; readonly line: number };

export type Row = RowPlace & {
  /** The line as it stands in the file. */
  readonly raw: string;
  readonly value: JsonObject;
};

/** A row that cannot be used, and why. */
export type Problem = RowPlace & { readonly id?: string; readonly reason: string };

export function parseRows(
  text: string,
  file: string,
): { readonly rows: readonly Row[]; readonly problems: readonly Problem[] } {
  const rows: Row[] = [];
  const problems: Problem[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (raw.trim() === "") continue;
    const line = index + 1;
    const value = parse(raw);
    if (isObject(value)) rows.push({ file, line, raw, value });
    else {
      const reason = `expected a JSON object but received ${describeValue(raw.trim())}`;
      problems.push({ file, line, reason });
    }
  }
  return { rows, problems };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text in a field of an object; undefined when it is something else. */
export function textField(value: unknown, field: string): string | undefined {
  const found = isObject(value) ? value[field] : undefined;
  return typeof found === "string" ? found : undefined;
}

function parse(text: string): unknown {
  try {
    return parseJsonWithBigints(text);
  } catch {
    return undefined;
  }
}
