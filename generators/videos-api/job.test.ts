import { expect, it } from "vitest";
import { jobSchema, stateOfJob } from "./job.ts";
import { sglang } from "./sglang.ts";
import { vllmOmni } from "./vllm-omni.ts";

const read = (job: Readonly<Record<string, unknown>>) => jobSchema.parse({ id: "v1", ...job });

it.each([
  ["queued", { state: "queued" }],
  ["in_progress", { state: "running" }],
  ["completed", { state: "succeeded" }],
  ["failed", { state: "failed", reason: "the server gives no reason" }],
  ["cancelled", { state: "canceled", reason: "the server calls the job cancelled" }],
])("vLLM-Omni: %s", (status, expected) => {
  expect(stateOfJob(vllmOmni, read({ status }))).toEqual(expected);
});

it.each([
  ["queued", { state: "queued" }],
  ["in_progress", { state: "running" }],
  ["cancelling", { state: "running" }],
  ["completed", { state: "succeeded" }],
  ["failed", { state: "failed", reason: "the server gives no reason" }],
  ["cancelled", { state: "canceled", reason: "the server calls the job cancelled" }],
])("SGLang: %s", (status, expected) => {
  expect(stateOfJob(sglang, read({ status }))).toEqual(expected);
});

it.each([
  ["CUDA out of memory", "CUDA out of memory"],
  [{ code: 500, message: "no memory" }, "no memory, code 500"],
  [{ message: "no memory" }, "no memory"],
  [{ code: 0, message: "" }, "code 0"],
  ["", "the server gives no reason"],
  [null, "the server gives no reason"],
])("takes the reason from the error %j", (error, reason) => {
  expect(stateOfJob(vllmOmni, read({ status: "failed", error }))).toEqual({
    state: "failed",
    reason,
  });
});

it("keeps a job whose other fields are not as they should be", () => {
  const odd = { progress: "50%", size: 5, error: [], url: {}, inference_time_s: -1, created: null };
  expect(stateOfJob(sglang, read({ status: "in_progress", ...odd }))).toEqual({ state: "running" });
  expect(stateOfJob(sglang, read({ status: null }))).toEqual({ state: "running" });
  expect(stateOfJob(sglang, read({ status: "failed", ...odd }))).toEqual({
    state: "failed",
    reason: "the server gives no reason",
  });
});

it("keeps a job running whose word it does not know", () => {
  expect(stateOfJob(vllmOmni, read({ status: "warming_up" }))).toEqual({ state: "running" });
  expect(stateOfJob(vllmOmni, read({ status: "constructor" }))).toEqual({ state: "running" });
  expect(stateOfJob(vllmOmni, read({}))).toEqual({ state: "running" });
});

it("gives progress as a ratio, zero included and never above one", () => {
  const at = (progress: number) =>
    stateOfJob(sglang, read({ status: "in_progress", progress: progress }));
  expect(at(0)).toEqual({ state: "running", progressRatio: 0 });
  expect(at(45)).toEqual({ state: "running", progressRatio: 0.45 });
  expect(at(130)).toEqual({ state: "running", progressRatio: 1 });
});
