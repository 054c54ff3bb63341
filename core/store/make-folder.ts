/** Folders with their missing parents, made so that a place where none can be made is an error. */
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StoreError } from "../errors.ts";
import { fsErrorCode, toStoreError } from "./fs-errors.ts";

/**
 * Makes a folder a command was told of, as {@link makeFolders} does.
 *
 * @param purpose what it is for, as in "expected <purpose> for <path>"
 * @throws StoreError when it cannot be made, or a file lies there
 */
export async function makeFolder(path: string, purpose: string): Promise<void> {
  try {
    await makeFolders(path);
  } catch (error) {
    if (fsErrorCode(error) !== "ENOENT") throw toStoreError(error, path, purpose);
    throw new StoreError(
      `expected ${purpose} for ${path} but received a place where no folder can be made. ` +
        "Choose another one",
      { cause: error, context: { path, fsCode: "ENOENT" } },
    );
  }
}

/**
 * Makes a folder and the parents that it lacks; one that is there already is left as it is. Node's
 * recursive mkdir never ends where the parent exists and still refuses children with ENOENT, as in
 * /proc; here every step is a single mkdir.
 *
 * @throws the error of node:fs, such as ENOENT, EACCES, ENOTDIR, or EEXIST when a file lies there
 */
export function makeFolders(path: string): Promise<void> {
  const folder = resolve(path);
  const atWork = making.get(folder);
  if (atWork !== undefined) return atWork;
  const work = makeMissing(folder).finally(() => making.delete(folder));
  making.set(folder, work);
  return work;
}

/** Those at work: who asks for the same folder meanwhile waits for it, as files written together do. */
const making = new Map<string, Promise<void>>();

async function makeMissing(path: string): Promise<void> {
  const missing: string[] = [];
  let folder = path;
  let found = await lookAt(folder);
  while (found === "nothing") {
    missing.push(folder);
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
    found = await lookAt(folder);
  }
  if (missing.length === 0 && found !== "folder") await makeOne(folder);
  for (const child of missing.reverse()) await makeOne(child);
}

/** Somebody else may have made it in the meantime. */
async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (fsErrorCode(error) === "EEXIST" && (await lookAt(folder)) === "folder") return;
    throw error;
  }
}

async function lookAt(path: string): Promise<"folder" | "other" | "nothing"> {
  return stat(path).then(
    (facts) => (facts.isDirectory() ? "folder" : "other"),
    () => "nothing",
  );
}
