import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256, sha256File, sha256Json } from "./sha256.ts";

// Test vectors of FIPS 180-2, appendix B, and of the empty message.
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const MILLION_A = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

describe("sha256", () => {
  it("matches the published vectors", () => {
    expect(sha256("")).toBe(EMPTY);
    expect(sha256("abc")).toBe(ABC);
    expect(sha256(new TextEncoder().encode("abc"))).toBe(ABC);
  });

  it("hashes a file as a stream", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "probe-sha-")), "a");
    writeFileSync(path, "a".repeat(1_000_000));
    expect(await sha256File(path)).toBe(MILLION_A);
    await expect(sha256File(`${path}-absent`)).rejects.toThrow(/ENOENT/);
  });

  it("hashes values by their canonical JSON", () => {
    expect(sha256Json({ b: 1, a: 2 })).toBe(sha256('{"a":2,"b":1}'));
  });
});
