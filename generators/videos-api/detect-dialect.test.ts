import { expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { dialectFromEnv, serverOfModels } from "./detect-dialect.ts";

it("reads vLLM-Omni's list", () => {
  const answer = {
    object: "list",
    data: [{ id: "Wan-AI/Wan2.2-I2V-A14B-Diffusers", object: "model", owned_by: "vllm" }],
  };
  expect(serverOfModels(answer)).toEqual({
    dialect: "vllm-omni",
    models: ["Wan-AI/Wan2.2-I2V-A14B-Diffusers"],
  });
});

it("reads SGLang's list, and the object of its older versions", () => {
  expect(serverOfModels({ data: [{ id: "lab/wan", owned_by: "sglang" }] })).toEqual({
    dialect: "sglang",
    models: ["lab/wan"],
  });
  expect(
    serverOfModels({ model_path: "lab/wan", task_type: "I2V", pipeline_class: "WanPipeline" }),
  ).toEqual({ dialect: "sglang", models: ["lab/wan"] });
});

it.each([
  [{ data: [] }],
  [{ data: [{ id: "x", owned_by: "me" }] }],
  [{ object: "list" }],
  ["<html>"],
  [undefined],
])("cannot tell from %j", (answer) => {
  expect(serverOfModels(answer)).toBeUndefined();
});

it("takes the name from the environment", () => {
  expect(dialectFromEnv({ VIDEOS_API_DIALECT: "sglang" })).toBe("sglang");
  expect(dialectFromEnv({ VIDEOS_API_DIALECT: "" })).toBeUndefined();
  expect(dialectFromEnv({})).toBeUndefined();
  expect(() => dialectFromEnv({ VIDEOS_API_DIALECT: "comfyui" })).toThrow(UsageError);
  expect(() => dialectFromEnv({ VIDEOS_API_DIALECT: "comfyui" })).toThrow(/vllm-omni or sglang/);
});
