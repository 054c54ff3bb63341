import { describe, expect, it } from "vitest";
import { createHostCore } from "./host-core.ts";
import { createPatience, MAX_REFUSALS, MAX_UNTIMED_REFUSALS } from "./patience.ts";

const host = createHostCore({
  id: "replicate",
  baseUrl: "http://127.0.0.1:9",
  limits: { concurrency: 1, perMinute: 1 },
  redact: (text) => text,
  firstPauseMs: 100,
  maxRetryAfterMs: 10_000,
});

describe("createPatience", () => {
  it("backs off in growing, bounded pauses and stops at the bound", () => {
    const patience = createPatience(host, 6);
    const pauses = Array.from({ length: 6 }, () => patience.afterFailure("no connection"));
    expect(pauses.map((next) => next.ok)).toEqual([true, true, true, true, true, false]);
    for (const next of pauses) if (next.ok) expect(next.ms).toBeLessThanOrEqual(6000);
    expect(pauses[5]).toEqual({ ok: false, why: "given up after 6 attempts" });
  });

  it("obeys the host and says so", () => {
    const next = createPatience(host, 6).afterRefusal(9000);
    expect(next).toMatchObject({ ok: true, reason: "replicate: asked to wait 9 s" });
    if (!next.ok) throw new Error("unreachable");
    expect(next.ms).toBeGreaterThanOrEqual(9000);
    expect(next.ms).toBeLessThanOrEqual(9100);
  });

  it("does not wait longer than the bound, in one pause or in all", () => {
    expect(createPatience(host, 6).afterRefusal(10_001)).toEqual({
      ok: false,
      why: "it asks to wait 11 s, longer than the 10 s that are waited",
    });
    const patience = createPatience(host, 6);
    expect(patience.afterRefusal(9900).ok).toBe(true);
    expect(patience.afterRefusal(9900).ok).toBe(true);
    expect(patience.afterRefusal(9900).ok).toBe(true);
    expect(patience.afterRefusal(9900)).toEqual({
      ok: false,
      why: "given up as all pauses would exceed 30 s",
    });
  });

  it.each([
    ["a time", 1, MAX_REFUSALS],
    ["the time zero", 0, MAX_REFUSALS],
    ["no time", undefined, MAX_UNTIMED_REFUSALS],
  ])("counts refusals with %s", (_, askedMs, bound) => {
    const patience = createPatience({ ...host, firstPauseMs: 1 }, 6);
    for (let i = 1; i < bound; i += 1) expect(patience.afterRefusal(askedMs).ok).toBe(true);
    expect(patience.afterRefusal(askedMs)).toEqual({
      ok: false,
      why: `given up after ${bound} refusals`,
    });
  });

  it("says that it comes back in a time of its own when the host names none", () => {
    expect(createPatience(host, 6).afterRefusal(undefined)).toMatchObject({
      ok: true,
      reason: expect.stringContaining("replicate: limits the rate, again in"),
    });
  });
});
