import { describe, expect, it } from "vitest";
import { MissingToolError, UsageError } from "../../core/errors.ts";
import { type Model, modelSchema } from "../models/schema.ts";
import { replicateHost } from "./index.ts";

const create = (model: Model, env: Record<string, string>) =>
  replicateHost.create({
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
    kind: "video",
    defaults: { frames: 1, fps: 1, widthPx: 64, heightPx: 64 },
    hosts,
  });
const HERE = model({ replicate: { model: "o/n", fields: {}, capabilities: {} } });

describe("what is missing", () => {
  it.each([{}, { REPLICATE_API_TOKEN: "" }, { REPLICATE_API_TOKEN: "  " }])(
    "is the key: %j",
    (env) => {
      expect(replicateHost.missing(env)?.variable).toBe("REPLICATE_API_TOKEN");
      expect(() => create(HERE, env)).toThrow(MissingToolError);
    },
  );

  it("is nothing with a key", () => {
    expect(replicateHost.missing({ REPLICATE_API_TOKEN: "k" })).toBeUndefined();
  });
});

it("asks the published address unless another is given", () => {
  const urlOf = (more: Record<string, string>) =>
    create(HERE, { REPLICATE_API_TOKEN: "k", ...more }).host?.preview({
      instanceId: "i",
      firstFramePng: new Uint8Array(),
      prompt: "",
      frames: 1,
      fps: 1,
      widthPx: 64,
      heightPx: 64,
      seed: 0,
    }).url;
  expect(urlOf({})).toBe("https://api.replicate.com/v1/models/o/n/predictions");
  expect(urlOf({ REPLICATE_BASE_URL: "" })).toBe(
    "https://api.replicate.com/v1/models/o/n/predictions",
  );
  expect(urlOf({ REPLICATE_BASE_URL: "http://127.0.0.1:9/x/" })).toBe(
    "http://127.0.0.1:9/x/models/o/n/predictions",
  );
});

it("refuses a model that it does not serve", () => {
  const other = model({ comfyui: { capabilities: {} } });
  expect(() => create(other, { REPLICATE_API_TOKEN: "k" })).toThrow(UsageError);
});
