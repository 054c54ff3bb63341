/** Folders that a command writes into: never somebody else's. */
import { readdir } from "node:fs/promises";
import { UsageError } from "../core/errors.ts";

/**
 * What is written takes the place of an earlier one of its kind, never of somebody's files. A folder
 * that is not there, or is none, is for whoever makes it.
 *
 * @param own names by which an earlier one is known: any of them will do
 * @param what such as "report"
 * @throws UsageError when other files lie there
 */
export async function refuseForeign(
  folder: string,
  own: readonly string[],
  what: string,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !name.startsWith("."));
  if (others.length === 0 || others.some((name) => own.includes(name))) return;
  throw new UsageError(
    `expected an empty folder or one of an earlier ${what} for --out but received ${folder} with ` +
      `${others.slice(0, 3).join(", ")}. Name another folder`,
  );
}
