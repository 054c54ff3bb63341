/**
 * Prompt templates as files: those that come with the package, and a user's own. Owns where they lie
 * and what a readable one is; the syntax is template.ts's.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeMismatch, UsageError } from "./errors.ts";
import { sha256 } from "./hash/sha256.ts";
import { findPackage } from "./store/provenance.ts";
import { hasBody, type Template } from "./template.ts";

/** The longest template that is read, far above what any model takes. */
export const MAX_PROMPT_FILE_BYTES = 256 * 1024;

/** A template as read. Its name is its path as the user gave it, or from the root of the package. */
export type PromptFile = Template & {
  /** Lower-case hex sha256 of the file's bytes, as `sha256sum` prints it. */
  readonly sha256: string;
};

/**
 * The default template of a task: `prompts/rollout/<task>.md` of the package.
 *
 * @param taskId short id of a registered task, such as "pipe"
 * @throws UsageError when the package has none for it
 */
export function loadRolloutTemplate(taskId: string): PromptFile {
  const name = `prompts/rollout/${taskId}.md`;
  return readAs(name, join(findPackage().root, name));
}

/**
 * A user's own template.
 *
 * @param path absolute, or from the working directory
 * @throws UsageError when it cannot be read, is longer than MAX_PROMPT_FILE_BYTES, or is not a text
 *   in UTF-8 with at least one word to send
 */
export function readPromptFile(path: string): PromptFile {
  return readAs(path, path);
}

function readAs(name: string, path: string): PromptFile {
  const bytes = readBytes(name, path);
  if (bytes.length > MAX_PROMPT_FILE_BYTES) {
    throw mismatch(name, `at most ${MAX_PROMPT_FILE_BYTES} bytes`, bytes.length);
  }
  const text = decode(bytes);
  if (text === undefined) throw mismatch(name, "a text in UTF-8", "other bytes");
  if (!hasBody(text)) throw mismatch(name, "a text to send", "none below the comment");
  return { name, text, sha256: sha256(bytes) };
}

function readBytes(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const fix = "Give the path of a text file; prompts/rollout of the package holds examples.";
    const received = cause instanceof Error && "code" in cause ? cause.code : "an error";
    throw new UsageError(
      describeMismatch(`the prompt file ${name}`, "a readable file", received, fix),
      { cause },
    );
  }
}

/** The text of UTF-8 bytes; undefined when they are something else. */
function decode(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    // The decoder throws a TypeError at the first byte that is not UTF-8: an expected outcome.
    return undefined;
  }
}

function mismatch(name: string, expected: string, received: unknown): UsageError {
  return new UsageError(
    describeMismatch(
      `the prompt file ${name}`,
      expected,
      received,
      "Compare it with the files in prompts/rollout of the package.",
    ),
  );
}
