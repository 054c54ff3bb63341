import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { MediaError, ProbeError, UsageError } from "../errors.ts";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";

type Jobs = typeof import("../../tests/helpers/rough-worker.ts");

const ENTRY = new URL("../../tests/helpers/rough-worker.ts", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "topoprobe-pool-"));
const pools: WorkerPool<Jobs>[] = [];

function poolOf(threads: number, entry = ENTRY): WorkerPool<Jobs> {
  const pool = createWorkerPool<Jobs>({ entry, threads, maxHeapMb: 48 });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const subject = "the work";

describe("jobs on threads", () => {
  it("give their results, more of them than there are threads", async () => {
    const pool = poolOf(2);
    const jobs = [1, 2, 3, 4, 5].map((value) => pool.run("double", value, { subject }));
    expect(await Promise.all(jobs)).toEqual([2, 4, 6, 8, 10]);
  });

  it("reject with the class, code and context of what they throw", async () => {
    const pool = poolOf(1);
    const error: unknown = await pool.run("fail", { file: "a.mp4" }, { subject }).catch((e) => e);
    expect(error).toBeInstanceOf(MediaError);
    expect(error).toMatchObject({
      code: "media",
      context: { file: "a.mp4" },
      cause: { code: "ENOENT" },
    });
    await expect(pool.run("misuse", null, { subject })).rejects.toThrow(UsageError);
    await expect(pool.run("blunder", null, { subject })).rejects.toMatchObject({
      name: "TypeError",
    });
  });

  it("that end their thread fail alone: the others finish, and so do those that come after", async () => {
    const pool = poolOf(2);
    const outcome = (job: Promise<unknown>): Promise<unknown> =>
      job.catch((error: unknown) => (error instanceof ProbeError ? error.message : error));
    const results = await Promise.all([
      outcome(pool.run("double", 1, { subject })),
      outcome(pool.run("exit", 3, { subject: "the first" })),
      outcome(pool.run("double", 2, { subject })),
      outcome(pool.run("eatMemory", null, { subject: "the second" })),
      outcome(pool.run("double", 3, { subject })),
      outcome(pool.run("throwLater", null, { subject: "the third" })),
      outcome(pool.run("exit", 0, { subject: "the fourth" })),
      outcome(pool.run("double", 4, { subject })),
    ]);
    expect(results).toEqual([
      2,
      expect.stringMatching(/^expected the thread to finish the first .* exited with code: 3/),
      4,
      expect.stringMatching(/the second but received its end: more than 48 MB of memory in use/),
      6,
      expect.stringMatching(/the third but received its end: thrown later/),
      expect.stringMatching(/the fourth .* exited with code: 0/),
      8,
    ]);
  }, 20_000);

  it("reject instead of waiting when no thread can start", async () => {
    const pool = poolOf(2, new URL("./no-such-worker.ts", import.meta.url));
    for (let i = 0; i < 4; i++) {
      await expect(pool.run("double", i, { subject })).rejects.toThrow(/no-such-worker/);
    }
  });
});

describe("an abort", () => {
  it("lets a job stop by itself, ends one that does not, and starts none that waits", async () => {
    const pool = poolOf(2);
    const controller = new AbortController();
    const { signal } = controller;
    const log = join(folder, "log");
    const jobs = [
      pool.run("waitForAbort", log, { subject, signal }),
      pool.run("spin", null, { subject, signal }),
      pool.run("waitForAbort", log, { subject, signal }),
    ];
    const ended = Promise.allSettled(jobs);
    while (!readLog(log).includes("started")) await delay(20);
    const sinceMs = performance.now();
    controller.abort(new Error("enough"));
    const results = await ended;
    expect(performance.now() - sinceMs).toBeLessThan(2_500);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: { message: "enough" } });
    }
    expect(readLog(log)).toBe("started\nstopped\n");
    expect(await pool.run("double", 21, { subject })).toBe(42);
  }, 20_000);
});

function readLog(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
