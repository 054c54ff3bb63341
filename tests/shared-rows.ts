/**
 * Rows of the published data set for tests: those kept beside the task, and those of a data folder
 * next to the repository when there is one.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Rows of a JSONL file, one value a line. */
export function readRows(path: string | URL): unknown[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

/** Path of a published JSONL outside the repository, undefined when it is absent. */
export function sharedRowsPath(fileName: string): string | undefined {
  const path = fileURLToPath(new URL(`../../shared/mindtopo/${fileName}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

/** A copy of a row with the value at a path replaced (or removed when undefined). */
export function changedRow(row: unknown, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(row);
  const last = path.at(-1) ?? "";
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => Reflect.get(at as object, key), copy);
  if (value === undefined) Reflect.deleteProperty(parent as object, last);
  else Reflect.set(parent as object, last, value);
  return copy;
}

/**
 * Tests that a property holds for the rows kept beside a task, and for the six of the data folder.
 * @param taskUrl any file of the task's folder
 * @param fileName of the data set in the data folder
 */
export function testPublishedRows(
  taskUrl: string,
  fileName: string,
  check: (row: unknown) => void,
): void {
  test.each(readRows(new URL("./__fixtures__/published-rows.jsonl", taskUrl)))(
    "kept row %#",
    (row) => check(row),
  );

  const shared = sharedRowsPath(fileName);
  test.skipIf(shared === undefined)("rows of the data folder (skipped when it is absent)", () => {
    const rows = readRows(shared ?? "");
    expect(rows).toHaveLength(6);
    for (const row of rows) check(row);
  });
}
