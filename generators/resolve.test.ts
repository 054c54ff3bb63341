import { describe, expect, it } from "vitest";
import { MissingToolError, UsageError } from "../core/errors.ts";
import { BUILTIN_IDS } from "./builtin/index.ts";
import { MODELS } from "./models/table.ts";
import { listGenerators, type ResolveOptions, resolveGenerator } from "./resolve.ts";

const workflow = {
  name: "w.json",
  text: JSON.stringify({
    1: { class_type: "LoadImage", inputs: { image: "a.png" } },
    2: { class_type: "CLIPTextEncode", inputs: { text: "a", clip: ["9", 0] } },
    3: {
      class_type: "WanImageToVideo",
      inputs: {
        ...{ positive: ["2", 0], start_image: ["1", 0], width: 832, height: 480, length: 81 },
      },
    },
    4: { class_type: "SaveVideo", inputs: { video: ["3", 0] } },
  }),
};
const ENV = {
  REPLICATE_API_TOKEN: "r8_not-a-token-of-anybody",
  VIDEOS_API_URL: "http://127.0.0.1:9/v1",
  COMFYUI_URL: "http://127.0.0.1:9",
  OPENAI_API_KEY: "sk-not-a-key-of-anybody",
};

function options(changes: Partial<ResolveOptions> = {}): ResolveOptions {
  return {
    ...{ env: {}, models: MODELS, prices: [], deadlineMs: 60_000, redact: (text: string) => text },
    readWorkflow: () => workflow,
    ...changes,
  };
}

describe("resolveGenerator", () => {
  it.each(BUILTIN_IDS)("finds the built-in %s", (id) => {
    expect(resolveGenerator(id, options()).generator.id).toBe(id);
  });

  it("hands options on, so that they enter the work key", () => {
    const plain = resolveGenerator("oracle", options()).generator;
    const coarse = resolveGenerator("oracle", options({ crf: 35 })).generator;
    expect(coarse.params).not.toEqual(plain.params);
  });

  it.each(MODELS.map(({ id }) => id))("names what each host of %s lacks", (id) => {
    const resolve = () => resolveGenerator(id, options());
    expect(resolve).toThrow(MissingToolError);
    const hosts = Object.keys(MODELS.find((model) => model.id === id)?.hosts ?? {});
    for (const part of [id, ...hosts, "demo-server"]) expect(resolve).toThrow(part);
    const isVideo = MODELS.some((model) => model.id === id && model.kind === "video");
    if (isVideo) expect(resolve).toThrow("replay:DIR");
    else expect(resolve).not.toThrow("replay:DIR");
  });

  it.each([
    ["wan2.2", ENV, "videos-api"],
    ["wan2.2", { ...ENV, VIDEOS_API_URL: "" }, "comfyui"],
    ["wan2.2", { REPLICATE_API_TOKEN: ENV.REPLICATE_API_TOKEN }, "replicate"],
    ["gpt-image-2", ENV, "openai"],
    ["bagel", ENV, "videos-api"],
  ])("reaches %s through a server of one's own before one that charges", (id, env, host) => {
    const { generator, model } = resolveGenerator(id, options({ env }));
    expect(generator).toMatchObject({ id, kind: model?.kind, host: { id: host } });
    expect(generator.params["host"]).toBe(host);
    expect(JSON.stringify(generator.params)).not.toMatch(/127\.0\.0\.1|not-a/);
  });

  it("takes the host that is asked for, and refuses one that does not serve the model", () => {
    const asked = resolveGenerator("wan2.2", options({ env: ENV, via: "replicate" }));
    expect(asked.generator.host?.id).toBe("replicate");
    const wrong = () => resolveGenerator("gpt-image-2", options({ env: ENV, via: "comfyui" }));
    expect(wrong).toThrow(/served by: openai/);
    const unknown = () => resolveGenerator("wan2.2", options({ env: ENV, via: "replicat" }));
    expect(unknown).toThrow(/nearest: replicate/);
    const missing = () => resolveGenerator("wan2.2", options({ via: "replicate" }));
    expect(missing).toThrow(MissingToolError);
  });

  it("takes a workflow as a wish for ComfyUI, and refuses it elsewhere", () => {
    const own = resolveGenerator("ltx-2.5", options({ env: ENV, workflow }));
    expect(own.generator.host?.id).toBe("comfyui");
    const elsewhere = () =>
      resolveGenerator("wan2.2", options({ env: ENV, workflow, via: "replicate" }));
    expect(elsewhere).toThrow(/--via comfyui/);
    const none = () => resolveGenerator("ltx-2.5", options({ env: ENV, via: "comfyui" }));
    expect(none).toThrow(/--workflow FILE/);
  });

  it.each(["oracle", "command:cp {image} {out}"])("refuses a host for %s", (spec) => {
    expect(() => resolveGenerator(spec, options({ via: "replicate" }))).toThrow(UsageError);
    expect(() => resolveGenerator(spec, options({ workflow }))).toThrow(/--workflow/);
  });

  it("makes a generator of a command", () => {
    const { generator, model } = resolveGenerator("command:cp {image} {out}", options());
    expect(generator).toMatchObject({ id: "command:cp {image} {out}", kind: "video" });
    expect(model).toBeUndefined();
  });

  it("refuses a key that no header can hold, without repeating it", () => {
    for (const [variable, via] of [
      ["REPLICATE_API_TOKEN", "replicate"],
      ["OPENAI_API_KEY", "openai"],
    ] as const) {
      const env = { [variable]: "r8_hunter2\u2026" };
      const id = via === "openai" ? "gpt-image-2" : "wan2.2";
      const resolve = () => resolveGenerator(id, options({ env, via }));
      expect(resolve).toThrow(UsageError);
      expect(resolve).not.toThrow(/hunter2/);
    }
  });

  it("lists the nearest of an unknown name", () => {
    expect(() => resolveGenerator("orcale", options())).toThrow(UsageError);
    expect(() => resolveGenerator("orcale", options())).toThrow(/nearest: oracle/);
    expect(() => resolveGenerator("fault:retipe", options())).toThrow(/nearest: fault:retype/);
    expect(() => resolveGenerator("wan2.3", options())).toThrow(/nearest: wan2\.2/);
  });
});

describe("listGenerators", () => {
  it("lists every name once, models as not ready without a host", () => {
    const entries = listGenerators({ env: {}, models: MODELS });
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    const waiting = entries.filter((entry) => !entry.isReady);
    expect(waiting.map((entry) => entry.id)).toEqual(MODELS.map(({ id }) => id));
    for (const { hosts } of waiting) {
      for (const { missing } of hosts)
        expect(missing?.variable).toMatch(/^[A-Z_]+_(TOKEN|URL|KEY)$/);
    }
  });

  it("says of every host whether it is ready", () => {
    const env = { COMFYUI_URL: "http://127.0.0.1:8188" };
    const wan = listGenerators({ env, models: MODELS }).find(({ id }) => id === "wan2.2");
    expect(wan?.isReady).toBe(true);
    const ready = wan?.hosts.filter(({ isReady }) => isReady).map(({ host }) => host);
    expect(ready).toEqual(["comfyui"]);
  });
});
