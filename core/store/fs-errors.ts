/** Turns errors of node:fs into StoreErrors that say what to do. Owns wording only. */
import { StoreError } from "../errors.ts";

/** The `code` of a node:fs error, such as "ENOENT"; undefined for anything else. */
export function fsErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * Translates a node:fs error.
 *
 * @param purpose what the file is for, as in "expected <purpose> for <path>"
 */
export function toStoreError(error: unknown, path: string, purpose: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = fsErrorCode(error) ?? "unknown";
  const reason = error instanceof Error ? error.message : String(error);
  const advice = ADVICE[code] ?? "";
  return new StoreError(
    `expected ${purpose} for ${path} but received ${code} (${reason})${advice === "" ? "" : `. ${advice}`}`,
    { cause: error, context: { path, fsCode: code } },
  );
}

const DISK_FULL =
  "The disk or quota is full: nothing that was finished is lost; free some space and run the same command again to resume";

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EFBIG: DISK_FULL,
  EACCES: "Check the permissions of the folder, or choose another one with --out",
  EPERM: "Check the permissions of the folder, or choose another one with --out",
  EROFS: "The file system is read-only: choose another folder with --out",
  ENOTDIR: "A part of this path is a file: choose another folder with --out",
  EISDIR: "A folder lies where a file is expected",
  EMFILE: "Too many files are open: lower --concurrency",
};
