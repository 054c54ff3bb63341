import { describe, expect, it } from "vitest";
import { MissingToolError, UsageError } from "../../core/errors.ts";
import { type Model, modelSchema } from "../models/schema.ts";
import { openaiHost } from "./index.ts";

const create = (model: Model, env: Record<string, string>) =>
  openaiHost.create({
    model,
    env,
    redact: (text) => text,
    deadlineMs: 60_000,
    price: { estimateUsd: () => null, costUsd: () => null },
  });
const model = (hosts: unknown) =>
  modelSchema.parse({
    id: "mine",
    title: "Mine",
    kind: "image",
    defaults: { frames: 1, fps: 1, widthPx: 64, heightPx: 64 },
    hosts,
  });
const HERE = model({ openai: { model: "m", capabilities: {} } });

describe("what is missing", () => {
  it.each([{}, { OPENAI_API_KEY: "" }, { OPENAI_API_KEY: "  " }])("is the key: %j", (env) => {
    expect(openaiHost.missing(env)?.variable).toBe("OPENAI_API_KEY");
    expect(() => create(HERE, env)).toThrow(MissingToolError);
  });

  it("is nothing with a key", () => {
    expect(openaiHost.missing({ OPENAI_API_KEY: "k" })).toBeUndefined();
  });
});

it("asks the published address unless another is given", () => {
  const urlOf = (more: Record<string, string>) =>
    create(HERE, { OPENAI_API_KEY: "k", ...more }).host?.preview({
      instanceId: "i",
      firstFramePng: new Uint8Array(),
      prompt: "",
      frames: 1,
      fps: 1,
      widthPx: 64,
      heightPx: 64,
      seed: 0,
    }).url;
  expect(urlOf({})).toBe("https://api.openai.com/v1/images/edits");
  expect(urlOf({ OPENAI_BASE_URL: "" })).toBe("https://api.openai.com/v1/images/edits");
  expect(urlOf({ OPENAI_BASE_URL: "http://127.0.0.1:9/x/" })).toBe(
    "http://127.0.0.1:9/x/images/edits",
  );
});

it("refuses a model that it does not serve", () => {
  const other = model({ comfyui: { capabilities: {} } });
  expect(() => create(other, { OPENAI_API_KEY: "k" })).toThrow(UsageError);
});
