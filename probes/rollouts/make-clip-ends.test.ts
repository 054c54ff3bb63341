import { describe, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { type ClipMakingOptions, setUpClip } from "../../tests/e2e/helpers/clip-making.ts";

const HOSTED: ClipMakingOptions = { host: {} };
const absent = { state: "absent", reason: "no such job" } as const;
const refusal = new ProviderError("402 no credit");

/** A second process that finds what the first one left. */
function again(first: ReturnType<typeof setUpClip>, options: ClipMakingOptions = {}) {
  const { journal, folder } = first;
  return setUpClip({ ...HOSTED, ...options, journal: [...journal], folder });
}

describe("an interrupt", () => {
  const running = { state: "running" } as const;
  function interrupted(options: ClipMakingOptions) {
    const t = setUpClip({ ...HOSTED, ...options, onSleep: () => t.controller.abort() });
    return t;
  }

  it("has the job stopped; another one may be bought later", async () => {
    const t = interrupted({ statuses: [running, { state: "canceled", reason: "as asked" }] });
    await expect(t.make()).rejects.toThrow(/abort/i);
    expect(t.events()).toEqual(["intent", "submitted", "started", "cancel", "ended"]);
    expect(t.journal.at(-1)).toMatchObject({ state: "canceled", costUsd: null });
    const next = again(t);
    await next.make();
    expect(next.journal.at(-1)).toMatchObject({ event: "downloaded", attempt: 2 });
  });

  it("notices that the job was faster: its clip is taken by the next process", async () => {
    const t = interrupted({ statuses: [running, { state: "succeeded" }] });
    await expect(t.make()).rejects.toThrow(/abort/i);
    expect(t.events().at(-1)).toBe("cancel");
    const next = again(t);
    await next.make();
    expect(next.generator.calls).toEqual(["status", "result"]);
  });

  it("is over within a bound when the host does not answer; what came of it is seen later", async () => {
    const t = interrupted({ statuses: [running], onCancel: () => new Promise(() => undefined) });
    await expect(t.make()).rejects.toThrow(/abort/i);
    expect(t.events().at(-1)).toBe("cancel");
    expect(t.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(10_000);
    const next = again(t, {
      statuses: [{ state: "canceled", reason: "as asked" }, { state: "succeeded" }],
    });
    await next.make();
    expect(next.events().slice(3)).toEqual([
      "cancel",
      "ended",
      "intent",
      "submitted",
      "started",
      "downloaded",
    ]);
  });

  it("before anything was sent buys nothing and stops nothing", async () => {
    const t = setUpClip(HOSTED);
    t.controller.abort();
    await expect(t.make()).rejects.toThrow(/abort/i);
    expect(t.generator.calls).toEqual([]);
    expect(t.events()).toEqual(["intent"]);
  });
});

describe("the download", () => {
  it("is tried again when what came is broken, and keeps the job when it stays so", async () => {
    const answers = ["broken", "whole"] as const;
    let seen = 0;
    const t = setUpClip({
      ...HOSTED,
      checkClip: async () => ({ state: answers[seen++] ?? "whole", reason: "cut off" }),
    });
    await t.make();
    expect(t.generator.calls.filter((call) => call === "result")).toHaveLength(2);
    const bad = setUpClip({
      ...HOSTED,
      checkClip: async () => ({ state: "broken", reason: "cut off" }),
    });
    await expect(bad.make()).rejects.toThrow(/cut off. The job is kept/);
    expect(bad.events()).toEqual(["intent", "submitted", "started"]);
    expect(bad.generator.calls.filter((call) => call === "result")).toHaveLength(4);
    const next = again(bad);
    await next.make();
    expect(next.generator.calls).toEqual(["status", "result"]);
    const checkClip: ClipMakingOptions["checkClip"] = async () => {
      seen += 1;
      return seen > 6 ? { state: "whole" } : { state: "broken", reason: "cut off" };
    };
    const given = again(bad, { retryFailed: true, checkClip });
    await given.make();
    expect(given.events().slice(3)).toEqual([
      ...["ended", "intent", "submitted", "started", "downloaded"],
    ]);
  });

  it("takes a short clip with a warning when the host sends the same one twice", async () => {
    const t = setUpClip({
      ...HOSTED,
      checkClip: async () => ({ state: "short", reason: "4 of 5" }),
    });
    expect((await t.make()).warnings).toContain("4 of 5");
  });

  it("is tried again after any error of the host; when it stays final, the clip is lost", async () => {
    const errors = [new ProviderError("503", { isRetryable: true }), new ProviderError("a page")];
    const onResult = () => {
      const error = errors.shift();
      if (error !== undefined) throw error;
    };
    await setUpClip({ ...HOSTED, onResult }).make();
    const t = setUpClip({
      ...HOSTED,
      onResult: () => {
        throw new ProviderError("410 expired");
      },
    });
    await expect(t.make()).rejects.toMatchObject({ episodeCode: "failed" });
    expect(t.journal.at(-1)).toMatchObject({
      event: "ended",
      state: "lost",
      reason: "410 expired",
    });
    // On purpose: what was paid for is asked for again before another one is bought.
    const found = again(t, { retryFailed: true });
    await found.make();
    expect(found.generator.calls).toEqual(["status", "result"]);
    const statuses = [absent, absent, absent, { state: "succeeded" }] as const;
    const gone = again(t, { retryFailed: true, statuses });
    await gone.make();
    expect(gone.generator.calls).toContain("start");
    expect(gone.journal.at(-1)).toMatchObject({ event: "downloaded", attempt: 2 });
  });
});

it("is not asked for when it does not fit", async () => {
  const t = setUpClip({ ...HOSTED, maxUsd: 0.4 });
  await expect(t.make()).rejects.toThrow(/0.5 US dollars/);
  expect(t.events()).toEqual([]);
  const enough = setUpClip({ ...HOSTED, maxUsd: 0.5 });
  await enough.make();
  expect(enough.budget.totalUsd()).toBe(0.5);
});

it("closes a reservation when nothing came of it", async () => {
  const t = setUpClip({ ...HOSTED, maxUsd: 0.5, startErrors: [refusal] });
  await expect(t.make()).rejects.toBe(refusal);
  expect(t.budget.totalUsd()).toBe(0);
});
