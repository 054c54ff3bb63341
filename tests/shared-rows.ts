/**
 * Rows of the published data set for tests: those kept beside the task, and those of a data folder
 * next to the repository when there is one.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

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
