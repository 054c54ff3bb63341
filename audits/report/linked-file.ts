/** Files of a run as pages link them: relative addresses, nothing outside of the run, copies to pass on. */
import { copyFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { toStoreError } from "../../core/store/fs-errors.ts";
import { makeFolders } from "../../core/store/make-folder.ts";
import type { RunRecord } from "../../core/store/read-run.ts";
import { inRun } from "../../core/store/run-layout.ts";

/** Undefined for a path that leads out of the run: a journal is not trusted with that. */
export function placeInRun(run: RunRecord, path: string): string | undefined {
  const file = inRun(run.path, path);
  return isWithin(file, run.path) ? file : undefined;
}

/** Whether browsers show a file of this name as a picture. */
export function isPictureName(path: string): boolean {
  return /\.(png|jpe?g|webp|gif|avif)$/i.test(path);
}

/** A relative address with every segment encoded: a name can be no scheme. */
export function href(fromFolder: string, to: string): string {
  return relative(resolve(fromFolder), resolve(to)).split(sep).map(encodeURIComponent).join("/");
}

/** @returns its address */
export async function copyInto(
  from: string,
  folder: string,
  kind: string,
  name: string,
): Promise<string> {
  const to = join(folder, kind, name);
  try {
    await makeFolders(dirname(to));
    await copyFile(from, to);
  } catch (error) {
    throw toStoreError(error, to, "a writable file");
  }
  return href(folder, to);
}

export function isWithin(path: string, folder: string): boolean {
  const steps = relative(resolve(folder), resolve(path));
  return (
    steps !== ".." && !steps.startsWith(`..${sep}`) && resolve(folder, steps) === resolve(path)
  );
}

export async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
