import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StoreError } from "../errors.ts";
import { writeFileAtomic, writeJsonAtomic } from "./atomic-file.ts";

const folder = () => mkdtempSync(join(tmpdir(), "probe-atomic-"));

describe("writeFileAtomic", () => {
  it("makes folders, replaces content and leaves nothing else", async () => {
    const root = folder();
    const path = join(root, "a", "b.txt");
    await writeFileAtomic(path, "old");
    await writeFileAtomic(path, new Uint8Array([110, 101, 119]));
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(readdirSync(join(root, "a"))).toEqual(["b.txt"]);
  });

  it("keeps what was there when it fails, and cleans up", async () => {
    const root = folder();
    mkdirSync(join(root, "taken"));
    await expect(writeFileAtomic(join(root, "taken"), "x")).rejects.toThrow(StoreError);
    expect(readdirSync(root)).toEqual(["taken"]);
  });

  it("says what to do when a part of the path is a file", async () => {
    const root = folder();
    writeFileSync(join(root, "file"), "");
    await expect(writeFileAtomic(join(root, "file", "x"), "x")).rejects.toThrow(
      /expected a writable file for .* but received (ENOTDIR|EEXIST)/,
    );
  });

  it("writes JSON for people", async () => {
    const path = join(folder(), "a.json");
    await writeJsonAtomic(path, { a: 0 });
    expect(readFileSync(path, "utf8")).toBe('{\n  "a": 0\n}\n');
  });
});
