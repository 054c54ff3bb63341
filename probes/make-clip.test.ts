import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProbeError } from "../core/errors.ts";
import { sha256 } from "../core/hash/sha256.ts";
import type { RolloutHandle } from "../generators/generator.ts";
import { getTask } from "../tasks/registry.ts";
import { createFakeGenerator, type FakeGeneratorOptions } from "../tests/e2e/helpers/fakes.ts";
import { MAX_WAIT_MS, makeClip } from "./make-clip.ts";

const instance = getTask("pipe").generate("easy", 1);
const earlier: RolloutHandle = {
  generator: "fake",
  id: "job-earlier",
  data: { instanceId: "earlier" },
};

function setUp(options: FakeGeneratorOptions, resumed = false) {
  const generator = createFakeGenerator(options);
  const kept: RolloutHandle[] = [];
  const waits: number[] = [];
  const controller = new AbortController();
  const promise = () =>
    makeClip({
      generator,
      request: {
        instanceId: instance.id,
        firstFramePng: new Uint8Array(),
        prompt: "",
        frames: 5,
        fps: 16,
        widthPx: 8,
        heightPx: 8,
        seed: 0,
        instance,
        view: "published",
      },
      earlier: resumed ? earlier : undefined,
      keepHandle: async (handle) => {
        kept.push(handle);
      },
      destination: join(mkdtempSync(join(tmpdir(), "probe-clip-")), "a.mp4"),
      relativePath: "episodes/a/a.mp4",
      signal: controller.signal,
      sleep: async (ms) => {
        waits.push(ms);
      },
    });
  return { generator, kept, waits, controller, promise };
}

describe("makeClip", () => {
  it("keeps the handle before it waits, and hashes what was made", async () => {
    const t = setUp({
      statuses: [{ state: "queued" }, { state: "running" }, { state: "succeeded" }],
    });
    const clip = await t.promise();
    expect(t.generator.calls).toEqual(["start", "status", "status", "status", "result"]);
    expect(t.kept).toHaveLength(1);
    expect(t.waits).toEqual([100, 200]);
    expect(clip.ref).toEqual({
      path: "episodes/a/a.mp4",
      sha256: sha256(instance.id),
      bytes: instance.id.length,
    });
    expect(clip.truth).toEqual({ planted: "nothing" });
  });

  it("says why a rollout failed", async () => {
    const t = setUp({ statuses: [{ state: "failed", reason: "refused by a filter" }] });
    await expect(t.promise()).rejects.toThrow(/received "failed": refused by a filter/);
  });

  it("waits within a bound", async () => {
    const t = setUp({ statuses: [{ state: "running" }] });
    await expect(t.promise()).rejects.toThrow(/within 45 minutes but received "running"/);
    const total = t.waits.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeGreaterThanOrEqual(MAX_WAIT_MS);
    expect(total).toBeLessThan(MAX_WAIT_MS + 6000);
  });

  it("takes up a kept handle without a new start", async () => {
    const t = setUp({}, true);
    const clip = await t.promise();
    expect(t.generator.calls).toEqual(["status", "result"]);
    expect(clip.ref.sha256).toBe(sha256("earlier"));
  });

  it.each<[string, FakeGeneratorOptions]>([
    ["failed", { statuses: [{ state: "failed", reason: "x" }, { state: "succeeded" }] }],
    ["is unknown here", { statuses: [new Error("no such job"), { state: "succeeded" }] }],
  ])("starts anew when the kept one %s", async (_, options) => {
    const t = setUp(options, true);
    const clip = await t.promise();
    expect(t.generator.calls).toEqual(["status", "start", "status", "result"]);
    expect(clip.ref.sha256).toBe(sha256(instance.id));
  });

  it("does not start anew when the provider cannot be reached: that could cost twice", async () => {
    const t = setUp({ statuses: [new ProbeError("provider", "503")] }, true);
    await expect(t.promise()).rejects.toThrow("503");
    expect(t.generator.calls).toEqual(["status"]);
  });

  it("stops when it is aborted", async () => {
    const t = setUp({ statuses: [{ state: "running" }] });
    t.controller.abort();
    await expect(t.promise()).rejects.toThrow(/abort/i);
    const again = setUp({ statuses: [new Error("no such job")] }, true);
    again.controller.abort();
    await expect(again.promise()).rejects.toThrow();
    expect(again.generator.calls).not.toContain("start");
  });
});
