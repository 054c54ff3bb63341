/** Whole files, written so that a reader sees the old content or the new, never a part. */
import { randomBytes } from "node:crypto";
import { open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { toStoreError } from "./fs-errors.ts";
import { makeFolders } from "./make-folder.ts";

/**
 * Writes to a temporary file beside `path`, flushes it to disk and renames it into place.
 * Missing folders are made.
 *
 * @throws StoreError when the file cannot be written; `path` is then as it was
 */
export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryPathFor(path);
  try {
    await makeFolders(dirname(path));
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw toStoreError(error, path, "a writable file");
  }
}

/** JSON with two spaces and a final newline, written as {@link writeFileAtomic} does. */
export async function writeJsonAtomic(path: string, value: unknown): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** A name beside `path` that no other writer uses; dot first, so that listings leave it out. */
export function temporaryPathFor(path: string): string {
  const name = path.slice(dirname(path).length + 1);
  return `${dirname(path)}/.${name}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
}

/** Flushes a folder's entries, so that a rename survives a power cut. Not every system can. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch {
    // Windows and some network file systems cannot open or flush a folder; the file itself is safe.
  }
}
