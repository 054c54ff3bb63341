import { afterEach, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import type { FaultKind, RunningDemoServer } from "../../demo-server/index.ts";
import { faultRows, JOB_PLACES, PICTURE_PLACE, startFaulty } from "./fault-rows.ts";
import { fetchResult, followToEnd, rollOut, withRollout } from "./requests.ts";

let fakes: RunningDemoServer | undefined;
afterEach(() => fakes?.close());

/** Faults of jobs that begin well. */
const ENDS_BADLY: readonly FaultKind[] = ["job-aborted", "job-failed", "execution-error"];
const ENDS_WELL: readonly FaultKind[] = ["socket-drops", "history-empty"];
const OTHER: readonly FaultKind[] = ["job-never-ends", "cancel-races", "output-expired"];

const BEFORE_THE_JOB = faultRows([...JOB_PLACES, PICTURE_PLACE], "create", [
  ...ENDS_BADLY,
  ...ENDS_WELL,
  ...OTHER,
]);

it.each(BEFORE_THE_JOB)("create, $row: sent once", async ({ fault, ...place }) => {
  fakes = await startFaulty(place, "create", fault);
  const rollout = rollOut(fakes, place.host, place.model);
  if (fault.kind === "too-many-requests") {
    // Certainly not taken, and said so: asked again.
    expect((await rollout).status).toEqual({ state: "succeeded" });
  } else {
    const error = await rollout.catch((reason: unknown) => reason);
    if (!(error instanceof ProviderError)) throw error;
    expect(error.mayHaveStarted).toBe(fault.kind !== "detail-error");
  }
  const taken = ["reset-after", "stall-headers", "stall-body", "error-500-after"];
  const isBought = fault.kind === "too-many-requests" || taken.includes(fault.kind);
  expect(fakes.stats()).toMatchObject({ billableCreates: isBought ? 1 : 0, faults: 1 });
});

const ENDED_BADLY = faultRows(JOB_PLACES, "create").filter(({ fault }) =>
  ENDS_BADLY.includes(fault.kind),
);

it.each(ENDED_BADLY)("$row: failed, with a reason", async ({ fault, ...place }) => {
  fakes = await startFaulty(place, "create", fault);
  const status = await withRollout(fakes, place.host, place.model, followToEnd);
  expect(status).toEqual({ state: "failed", reason: expect.stringMatching(/\S/) });
  expect(fakes.stats().billableCreates).toBe(1);
});

const ENDED_WELL = faultRows(JOB_PLACES, "create").filter(({ fault }) =>
  ENDS_WELL.includes(fault.kind),
);

it.each(ENDED_WELL)("$row: succeeded all the same", async ({ fault, ...place }) => {
  fakes = await startFaulty(place, "create", fault);
  const { status } = await rollOut(fakes, place.host, place.model);
  expect(status).toEqual({ state: "succeeded" });
  expect(fakes.stats()).toMatchObject({ billableCreates: 1, faults: 1 });
});

it.each(JOB_PLACES)("$provider: a job whose output has gone gives no clip", async (place) => {
  fakes = await startFaulty(place, "create", { kind: "output-expired" });
  const { host, model } = place;
  const error = await withRollout(fakes, host, model, async (begun) => {
    await followToEnd(begun);
    return fetchResult(begun).catch((reason: unknown) => reason);
  });
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ isRetryable: false });
});

it.each(JOB_PLACES)("$provider: a job that never ends can be canceled", async (place) => {
  fakes = await startFaulty(place, "create", { kind: "job-never-ends" });
  const { host, model } = place;
  await withRollout(fakes, host, model, async (begun) => {
    const { generator, handle, context } = begun;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await generator.status(handle, context)).toMatchObject({ state: "running" });
    await generator.cancel(handle);
    expect(["canceled", "absent"]).toContain((await followToEnd(begun)).state);
  });
});

it.each(JOB_PLACES)("$provider: a job that beats its cancel keeps its clip", async (place) => {
  // Only the cancel ends it: a job that ends by itself could do so between two requests of one cancel.
  fakes = await startFaulty(place, "create", { kind: "cancel-races" }, 60_000);
  const { host, model } = place;
  await withRollout(fakes, host, model, async (begun) => {
    await begun.generator.cancel(begun.handle);
    expect(await followToEnd(begun)).toEqual({ state: "succeeded" });
    expect((await fetchResult(begun)).length).toBeGreaterThan(0);
  });
});
