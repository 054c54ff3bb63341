import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTimeLimit } from "./time-limit.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(limitMs: number) {
  const expire = vi.fn();
  return { expire, limit: startTimeLimit(limitMs, expire, () => Date.now()) };
}

describe("startTimeLimit", () => {
  it("expires once, after the limit and not before", () => {
    const { expire } = start(100);
    vi.advanceTimersByTime(99);
    expect(expire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it("does not count the time in which it stands still", () => {
    const { expire, limit } = start(100);
    vi.advanceTimersByTime(60);
    limit.pause();
    vi.advanceTimersByTime(10_000);
    limit.resume();
    vi.advanceTimersByTime(39);
    expect(expire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it("runs again only when every pause has ended", () => {
    const { expire, limit } = start(100);
    limit.pause();
    limit.pause();
    limit.resume();
    vi.advanceTimersByTime(10_000);
    expect(expire).not.toHaveBeenCalled();
    limit.resume();
    vi.advanceTimersByTime(100);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it("never expires once stopped, whatever follows", () => {
    const { expire, limit } = start(100);
    limit.pause();
    limit.stop();
    limit.resume();
    limit.pause();
    limit.resume();
    vi.advanceTimersByTime(10_000);
    expect(expire).not.toHaveBeenCalled();
  });
});
