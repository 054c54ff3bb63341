/** Refuses what cannot be a clip before any reader opens it. Looks at the file, not into it. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { describeMismatch, MediaError } from "../../core/errors.ts";

/**
 * @throws MediaError when `path` is missing, unreadable, a folder, a device or pipe, or empty
 */
export async function checkClipFile(path: string): Promise<void> {
  const refuse = (received: string, fix: string, cause?: unknown): never => {
    throw new MediaError(
      describeMismatch("the clip", "a video file", `${path}: ${received}`, fix),
      cause === undefined ? { context: { file: path } } : { context: { file: path }, cause },
    );
  };
  const facts = await stat(path).catch((cause: unknown) => {
    const code = codeOf(cause);
    if (code === "ENOENT" || code === "ENOTDIR") {
      return refuse("no such file", "Check the path.", cause);
    }
    return refuse(`cannot be looked at (${code})`, "Check the permissions of its folder.", cause);
  });
  if (facts.isDirectory()) refuse("a folder", "Name the clip inside it.");
  // Opening a pipe would wait for ever.
  if (!facts.isFile()) refuse("not a regular file", "Copy the clip into a file.");
  if (facts.size === 0) refuse("an empty file (0 bytes)", "Make or download the clip again.");
  await access(path, constants.R_OK).catch((cause: unknown) =>
    refuse(`cannot be read (${codeOf(cause)})`, "Check the permissions of the file.", cause),
  );
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
