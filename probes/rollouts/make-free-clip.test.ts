import { describe, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import type { RolloutRecord } from "../../core/schema/rollout.ts";
import { INSTANCE, KEY, setUpClip } from "../../tests/e2e/helpers/clip-making.ts";
import type { FakeGeneratorOptions } from "../../tests/e2e/helpers/fakes.ts";
import { FREE_DEADLINE_MS } from "./make-free-clip.ts";

const journal: readonly RolloutRecord[] = [
  {
    ...{ schema: "topoprobe.rollout/1", key: KEY },
    handle: { generator: "fake", id: "job-earlier", data: { instanceId: "earlier" } },
  },
];

describe("a generator that asks no host", () => {
  it("has its handle kept before it is waited for, and its clip hashed", async () => {
    const t = setUpClip({
      statuses: [{ state: "queued" }, { state: "running" }, { state: "succeeded" }],
    });
    const clip = await t.make();
    expect(t.generator.calls).toEqual(["start", "status", "status", "status", "result"]);
    expect(t.events()).toEqual(["started"]);
    expect(t.waits).toEqual([100, 200]);
    expect(clip.ref).toEqual({
      ...{ path: "episodes/a/a.mp4", sha256: sha256(INSTANCE.id), bytes: INSTANCE.id.length },
    });
    expect(clip.truth).toEqual({ planted: "nothing" });
    expect(clip).not.toHaveProperty("costUsd");
  });

  it("says why it failed", async () => {
    const t = setUpClip({ statuses: [{ state: "failed", reason: "no such clip" }] });
    await expect(t.make()).rejects.toThrow(/received "failed": no such clip/);
  });

  it("is waited for within a bound", async () => {
    const t = setUpClip({ statuses: [{ state: "running" }] });
    await expect(t.make()).rejects.toThrow(/"running" still after 45 minutes/);
    const total = t.waits.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeGreaterThanOrEqual(FREE_DEADLINE_MS);
    expect(total).toBeLessThan(FREE_DEADLINE_MS + 6000);
  });

  it("is taken up by a kept handle, also of an older folder", async () => {
    const t = setUpClip({ journal });
    expect((await t.make()).ref.sha256).toBe(sha256("earlier"));
    expect(t.generator.calls).toEqual(["status", "result"]);
  });

  it.each<[string, FakeGeneratorOptions]>([
    ["failed", { statuses: [{ state: "failed", reason: "x" }, { state: "succeeded" }] }],
    ["is unknown here", { statuses: [new Error("no such job"), { state: "succeeded" }] }],
  ])("starts anew when the kept one %s", async (_, options) => {
    const t = setUpClip({ ...options, journal });
    expect((await t.make()).ref.sha256).toBe(sha256(INSTANCE.id));
    expect(t.generator.calls).toEqual(["status", "start", "status", "result"]);
    expect(t.journal.at(-1)).toMatchObject({ event: "started", attempt: 2 });
  });

  it("does not start anew when it cannot be reached", async () => {
    const t = setUpClip({ journal, statuses: [new ProviderError("503")] });
    await expect(t.make()).rejects.toThrow("503");
    expect(t.generator.calls).toEqual(["status"]);
  });

  it("stops when it is aborted", async () => {
    const t = setUpClip({ statuses: [{ state: "running" }] });
    t.controller.abort();
    await expect(t.make()).rejects.toThrow(/abort/i);
    const again = setUpClip({ journal, statuses: [new Error("no such job")] });
    again.controller.abort();
    await expect(again.make()).rejects.toThrow(/abort/i);
    expect(again.generator.calls).not.toContain("start");
  });
});
