import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StoreError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { readScratchFile, scratchFileSchema } from "./scratch-file.ts";

const BYTES = new Uint8Array([0, 1, 2]);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scratch-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

it("gives back what was written, also from where the run was moved to", async () => {
  const file = { file: "a.png", folder, sha256: sha256(BYTES) };
  await writeFile(join(folder, "a.png"), BYTES);
  const read = await readScratchFile(file, {});
  expect(read.ok && [...read.bytes]).toEqual([0, 1, 2]);
  const moved = `${folder}-moved`;
  await rename(folder, moved);
  try {
    expect((await readScratchFile(file, { scratchDir: moved })).ok).toBe(true);
    expect(await readScratchFile(file, {})).toEqual({
      ok: false,
      reason: "expected a.png, which the host sent, but it is gone",
    });
  } finally {
    await rename(moved, folder);
  }
});

it("refuses a file that was changed", async () => {
  await writeFile(join(folder, "b.png"), "other");
  const read = await readScratchFile({ file: "b.png", folder, sha256: sha256(BYTES) }, {});
  expect(read).toMatchObject({ ok: false, reason: expect.stringContaining("changed") });
});

it("does not call a file lost that cannot be read now", async () => {
  const file = { file: "a.png", folder: join(folder, "b.png"), sha256: sha256(BYTES) };
  await expect(readScratchFile(file, {})).rejects.toThrow(StoreError);
});

it.each(["../a.png", "/a.png", "a/b.png", ".."])("takes no path for a name: %s", (file) => {
  expect(scratchFileSchema.safeParse({ file, folder, sha256: sha256(BYTES) }).success).toBe(false);
});
