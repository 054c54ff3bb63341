/** Bytes of a JSON Lines file -> records, and where the good part ends. Pure. */
import type { z } from "zod";
import { StoreError } from "../errors.ts";

export type ParsedJournal<T> = {
  readonly records: readonly T[];
  /** Length of the part that holds the records. */
  readonly goodBytes: number;
  /** The corrupt last line, without its newline. */
  readonly dropped?: Uint8Array;
  /** The last record is whole but its newline is missing. */
  readonly needsNewline: boolean;
};

const NEWLINE = 10;

/**
 * Reads every line. Only the last one may be no JSON at all: that is how a cut-off write looks. A
 * line that is JSON but not a record was written by something else, and is never dropped.
 *
 * @throws StoreError naming the line
 */
export function parseJournal<T>(
  bytes: Uint8Array,
  schema: z.ZodType<T>,
  path: string,
): ParsedJournal<T> {
  const records: T[] = [];
  let start = 0;
  let needsNewline = false;
  for (let lineNumber = 1; start < bytes.length; lineNumber += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(start, end);
    const next = newline === -1 ? bytes.length : newline + 1;
    const json = readJson(line);
    if (!json.ok) {
      if (next < bytes.length) throw corruptLine(path, lineNumber, "JSON", describeBytes(line));
      return { records, goodBytes: start, dropped: line, needsNewline: false };
    }
    const record = schema.safeParse(json.value);
    if (!record.success) {
      const issue = record.error.issues[0];
      const field = issue === undefined ? "record" : issue.path.join(".") || "record";
      throw corruptLine(path, lineNumber, "a valid record", `${field}: ${issue?.message ?? "?"}`);
    }
    records.push(record.data);
    needsNewline = newline === -1;
    start = next;
  }
  return { records, goodBytes: bytes.length, needsNewline };
}

function readJson(line: Uint8Array): { ok: true; value: unknown } | { ok: false } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(line);
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function describeBytes(line: Uint8Array): string {
  const text = new TextDecoder().decode(line.subarray(0, 60));
  return JSON.stringify(line.length > 60 ? `${text}...` : text);
}

function corruptLine(path: string, line: number, expected: string, received: string): StoreError {
  return new StoreError(
    `expected ${expected} for line ${line} of ${path} but received ${received}. ` +
      "Only a cut-off last line is repaired by itself: move this file away or mend the line",
    { context: { path, line } },
  );
}
