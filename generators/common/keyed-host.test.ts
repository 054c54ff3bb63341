import { describe, expect, it } from "vitest";
import { MissingToolError, UsageError } from "../../core/errors.ts";
import { type Model, modelSchema } from "../models/schema.ts";
import { openaiHost } from "../openai/index.ts";
import { replicateHost } from "../replicate/index.ts";

const modelOf = (kind: Model["kind"], hosts: unknown) =>
  modelSchema.parse({
    ...{ id: "mine", title: "Mine", kind, hosts },
    defaults: { frames: 1, fps: 1, widthPx: 64, heightPx: 64 },
  });
const REQUEST = {
  ...{ instanceId: "i", firstFramePng: new Uint8Array(), prompt: "", seed: 0 },
  ...{ frames: 1, fps: 1, widthPx: 64, heightPx: 64 },
};

describe.each([
  {
    host: openaiHost,
    model: modelOf("image", { openai: { model: "m", capabilities: {} } }),
    others: [
      modelOf("image", { comfyui: { capabilities: {} } }),
      modelOf("video", { openai: { model: "m", capabilities: {} } }),
    ],
    key: "OPENAI_API_KEY",
    address: "OPENAI_BASE_URL",
    published: "https://api.openai.com/v1",
    path: "/images/edits",
  },
  {
    host: replicateHost,
    model: modelOf("video", { replicate: { model: "o/n", fields: {}, capabilities: {} } }),
    others: [modelOf("video", { comfyui: { capabilities: {} } })],
    key: "REPLICATE_API_TOKEN",
    address: "REPLICATE_BASE_URL",
    published: "https://api.replicate.com/v1",
    path: "/models/o/n/predictions",
  },
])("$host.id", ({ host, model, others, key, address, published, path }) => {
  const create = (env: Record<string, string>, of = model) =>
    host.create({
      ...{ model: of, env, redact: (text) => text, deadlineMs: 60_000 },
      price: { estimateUsd: () => null, costUsd: () => null },
    });
  const urlOf = (given: string) =>
    create({ [key]: "k", [address]: given }).host?.preview(REQUEST).url;

  it.each([undefined, "", "  "])("lacks its key: %j", (given) => {
    const env: Record<string, string> = given === undefined ? {} : { [key]: given };
    expect(host.missing(env)?.variable).toBe(key);
    expect(() => create(env)).toThrow(MissingToolError);
  });

  it("lacks nothing with a key", () => {
    expect(host.missing({ [key]: "k" })).toBeUndefined();
  });

  it("is asked at its published address unless another one is given", () => {
    expect(create({ [key]: "k" }).host?.preview(REQUEST).url).toBe(`${published}${path}`);
    expect(urlOf("")).toBe(`${published}${path}`);
    expect(urlOf("http://127.0.0.1:9/x/")).toBe(`http://127.0.0.1:9/x${path}`);
  });

  it.each(["nonsense", "http://me:hunter2@lab.example/v1"])("is not asked at %s", (given) => {
    expect(() => urlOf(given)).toThrow(UsageError);
    expect(() => urlOf(given)).toThrow(new RegExp(`${address}.*${key}`));
    expect(() => urlOf(given)).not.toThrow(/hunter2/);
  });

  it("refuses a model that it does not serve", () => {
    for (const other of others) expect(() => create({ [key]: "k" }, other)).toThrow(UsageError);
  });
});
