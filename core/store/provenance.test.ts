import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { provenanceSchema } from "../schema/run.ts";
import { collectProvenance, findPackage, readGit } from "./provenance.ts";

describe("provenance", () => {
  it("finds its own package", () => {
    expect(findPackage().version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("is complete and valid", async () => {
    const provenance = await collectProvenance("6.0");
    expect(provenanceSchema.parse(provenance)).toEqual(provenance);
    expect(provenance.ffmpeg).toBe("6.0");
    expect(provenance.node).toBe(process.version);
  });

  it("has no commit outside of a checkout", async () => {
    expect(await readGit(mkdtempSync(join(tmpdir(), "probe-git-")))).toBeNull();
  });
});
