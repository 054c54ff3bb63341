import { afterEach, describe, expect, it } from "vitest";
import { createDemoServer, queueOf, type RunningDemoServer } from "../index.ts";
import { CREATES } from "../testing/creates.ts";
import type { DemoAction, Fault } from "./types.ts";

const servers: RunningDemoServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(fault: Fault, action: DemoAction = "create") {
  const server = await createDemoServer({ jobMs: 20, faults: queueOf([{ fault, action }]) }).start(
    0,
  );
  servers.push(server);
  return server;
}

describe.each(CREATES)("creates at %s", (provider, create) => {
  it.each<readonly [string, Fault, number, number]>([
    ["429 with Retry-After", { kind: "too-many-requests", retryAfterSec: 7 }, 429, 0],
    ["429 in words", { kind: "too-many-requests", retryAfterSec: 30, says: "detail" }, 429, 0],
    ["503", { kind: "unavailable" }, 503, 0],
    ["500 after it was taken", { kind: "error-500-after" }, 500, 1],
    ["a detail", { kind: "detail-error", status: 402, detail: "pay" }, 402, 0],
    ["404", { kind: "not-found" }, 404, 0],
  ])("%s", async (_name, fault, status, charged) => {
    const server = await start(fault);
    const answer = await create(server.url);
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(server.stats().creates[provider]).toBe(charged);
    expect(server.faults.played()).toMatchObject([
      { provider, action: "create", ordinal: 0, fault },
    ]);
    if (fault.kind === "too-many-requests") {
      const isHeader = fault.says !== "detail";
      expect(answer.headers.get("Retry-After")).toBe(isHeader ? "7" : null);
      expect(text).toContain(`resets in ~${fault.retryAfterSec}s`);
    }
    if (fault.kind === "detail-error") expect(JSON.parse(text)).toEqual({ detail: "pay" });
    expect((await create(server.url)).status).toBeLessThan(300);
    expect(server.stats().creates[provider]).toBe(charged + 1);
  });

  it.each([
    ["reset-before", 0],
    ["reset-after", 1],
  ] as const)("%s", async (kind, charged) => {
    const server = await start({ kind });
    await expect(create(server.url)).rejects.toThrow("fetch failed");
    expect(server.stats().creates[provider]).toBe(charged);
  });

  it.each(["stall-headers", "stall-body"] as const)("%s", async (kind) => {
    const server = await start({ kind, forMs: 60 });
    const began = performance.now();
    const answered = create(server.url).then((answer) => answer.text());
    await expect(answered).rejects.toThrow();
    expect(performance.now() - began).toBeGreaterThan(55);
    expect(server.stats().creates[provider]).toBe(1);
  });
});
