import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { StoreError } from "../errors.ts";
import { makeFolder } from "./make-folder.ts";

const root = mkdtempSync(join(tmpdir(), "topoprobe-folder-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("makeFolder", () => {
  it("makes the parents too, at once for several callers, and leaves what is there", async () => {
    const path = join(root, "a", "b", "c");
    await Promise.all([path, path, join(path, "d")].map((p) => makeFolder(p, "a folder")));
    expect(existsSync(join(path, "d"))).toBe(true);
    await makeFolder(path, "a folder");
    expect(existsSync(join(path, "d"))).toBe(true);
  });

  it("tells every caller at once when it cannot be made, and tries again when asked again", async () => {
    const place = join(root, "later");
    writeFileSync(place, "");
    const path = join(place, "x");
    const results = await Promise.allSettled(
      [path, path, path].map((p) => makeFolder(p, "a folder")),
    );
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    rmSync(place);
    await makeFolder(path, "a folder");
    expect(existsSync(path)).toBe(true);
    // One that was taken away is made again.
    rmSync(place, { recursive: true });
    await makeFolder(path, "a folder");
    expect(existsSync(path)).toBe(true);
  });

  it("refuses a place below or at a file, and a link that leads nowhere", async () => {
    const file = join(root, "file");
    writeFileSync(file, "");
    const link = join(root, "link");
    symlinkSync(join(root, "nowhere", "at-all"), link);
    for (const path of [file, join(file, "x", "y"), link]) {
      const making = makeFolder(path, "a run folder");
      await expect(making).rejects.toThrow(StoreError);
      await expect(making).rejects.toThrow(`expected a run folder for ${path} but received E`);
    }
  });

  // Only Linux has a folder that is there and refuses children with ENOENT.
  it.skipIf(!existsSync("/proc/self"))("ends where no folder can be made", async () => {
    for (const path of ["/proc/topoprobe", "/proc/topoprobe/runs/x"]) {
      await expect(makeFolder(path, "a run folder")).rejects.toThrow(
        `expected a run folder for ${path} but received a place where no folder can be made`,
      );
    }
  });
});
