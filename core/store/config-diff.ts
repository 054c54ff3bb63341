/** Which fields of two JSON values differ. Pure. */
import { canonicalJson } from "../hash/canonical-json.ts";

export type FieldDifference = {
  /** Dotted path, such as "rollout.fps". */
  readonly field: string;
  /** Undefined when this side has no such field. */
  readonly before: unknown;
  readonly after: unknown;
};

/** Differences by field, in order of the fields; arrays are compared as a whole. */
export function diffFields(before: unknown, after: unknown, path = ""): readonly FieldDifference[] {
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) =>
      diffFields(before[key], after[key], path === "" ? key : `${path}.${key}`),
    );
  }
  return areEqual(before, after) ? [] : [{ field: path, before, after }];
}

function areEqual(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
