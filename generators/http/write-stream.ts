/** A file that grows beside its place, and gets its name when it is whole. */
import { createHash } from "node:crypto";
import { open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder, temporaryPathFor } from "../../core/store/atomic-file.ts";
import { toStoreError } from "../../core/store/fs-errors.ts";
import { makeFolders } from "../../core/store/make-folder.ts";

export type GrowingFile = {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Flushes, renames, and tells the hash of all that was written. */
  readonly commit: () => Promise<string>;
  /** Closes, and removes what was not committed. Can be called at any time. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** @throws StoreError (as its functions do) when the file cannot be written */
export async function growFile(path: string): Promise<GrowingFile> {
  const temporary = temporaryPathFor(path);
  const hash = createHash("sha256");
  const translated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, path, "a writable file");
    }
  };
  const file = await translated(async () => {
    await makeFolders(dirname(path));
    return await open(temporary, "wx");
  });
  let isCommitted = false;
  return {
    write: (chunk) =>
      translated(async () => {
        hash.update(chunk);
        await file.appendFile(chunk);
      }),
    commit: () =>
      translated(async () => {
        await file.sync();
        await file.close();
        await rename(temporary, path);
        isCommitted = true;
        await syncFolder(dirname(path));
        return hash.digest("hex");
      }),
    [Symbol.asyncDispose]: async () => {
      if (isCommitted) return;
      await file.close().catch(() => undefined);
      await unlink(temporary).catch(() => undefined);
    },
  };
}
