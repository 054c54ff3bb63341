import { describe, expect, it } from "vitest";
import { MissingToolError, UsageError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import type { Env } from "../host.ts";
import { MODELS } from "../models/table.ts";
import { videosApiHost } from "./index.ts";
import { KEY, modelOf, optionsOf, REQUEST } from "./testing/options.ts";
import { fieldsOf, type Reply } from "./testing/server.ts";
import { CREATE, generatorAt, STATUS, serve } from "./testing/video.ts";

const SGLANG: Reply = { json: { data: [{ id: "lab/demo", owned_by: "sglang" }] } };

describe("what is asked for", () => {
  it("sends vLLM-Omni every field, zero as a seed, and the picture with its type", async () => {
    await using server = await serve();
    const generator = generatorAt(server.url, {}, { fixed: { num_inference_steps: 40 } });
    const handle = await generator.start(REQUEST, startContext());
    expect(fieldsOf(server.seen.find(({ route }) => route === CREATE)?.form)).toEqual({
      prompt: "Turn the pipe",
      model: "lab/demo",
      size: "832x480",
      width: "832",
      height: "480",
      num_frames: "81",
      fps: "16",
      seed: "0",
      num_inference_steps: "40",
      input_reference: expect.stringMatching(/^first-frame\.png image\/png \d+$/),
    });
    expect(handle).toEqual({
      generator: "demo",
      id: "v1",
      data: { dialect: "vllm-omni", size: "832x480" },
      warnings: [],
    });
  });

  it("sends SGLang the size by one name, and the number of frames too", async () => {
    await using server = await serve({ "GET /v1/models": SGLANG });
    const handle = await generatorAt(server.url).start(REQUEST, startContext());
    expect(fieldsOf(server.seen.find(({ route }) => route === CREATE)?.form)).toEqual({
      prompt: "Turn the pipe",
      model: "lab/demo",
      size: "832x480",
      num_frames: "81",
      fps: "16",
      seed: "0",
      input_reference: expect.stringMatching(/^first-frame\.png image\/png \d+$/),
    });
    expect(handle.data).toEqual({ dialect: "sglang", size: "832x480" });
  });

  it.each([
    ["seconds", { seconds: { min: 1, max: 10 }, fps: { min: 8, max: 8 } }, "40", "5"],
    ["nothing", {}, "81", undefined],
  ])(
    "sends the number of frames for models that take %s",
    async (_, capabilities, frames, seconds) => {
      await using server = await serve();
      await generatorAt(server.url, {}, { capabilities }).start(REQUEST, startContext());
      const sent = fieldsOf(server.seen.find(({ route }) => route === CREATE)?.form);
      expect([sent["num_frames"], sent["seconds"]]).toEqual([frames, seconds]);
    },
  );

  it("warns of what is not offered, and sends no seed to a model without", async () => {
    await using server = await serve();
    const entry = { capabilities: { frames: { min: 81, max: 81 }, sizeStep: 16, seed: false } };
    const request = { ...REQUEST, frames: 41, widthPx: 830 };
    const handle = await generatorAt(server.url, {}, entry).start(request, startContext());
    expect(handle.warnings).toEqual([
      expect.stringContaining("frames 41 is not offered"),
      expect.stringContaining("frame rate cannot be chosen"),
      expect.stringContaining("size 830x480 is not offered"),
      expect.stringContaining("takes no seed: 0 is not sent"),
    ]);
    expect(fieldsOf(server.seen.find(({ route }) => route === CREATE)?.form)).not.toHaveProperty(
      "seed",
    );
  });

  it("takes the model's name from the environment, and into params", async () => {
    await using server = await serve();
    const generator = generatorAt(server.url, { VIDEOS_API_MODEL: "lab/other" });
    await generator.start(REQUEST, startContext());
    const created = server.seen.find(({ route }) => route === CREATE);
    expect(fieldsOf(created?.form)["model"]).toBe("lab/other");
    expect(created?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(generator.params).toMatchObject({ host: "videos-api", model: "lab/other" });
  });

  it("previews what would be sent without sending anything", async () => {
    await using server = await serve();
    const preview = generatorAt(server.url).host?.preview(REQUEST);
    expect(preview).toEqual({
      host: "videos-api",
      method: "POST",
      url: `${server.url}/videos`,
      body: expect.objectContaining({
        seed: 0,
        num_frames: 81,
        input_reference: expect.stringMatching(/^<png, \d+ bytes, sha256 /),
      }),
      warnings: [expect.stringContaining("asked for its dialect")],
    });
    expect(server.seen).toHaveLength(0);
  });
});

describe("which server it is", () => {
  it("asks once for many rollouts", async () => {
    await using server = await serve();
    const generator = generatorAt(server.url);
    await generator.start(REQUEST, startContext());
    await generator.start(REQUEST, startContext());
    expect([server.count("GET /v1/models"), server.count(CREATE)]).toEqual([1, 2]);
  });

  it("is not asked when the environment says it", async () => {
    await using server = await serve();
    const generator = generatorAt(server.url, { VIDEOS_API_DIALECT: "sglang" });
    expect((await generator.start(REQUEST, startContext())).data).toMatchObject({
      dialect: "sglang",
    });
    expect(server.count("GET /v1/models")).toBe(0);
  });

  it("assumes vLLM-Omni of a server that does not say, with a warning", async () => {
    await using server = await serve({ "GET /v1/models": { status: 404, json: {} } });
    const handle = await generatorAt(server.url).start(REQUEST, startContext());
    expect(handle).toMatchObject({
      data: { dialect: "vllm-omni" },
      warnings: [expect.stringContaining("vllm-omni is assumed; VIDEOS_API_DIALECT")],
    });
  });

  it("knows older versions of SGLang, which list their model beside /v1", async () => {
    const model = { model_path: "lab/demo", pipeline_class: "WanPipeline" };
    await using server = await serve({
      "GET /v1/models": { status: 404, json: { detail: "Not Found" } },
      "GET /models": { json: model },
    });
    const handle = await generatorAt(server.url).start(REQUEST, startContext());
    expect(handle).toMatchObject({ data: { dialect: "sglang" }, warnings: [] });
  });

  it("warns when SGLang serves another model: it does not compare the names", async () => {
    await using server = await serve({
      "GET /v1/models": { json: { data: [{ id: "lab/ltx", owned_by: "sglang" }] } },
    });
    const handle = await generatorAt(server.url).start(REQUEST, startContext());
    expect(handle.warnings).toEqual([expect.stringMatching(/lab\/demo is asked for.*lab\/ltx/)]);
  });

  it("sends nothing that may be charged to a server that cannot be asked", async () => {
    await using server = await serve({ "GET /v1/models": { status: 503, json: {} } });
    const error = await failureOf(generatorAt(server.url).start(REQUEST, startContext()));
    expect(error).toMatchObject({ isRetryable: true, mayHaveStarted: false });
    expect(server.count(CREATE)).toBe(0);
  });
});

describe("the request that may be charged", () => {
  it.each<readonly [string, Reply]>([
    ["500", { status: 500, json: { detail: "boom" } }],
    ["a cut connection", { isCut: true }],
    ["an answer without a job", { json: { status: "queued" } }],
    ["a page", { bytes: new TextEncoder().encode("<html>"), type: "text/html" }],
  ])("is sent once: %s", async (_, reply) => {
    await using server = await serve({ [CREATE]: reply });
    const error = await failureOf(generatorAt(server.url).start(REQUEST, startContext()));
    expect(error.mayHaveStarted).toBe(true);
    expect(server.count(CREATE)).toBe(1);
  });

  it("is told in the journal's notes, once before it", async () => {
    await using server = await serve();
    const notes: number[] = [];
    const onSubmit = async () => void notes.push(server.count(CREATE));
    await generatorAt(server.url).start(REQUEST, startContext({ onSubmit }));
    expect(notes).toEqual([0]);
  });

  it("repeats the words of a refusal, and what to do about another model's name", async () => {
    const detail = "Model mismatch: request specifies 'lab/demo' but server is running 'lab/wan'.";
    await using server = await serve({ [CREATE]: { status: 400, json: { detail } } });
    const error = await failureOf(generatorAt(server.url).start(REQUEST, startContext()));
    expect(error.message).toMatch(/running 'lab\/wan'.*Set VIDEOS_API_MODEL/);
    expect(error.mayHaveStarted).toBe(false);
    expect(server.count(CREATE)).toBe(1);
  });
});

describe("secrets and settings", () => {
  it("keeps the key out of handles, params, previews and errors", async () => {
    const echo = { detail: `no such key: Bearer ${KEY}` };
    await using server = await serve({
      [STATUS]: { json: { id: "v1", status: "failed", error: `worker saw ${KEY}` } },
    });
    const generator = generatorAt(server.url);
    const handle = await generator.start(REQUEST, startContext());
    const status = await generator.status(handle, startContext());
    await using strict = await serve({
      [CREATE]: { status: 401, json: echo },
      [STATUS]: { status: 403, json: echo },
    });
    const other = generatorAt(strict.url);
    const errors = [
      await failureOf(other.start(REQUEST, startContext())),
      await failureOf(other.status(handle, startContext())),
    ];
    const written = JSON.stringify([
      handle,
      status,
      generator.params,
      generator.host?.preview(REQUEST),
      errors.map(({ message, context }) => [message, context]),
    ]);
    expect(written).not.toContain(KEY);
    expect(JSON.stringify([handle, generator.params])).not.toContain("127.0.0.1");
  });

  it("says what is missing, and refuses what it cannot serve", () => {
    expect(videosApiHost.missing({ VIDEOS_API_URL: " " })?.variable).toBe("VIDEOS_API_URL");
    expect(videosApiHost.missing({ VIDEOS_API_URL: "http://127.0.0.1:8000/v1" })).toBeUndefined();
    const create = (env: Env, model = modelOf("video")) =>
      videosApiHost.create(optionsOf(env, model));
    expect(() => create({})).toThrow(MissingToolError);
    const env = { VIDEOS_API_URL: "http://127.0.0.1:8000/v1" };
    expect(() => create({ ...env, VIDEOS_API_DIALECT: "comfyui" })).toThrow(UsageError);
    const elsewhere = MODELS.find(({ id }) => id === "gpt-image-2");
    expect(() => create(env, elsewhere)).toThrow(/--via openai/);
  });
});
