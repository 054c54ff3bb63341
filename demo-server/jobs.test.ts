import { describe, expect, it } from "vitest";
import type { Fault } from "./faults/types.ts";
import { createJobs } from "./jobs.ts";

/** Jobs of 100 ms and a clock that the test moves. */
async function start(
  fault?: Fault,
  deadlineInMs?: number,
  output = Promise.resolve(new Uint8Array()),
) {
  const clock = { nowMs: 1000 };
  const jobs = createJobs(100, () => clock.nowMs);
  const job = jobs.add({ id: "a", provider: "replicate", output, deadlineInMs }, fault);
  await Promise.resolve();
  await Promise.resolve();
  const at = (ms: number) => {
    clock.nowMs = 1000 + ms;
    return jobs.report(job);
  };
  return { jobs, job, at };
}

describe("createJobs", () => {
  it("waits, runs and succeeds by the clock", async () => {
    const { at } = await start();
    expect(at(0).state).toBe("queued");
    expect(at(20).state).toBe("running");
    expect(at(99).state).toBe("running");
    expect(at(250)).toEqual({
      state: "succeeded",
      endedMs: 1100,
      isExpired: false,
      reason: undefined,
    });
  });

  it("runs on while its clip is being made", async () => {
    const { at } = await start(undefined, undefined, new Promise(() => {}));
    expect(at(1000).state).toBe("running");
  });

  it("fails when its clip cannot be made", async () => {
    const { at } = await start(undefined, undefined, Promise.reject(new Error("no codec")));
    expect(at(100)).toMatchObject({ state: "failed", reason: "no codec" });
  });

  it.each([
    ["job-failed", "failed"],
    ["execution-error", "failed"],
    ["job-aborted", "aborted"],
    ["job-never-ends", "running"],
  ] as const)("%s told at create ends as %s", async (kind, state) => {
    const { at } = await start({ kind });
    expect(at(10).state).toBe("queued");
    expect(at(100_000).state).toBe(state);
  });

  it("ends a job that never ends at its deadline", async () => {
    const { at } = await start({ kind: "job-never-ends" }, 5000);
    expect(at(4999).state).toBe("running");
    expect(at(5001)).toMatchObject({ state: "canceled", endedMs: 6000 });
  });

  it("aborts a job whose deadline passes before it begins", async () => {
    const { at } = await start(undefined, 10);
    expect(at(50).state).toBe("aborted");
  });

  it("strikes a running job, and leaves an ended one alone", async () => {
    const { jobs, job, at } = await start();
    at(50);
    jobs.strike(job, { kind: "job-failed" });
    expect(at(51).state).toBe("failed");
    jobs.strike(job, { kind: "job-aborted" });
    expect(at(52).state).toBe("failed");
  });

  it("cancels what has not ended", async () => {
    const { jobs, job, at } = await start();
    at(50);
    jobs.cancel(job);
    expect(at(500)).toMatchObject({ state: "canceled", endedMs: 1050 });
  });

  it("does not cancel what has succeeded, in a race or long ago", async () => {
    const raced = await start({ kind: "cancel-races" });
    raced.at(50);
    raced.jobs.cancel(raced.job);
    expect(raced.at(51).state).toBe("succeeded");
    const ended = await start();
    ended.at(200);
    ended.jobs.cancel(ended.job);
    expect(ended.at(201).state).toBe("succeeded");
  });
});
