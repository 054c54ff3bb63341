import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UsageError } from "./errors.ts";
import { sha256 } from "./hash/sha256.ts";
import { loadRolloutTemplate, MAX_PROMPT_FILE_BYTES, readPromptFile } from "./prompt-files.ts";

const folder = mkdtempSync(join(tmpdir(), "topoprobe-prompts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function write(content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, `${files}.md`);
  writeFileSync(path, content);
  return path;
}

describe("a user's file", () => {
  test("comes whole, with the hash of its bytes", () => {
    const content = "# about\r\n\r\nÄ {start}\r\n";
    const path = write(content);
    expect(readPromptFile(path)).toEqual({ name: path, text: content, sha256: sha256(content) });
  });

  test.each([
    ["", "a text to send"],
    ["# nothing but this\n\n", "a text to send"],
    ["a\0b", "a text in UTF-8"],
    [Uint8Array.of(0x89, 0x50, 0x4e, 0x47), "a text in UTF-8"],
    ["x".repeat(MAX_PROMPT_FILE_BYTES + 1), `at most ${MAX_PROMPT_FILE_BYTES} bytes`],
  ])("of other content is refused (%#)", (content, expected) => {
    const path = write(content);
    expect(() => readPromptFile(path)).toThrow(UsageError);
    expect(() => readPromptFile(path)).toThrow(`expected ${expected} for the prompt file ${path}`);
  });

  test("may be as long as the limit", () => {
    expect(readPromptFile(write("x".repeat(MAX_PROMPT_FILE_BYTES))).text).toHaveLength(
      MAX_PROMPT_FILE_BYTES,
    );
  });

  test.each([
    ["that is not there", "none.md", "ENOENT"],
    ["that is a folder", "", "EISDIR"],
  ])("%s is refused", (_, name, code) => {
    const path = join(folder, name);
    expect(() => readPromptFile(path)).toThrow(UsageError);
    expect(() => readPromptFile(path)).toThrow(`a readable file for the prompt file ${path}`);
    expect(() => readPromptFile(path)).toThrow(code);
  });
});

describe("the package's files", () => {
  test("are named from its root, wherever that is", () => {
    const { name, text } = loadRolloutTemplate("pipe");
    expect(name).toBe("prompts/rollout/pipe.md");
    expect(text).toContain("{start}");
  });

  test("exist for tasks only", () => {
    expect(() => loadRolloutTemplate("none")).toThrow(UsageError);
    expect(() => loadRolloutTemplate("none")).toThrow("prompts/rollout/none.md");
  });
});
