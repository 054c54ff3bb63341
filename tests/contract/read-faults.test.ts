import { afterEach, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import type { RunningDemoServer } from "../../demo-server/index.ts";
import { probeClip } from "../../demo-server/testing/requests.ts";
import { faultRows, JOB_PLACES, startFaulty } from "./fault-rows.ts";
import { rollOut } from "./requests.ts";

let fakes: RunningDemoServer | undefined;
afterEach(() => fakes?.close());

const COMFYUI = JOB_PLACES.filter(({ provider }) => provider === "comfyui");

/** Faults of one answer that leave nothing in doubt when it is asked for again. */
const PASSING = [
  ...faultRows(JOB_PLACES, "status").map((row) => ({ ...row, action: "status" as const })),
  ...faultRows(COMFYUI, "upload").map((row) => ({ ...row, action: "upload" as const })),
  ...faultRows(JOB_PLACES, "content", ["not-found", "wrong-type", "truncated"]).map((row) => ({
    ...row,
    action: "content" as const,
  })),
];

it.each(PASSING)("$action, $row: overcome", async ({ action, fault, ...place }) => {
  fakes = await startFaulty(place, action, fault);
  const { status, bytes } = await rollOut(fakes, place.host, place.model);
  expect(status).toEqual({ state: "succeeded" });
  expect((await probeClip(bytes)).frames).toBe(place.model.defaults.frames);
  expect(fakes.stats()).toMatchObject({ billableCreates: 1, faults: 1 });
});

it.each(JOB_PLACES)("$provider: a download that breaks off is fetched again", async (place) => {
  const fault = { kind: "truncated", contentLength: "unmet" } as const;
  fakes = await startFaulty(place, "content", fault);
  const { bytes } = await rollOut(fakes, place.host, place.model);
  expect((await probeClip(bytes)).frames).toBe(place.model.defaults.frames);
  expect(fakes.stats()).toMatchObject({ downloads: 2, billableCreates: 1 });
});

it.each(JOB_PLACES)("$provider: a clip is known by its bytes, not by its type", async (place) => {
  fakes = await startFaulty(place, "content", { kind: "wrong-type", body: "media" });
  const { bytes } = await rollOut(fakes, place.host, place.model);
  expect((await probeClip(bytes)).frames).toBe(place.model.defaults.frames);
});

it.each(JOB_PLACES)("$provider: a page is no clip, whatever its type", async (place) => {
  fakes = await startFaulty(place, "content", { kind: "wrong-type", body: "html" });
  const rollout = rollOut(fakes, place.host, place.model);
  await expect(rollout).rejects.toThrow(ProviderError);
  await expect(rollout).rejects.toThrow(/expected a video .* but received/);
  expect(fakes.stats().billableCreates).toBe(1);
});

it.each(JOB_PLACES)("$provider: a clip that is not there is told of", async (place) => {
  fakes = await startFaulty(place, "content", { kind: "not-found" });
  const rollout = rollOut(fakes, place.host, place.model);
  await expect(rollout).rejects.toThrow(ProviderError);
  await expect(rollout).rejects.toThrow(/404/);
  expect(fakes.stats().billableCreates).toBe(1);
});
