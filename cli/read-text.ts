/** Text files that options name. */
import { readFile } from "node:fs/promises";
import { UsageError } from "../core/errors.ts";
import { fsErrorCode } from "../core/store/fs-errors.ts";

/** A text file that an option names. @throws UsageError when it cannot be read */
export async function readText(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `expected a readable file for ${option} but received ${path} (${fsErrorCode(error) ?? error})`,
      { cause: error },
    );
  }
}
