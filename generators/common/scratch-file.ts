/**
 * Answers that are themselves the picture or clip: kept in the rollout's folder until `result` hands
 * them over. Owns reading them again; writing and looking at the bytes is `saveBytes` of generators/http.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { sha256 } from "../../core/hash/sha256.ts";
import { sha256Schema } from "../../core/schema/common.ts";
import { fsErrorCode, toStoreError } from "../../core/store/fs-errors.ts";
import type { CallContext } from "../generator.ts";

/** What a handle says of such a file. */
export const scratchFileSchema = z.strictObject({
  /** Name within the folder: no path. */
  file: z.string().regex(/^[\w-][\w.-]*$/),
  /** The folder when the file was written; `scratchDir` of a call takes its place. */
  folder: z.string().min(1),
  sha256: sha256Schema,
});
export type ScratchFile = z.infer<typeof scratchFileSchema>;

export type ScratchBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/**
 * The bytes, when the file is there and is still what was written.
 *
 * @throws StoreError when it is there and cannot be read now
 */
export async function readScratchFile(
  { file, folder, sha256: expected }: ScratchFile,
  { scratchDir }: Pick<CallContext, "scratchDir">,
): Promise<ScratchBytes> {
  const path = join(scratchDir ?? folder, file);
  try {
    const bytes = await readFile(path);
    if (sha256(bytes) === expected) return { ok: true, bytes };
    return { ok: false, reason: `expected ${file} as the host sent it, but its contents changed` };
  } catch (error) {
    if (fsErrorCode(error) !== "ENOENT") throw toStoreError(error, path, "a readable answer");
    return { ok: false, reason: `expected ${file}, which the host sent, but it is gone` };
  }
}
