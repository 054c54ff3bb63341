/**
 * Reads values from outside with a schema and says what is wrong with the first field that does not
 * fit. Shared by the tasks' importers; knows no task.
 */
import type { z } from "zod";
import { describeMismatch, UsageError } from "../core/errors.ts";

/**
 * The parsed value.
 * @param subject what is read, such as "pipe row"; it starts the field's name in the message
 * @param fix what to do about a value that does not fit
 * @throws UsageError naming the first wrong field, what was expected there and what was received
 */
export function parseStrictly<T>(
  schema: z.ZodType<T>,
  value: unknown,
  subject: string,
  fix: string,
): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path ?? [];
  const unknownKeys = issue?.code === "unrecognized_keys" ? issue.keys : [];
  const received = unknownKeys.length > 0 ? unknownKeys : valueAt(value, path);
  throw new UsageError(
    describeMismatch(fieldName(subject, path), expectation(issue), received, fix),
    { context: { path: path.map(String), issues: result.error.issues.length } },
  );
}

/**
 * Compares fields that must follow from others.
 * @param pairs field path, the value that follows, the value received
 * @throws UsageError naming the first pair that differs
 */
export function requireEqual(
  subject: string,
  pairs: readonly (readonly [field: string, expected: unknown, received: unknown])[],
  fix: string,
): void {
  for (const [field, expected, received] of pairs) {
    if (expected === received) continue;
    throw new UsageError(
      describeMismatch(`${subject}.${field}`, JSON.stringify(expected), received, fix),
      { context: { field } },
    );
  }
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return "a value that fits";
  switch (issue.code) {
    case "unrecognized_keys":
      return "no further fields";
    case "invalid_type":
      return issue.expected;
    case "invalid_value":
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map((item) => JSON.stringify(item)).join(", ")}`;
    default:
      return issue.message.replace(/^expected /i, "").replace(/^Too (big|small): expected /, "");
  }
}

function fieldName(subject: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) => (typeof key === "number" ? `${name}[${key}]` : `${name}.${String(key)}`),
    subject,
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}
