import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { probe } from "../tests/e2e/helpers/cli.ts";

afterEach(() => vi.unstubAllEnvs());

const out = join(mkdtempSync(join(tmpdir(), "probe-dry-")), "run");
const RUN = ["run", "--task", "pipe", "--gen", "wan2.2", "--episodes", "1", "--out", out];

it("a dry run at a named host needs no key, says that a run does, and shows none", async () => {
  vi.stubEnv("REPLICATE_API_TOKEN", "");
  const dry = [...RUN, "--via", "replicate", "--dry-run"];
  const { code, out: text, err } = await probe(...dry);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(text).toMatch(/^needs +REPLICATE_API_TOKEN before anything is sent: a token, from /m);
  expect(text).toMatch(/^generator +wan2\.2 at replicate$/m);
  expect(text).not.toContain("none-yet");
  const json = await probe(...dry, "--json");
  expect(JSON.parse(json.out)).toMatchObject({ missing: "REPLICATE_API_TOKEN", host: "replicate" });
  expect(existsSync(out)).toBe(false);
});

it("a run needs the key, and a dry run an address that it would print", async () => {
  vi.stubEnv("REPLICATE_API_TOKEN", "");
  vi.stubEnv("COMFYUI_URL", "");
  const run = await probe(...RUN, "--via", "replicate");
  expect(run).toMatchObject({ code: 3, err: expect.stringContaining("REPLICATE_API_TOKEN") });
  const dry = await probe(...RUN, "--via", "comfyui", "--dry-run");
  expect(dry).toMatchObject({ code: 3, err: expect.stringContaining("COMFYUI_URL") });
  expect(existsSync(out)).toBe(false);
});
