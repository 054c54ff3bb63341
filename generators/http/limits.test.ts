import { afterEach, describe, expect, it, vi } from "vitest";
import { createLimits } from "./limits.ts";

afterEach(() => {
  vi.useRealTimers();
});

const context = () => ({ signal: new AbortController().signal });

describe("createLimits", () => {
  it("bounds what is in flight, over all who name the same host", async () => {
    const numbers = { concurrency: 2, perMinute: 1000 };
    let inFlight = 0;
    let most = 0;
    const work = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inFlight -= 1;
    };
    const users = Array.from({ length: 12 }, () => createLimits("a", "http://a", numbers));
    await Promise.all(users.map((limits) => limits.run(context(), work)));
    expect(most).toBe(2);
  });

  it("begins no more in any minute than it may, and says that it waits", async () => {
    vi.useFakeTimers();
    const limits = createLimits("b", "http://b", { concurrency: 10, perMinute: 3 });
    const begun: number[] = [];
    const waits: (string | undefined)[] = [];
    const start = Date.now();
    const all = Promise.all(
      Array.from({ length: 7 }, () =>
        limits.run({ ...context(), onWait: (reason) => waits.push(reason) }, async () => {
          begun.push(Date.now() - start);
        }),
      ),
    );
    await vi.advanceTimersByTimeAsync(59_000);
    expect(begun).toEqual([0, 0, 0]);
    expect(waits).toEqual(Array(4).fill("b: waiting for a turn within its limits"));
    await vi.advanceTimersByTimeAsync(70_000);
    await all;
    expect(begun.map((ms) => Math.floor(ms / 60_000))).toEqual([0, 0, 0, 1, 1, 1, 2]);
    expect(waits.slice(4)).toEqual(Array(4).fill(undefined));
  });

  it("lets a waiting call go at once when aborted, and leaves running work alone", async () => {
    const limits = createLimits("c", "http://c", { concurrency: 1, perMinute: 1000 });
    let finish = (): void => {};
    const running = new AbortController();
    const waiting = new AbortController();
    const first = limits.run(
      running,
      () =>
        new Promise<string>((resolve) => {
          finish = () => resolve("done");
        }),
    );
    let wasRun = false;
    const second = limits.run(waiting, async () => {
      wasRun = true;
    });
    running.abort();
    waiting.abort();
    await expect(second).rejects.toMatchObject({ name: "AbortError" });
    finish();
    await expect(first).resolves.toBe("done");
    expect(wasRun).toBe(false);
  });
});
