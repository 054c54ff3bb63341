import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../core/hash/sha256.ts";
import { saveBytes } from "./save-bytes.ts";

const GIF = Buffer.from(`GIF89a${"\0".repeat(50)}`);

describe("saveBytes", () => {
  it("writes what it was asked for", async () => {
    const folder = mkdtempSync(join(tmpdir(), "probe-save-"));
    const path = join(folder, "deep", "a.gif");
    const saved = await saveBytes(GIF, path, "video");
    expect(saved).toEqual({ bytes: 56, sha256: sha256(GIF), mime: "image/gif" });
    expect(readFileSync(path)).toEqual(GIF);
  });

  it("writes nothing else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "probe-save-"));
    await expect(saveBytes(GIF, join(folder, "a.png"), "image")).rejects.toThrow(
      "expected an image (PNG, JPEG, WebP) for the file in the answer but received image/gif",
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
