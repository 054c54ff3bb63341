/** Places that a command writes into: never somebody else's. */
import { readdir, stat } from "node:fs/promises";
import { UsageError } from "../core/errors.ts";
import { fsErrorCode } from "../core/store/fs-errors.ts";

/**
 * A place that is not there yet is for whoever makes a folder of it.
 *
 * @param purpose what is to lie there, such as "a run folder"
 * @throws UsageError when a file lies there, or on the way there
 */
export async function refuseFile(path: string, purpose: string): Promise<void> {
  const found = await stat(path).then(
    (entry) => (entry.isDirectory() ? "folder" : "file"),
    (error: unknown) => (fsErrorCode(error) === "ENOTDIR" ? "file" : "nothing"),
  );
  if (found !== "file") return;
  throw new UsageError(
    `expected ${purpose} for ${path} but received the path of a file. Name another place`,
  );
}

/**
 * What is written takes the place of an earlier one of its kind, never of somebody's files. A folder
 * that is not there, or is none, is for whoever makes it.
 *
 * @param own names by which an earlier one is known: any of them will do
 * @param what such as "report"
 * @throws UsageError when other files lie there, or it is a file
 */
export async function refuseForeign(
  folder: string,
  own: readonly string[],
  what: string,
): Promise<void> {
  await refuseFile(folder, `a folder of the ${what}`);
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !name.startsWith("."));
  if (others.length === 0 || others.some((name) => own.includes(name))) return;
  throw new UsageError(
    `expected an empty folder or one of an earlier ${what} for --out but received ${folder} with ` +
      `${others.slice(0, 3).join(", ")}. Name another folder`,
  );
}
