import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import type { RolloutEvent } from "../../core/schema/rollout.ts";
import {
  type ClipMakingOptions,
  Died,
  INSTANCE,
  setUpClip,
} from "../../tests/e2e/helpers/clip-making.ts";

const HOSTED: ClipMakingOptions = { host: {} };
const lostAnswer = new ProviderError("connection lost", { mayHaveStarted: true });
const refusal = new ProviderError("402 no credit");
const absent = { state: "absent", reason: "no such job" } as const;

/** A second process that finds what the first one left. */
function again(first: ReturnType<typeof setUpClip>, options: ClipMakingOptions = {}) {
  const { journal, folder } = first;
  return setUpClip({ ...HOSTED, ...options, journal: [...journal], folder });
}

describe("a rollout at a host", () => {
  it("is written down before and after everything that may cost", async () => {
    const t = setUpClip({
      ...HOSTED,
      warnings: ["no seed"],
      statuses: [{ state: "queued" }, { state: "succeeded" }],
    });
    const clip = await t.make();
    expect(t.events()).toEqual(["intent", "submitted", "started", "downloaded"]);
    expect(t.generator.calls).toEqual(["start", "status", "status", "result"]);
    expect(t.waits).toEqual([100]);
    const ref = {
      path: "episodes/a/a.mp4",
      sha256: sha256(INSTANCE.id),
      bytes: INSTANCE.id.length,
    };
    expect(clip).toMatchObject({
      ref,
      costUsd: 0.5,
      warnings: ["no seed", `made for ${INSTANCE.id}`],
    });
    expect(t.journal.at(-1)).toMatchObject({ clip: ref, costUsd: 0.5, warnings: clip.warnings });
  });

  it("is not asked for again once its clip is on disk", async () => {
    const first = setUpClip({ ...HOSTED, warnings: ["no seed"] });
    const clip = await first.make();
    const t = again(first);
    expect(await t.make()).toEqual({ ...clip, file: clip.file });
    expect(t.generator.calls).toEqual([]);
    expect(t.asked).toEqual([]);
  });

  it("is downloaded again when the file was lost or is another", async () => {
    const first = setUpClip(HOSTED);
    const { file } = await first.make();
    writeFileSync(file, "another clip");
    const t = again(first);
    await t.make();
    expect(t.generator.calls).toEqual(["status", "result"]);
    rmSync(file);
    const forgotten = again(first, { statuses: [absent] });
    await expect(forgotten.make()).rejects.toMatchObject({ episodeCode: "failed" });
    expect(forgotten.generator.calls).not.toContain("start");
  });

  it.each<[RolloutEvent["event"], boolean, readonly string[]]>([
    ["intent", false, ["start", "status", "result"]],
    ["submitted", false, ["start", "status", "result"]],
    ["submitted", true, ["start", "status", "result"]],
    ["started", true, ["status", "result"]],
    ["downloaded", false, ["status", "result"]],
    ["downloaded", true, ["status", "result"]],
  ])(
    "killed before it wrote %j (own ids: %s): the next process calls %j",
    async (dieBefore, ownIds, calls) => {
      const first = setUpClip({ ...HOSTED, ownIds, dieBefore });
      await expect(first.make()).rejects.toBeInstanceOf(Died);
      const t = again(first, { ownIds });
      const clip = await t.make();
      expect(t.generator.calls).toEqual(calls);
      expect(readFileSync(clip.file, "utf8")).toBe(INSTANCE.id);
      expect(t.events().at(-1)).toBe("downloaded");
    },
  );
});

describe("the window in which nobody knows", () => {
  it("is never bought twice when the process died in it, unless that is asked for", async () => {
    const first = setUpClip({ ...HOSTED, dieBefore: "started" });
    await expect(first.make()).rejects.toBeInstanceOf(Died);
    const second = again(first);
    await expect(second.make()).rejects.toThrow(
      /received no answer.*process ended.*--retry-unknown/,
    );
    const third = again(second);
    await expect(third.make()).rejects.toMatchObject({ episodeCode: "unknown" });
    expect([...second.generator.calls, ...third.generator.calls]).toEqual([]);
    expect(third.events()).toEqual(["intent", "submitted", "unknown"]);
    const bought = again(third, { retryUnknown: true });
    await bought.make();
    expect(bought.events().slice(3)).toEqual(["intent", "submitted", "started", "downloaded"]);
    expect(bought.journal.at(-1)).toMatchObject({ attempt: 2 });
  });

  it.each([
    ["the answer was lost", lostAnswer],
    ["something else broke after it was sent", new TypeError("x is not a function")],
  ])("is written down when %s", async (_, error) => {
    const t = setUpClip({ ...HOSTED, startErrors: [error] });
    await expect(t.make()).rejects.toMatchObject({ episodeCode: "unknown" });
    expect(t.events()).toEqual(["intent", "submitted", "unknown"]);
  });

  it("is closed by asking for the job where the id is ours", async () => {
    const t = setUpClip({ ...HOSTED, ownIds: true, startErrors: [lostAnswer] });
    await t.make();
    expect(t.events()).toEqual(["intent", "submitted", "started", "downloaded"]);
    expect(t.generator.calls).toEqual(["start", "status", "result"]);
  });

  it("and nothing was bought when the host does not know our id: the next process may start", async () => {
    const t = setUpClip({ ...HOSTED, ownIds: true, startErrors: [lostAnswer], statuses: [absent] });
    await expect(t.make()).rejects.toBe(lostAnswer);
    expect(t.events()).toEqual(["intent", "submitted", "ended"]);
    expect(t.journal.at(-1)).toMatchObject({ state: "absent", costUsd: 0 });
    // A list that lags behind is given time.
    expect(t.generator.calls).toEqual(["start", "status", "status", "status"]);
    const next = again(t);
    await next.make();
    expect(next.generator.calls).toEqual(["start", "status", "result"]);
  });

  it("stays open while the host cannot be asked about our id", async () => {
    const t = setUpClip({
      ...HOSTED,
      ownIds: true,
      startErrors: [lostAnswer],
      statuses: [new ProviderError("503", { isRetryable: true })],
    });
    await expect(t.make()).rejects.toThrow("503");
    expect(t.events()).toEqual(["intent", "submitted"]);
    const next = again(t);
    await next.make();
    expect(next.generator.calls).toEqual(["status", "result"]);
  });

  it("does not open for a refusal", async () => {
    const t = setUpClip({ ...HOSTED, startErrors: [refusal] });
    await expect(t.make()).rejects.toBe(refusal);
    expect(t.events()).toEqual(["intent", "submitted", "refused"]);
    const next = again(t);
    await next.make();
    expect(next.generator.calls).toContain("start");
  });
});

describe("a job that ends without a clip", () => {
  it.each([
    ["failed", { state: "failed", reason: "refused by a filter" }, "failed"],
    ["stopped by somebody else", { state: "canceled", reason: "at its deadline" }, "failed"],
    ["forgotten", absent, "lost"],
  ] as const)("%s: bought, and not again unless that is asked for", async (_, status, state) => {
    // One that was only forgotten is asked for again before another one is bought.
    const asked = state === "lost" ? [status, status, status] : [];
    const t = setUpClip({ ...HOSTED, statuses: [status] });
    await expect(t.make()).rejects.toThrow(new RegExp(`${status.reason}.*--retry-failed`));
    expect(t.journal.at(-1)).toMatchObject({ event: "ended", state, costUsd: null });
    const next = again(t);
    await expect(next.make()).rejects.toMatchObject({ episodeCode: "failed" });
    expect(next.generator.calls).toEqual([]);
    const bought = again(t, { retryFailed: true, statuses: [...asked, { state: "succeeded" }] });
    await bought.make();
    expect(bought.generator.calls).toContain("start");
  });

  it("takes too long: it is stopped within a bound", async () => {
    const statuses = [...Array(30).fill({ state: "running" }), { state: "canceled", reason: "x" }];
    const t = setUpClip({ host: { deadlineMs: 20_000 }, statuses });
    await expect(t.make()).rejects.toThrow(/"running" still after 20 s/);
    expect(t.generator.calls).toContain("cancel");
    expect(t.events().slice(-2)).toEqual(["cancel", "ended"]);
    expect(t.journal.at(-1)).toMatchObject({ state: "deadline" });
    expect(t.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(35_000);
  });

  it("costs nothing where nothing costs", async () => {
    const t = setUpClip({
      host: { estimateUsd: () => 0 },
      statuses: [{ state: "failed", reason: "x" }],
    });
    await expect(t.make()).rejects.toThrow("x");
    expect(t.journal.at(-1)).toMatchObject({ costUsd: 0 });
  });
});
