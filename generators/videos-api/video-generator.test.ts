import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MissingToolError, ProviderError, UsageError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import type { Generator } from "../generator.ts";
import type { Env } from "../host.ts";
import { MODELS } from "../models/table.ts";
import { videosApiHost } from "./index.ts";
import { modelOf, optionsOf, REQUEST } from "./testing/options.ts";
import { CLIP, fieldsOf, type Reply, type Seen, startServer } from "./testing/server.ts";

const KEY = "videos-key-0123456789";
const CREATE = "POST /v1/videos";
const STATUS = "GET /v1/videos/v1";
const CONTENT = "GET /v1/videos/v1/content";
const VLLM: Reply = { json: { data: [{ id: "lab/demo", owned_by: "vllm" }] } };
const SGLANG: Reply = { json: { data: [{ id: "lab/demo", owned_by: "sglang" }] } };

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "videos-api-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

type Routes = Readonly<Record<string, Reply | ((seen: Seen) => Reply)>>;

/** vLLM-Omni with one job, unless `routes` say otherwise. */
async function serve(routes: Routes = {}) {
  const all: Routes = {
    "GET /v1/models": VLLM,
    [CREATE]: { json: { id: "v1", status: "queued" } },
    [STATUS]: { json: { id: "v1", status: "completed" } },
    [CONTENT]: { bytes: CLIP },
    ...routes,
  };
  return startServer((seen) => {
    const route = all[seen.route];
    return typeof route === "function" ? route(seen) : route;
  });
}

const generatorAt = (url: string, env: Env = {}, entry = {}): Generator =>
  videosApiHost.create(
    optionsOf({ VIDEOS_API_URL: url, VIDEOS_API_KEY: KEY, ...env }, modelOf("video", entry)),
  );

const handleOf = (dialect: string) => ({ generator: "demo", id: "v1", data: { dialect } });

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

describe("the job", () => {
  it("stays running for as long as the server says so", async () => {
    await using server = await serve({
      [STATUS]: { json: { id: "v1", status: "in_progress", progress: 0 } },
    });
    const status = await generatorAt(server.url).status(handleOf("vllm-omni"), startContext());
    expect(status).toEqual({ state: "running", progressRatio: 0 });
  });

  it("is taken up in the dialect of its handle, whatever the environment says now", async () => {
    await using server = await serve({ [STATUS]: { json: { id: "v1", status: "cancelled" } } });
    const generator = generatorAt(server.url, { VIDEOS_API_DIALECT: "vllm-omni" });
    expect((await generator.status(handleOf("sglang"), startContext())).state).toBe("canceled");
  });

  it("is absent when the server does not know it", async () => {
    await using server = await serve({
      [STATUS]: { status: 404, json: { detail: "Video not found" } },
    });
    expect(await generatorAt(server.url).status(handleOf("sglang"), startContext())).toEqual({
      state: "absent",
      reason: expect.stringContaining("Video not found"),
    });
  });

  it.each<readonly [string, Reply]>([
    ["a path that no route takes", { status: 404, json: { detail: "Not Found" } }],
    [
      "a proxy's page",
      { status: 404, bytes: new TextEncoder().encode("<html>"), type: "text/html" },
    ],
    ["another key", { status: 401, json: { error: "Unauthorized" } }],
  ])("is not given up for %s", async (_, reply) => {
    await using server = await serve({ [STATUS]: reply });
    const generator = generatorAt(server.url);
    const error = await failureOf(generator.status(handleOf("vllm-omni"), startContext()));
    expect(error.message).toMatch(/VIDEOS_API_URL.*may still be well/);
  });

  it.each([
    ["200", 200],
    ["its own status, 4xx", 404],
    ["its own status, 5xx", 500],
  ])("has failed when the server says so with %s", async (_, status) => {
    const job = { id: "v1", status: "failed", error: { code: status, message: "out of memory" } };
    await using server = await serve({
      [STATUS]: { status, json: job },
      "GET /v1/videos": { json: { data: [{ id: "v0", status: "failed" }, job], has_more: false } },
    });
    expect(await generatorAt(server.url).status(handleOf("vllm-omni"), startContext())).toEqual({
      state: "failed",
      reason: `out of memory, code ${status}`,
    });
  });

  it("is not given up when the server only has trouble", async () => {
    await using server = await serve({
      [STATUS]: { status: 500, json: { detail: "boom" } },
      "GET /v1/videos": { json: { data: [{ id: "v1", status: "in_progress" }] } },
    });
    const generator = generatorAt(server.url);
    const error = await failureOf(generator.status(handleOf("vllm-omni"), startContext()));
    expect(error.isRetryable).toBe(true);
  });

  it("is not looked for with a handle of another host", async () => {
    const generator = generatorAt("http://127.0.0.1:9/v1");
    const handle = { generator: "demo", id: "v1", data: { prediction: "x" } };
    await expect(generator.status(handle, startContext())).rejects.toThrow(UsageError);
  });
});

describe("the clip", () => {
  const destination = () => join(folder, `${Math.random().toString(36).slice(2)}.mp4`);

  it("is written, with the seconds of computing and the size that is made", async () => {
    await using server = await serve({
      [STATUS]: {
        json: { id: "v1", status: "completed", size: "832x464", inference_time_s: 12.5 },
      },
    });
    const handle = { generator: "demo", id: "v1", data: { dialect: "sglang", size: "832x480" } };
    const path = destination();
    expect(await generatorAt(server.url).result(handle, path, startContext())).toEqual({
      path,
      kind: "video",
      warnings: ["demo at videos-api: size 832x480 was asked for, 832x464 is made"],
      billedSec: 12.5,
    });
    expect(new Uint8Array(await readFile(path))).toEqual(CLIP);
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it.each<readonly [string, Reply]>([
    ["JSON", { json: { detail: "signed out" }, type: "video/mp4" }],
    ["a page", { bytes: new TextEncoder().encode("<html>Sign in</html>"), type: "video/mp4" }],
  ])("is refused when it is %s, and can be had later", async (_, reply) => {
    await using server = await serve({ [CONTENT]: reply });
    const path = destination();
    const failing = generatorAt(server.url).result(handleOf("vllm-omni"), path, startContext());
    expect(await failureOf(failing)).toMatchObject({
      isRetryable: true,
      message: expect.stringContaining("expected a video"),
    });
    await expect(readFile(path)).rejects.toThrow(/ENOENT/);
  });

  it.each<readonly [string, Routes, boolean]>([
    ["the job runs", { [STATUS]: { json: { id: "v1", status: "in_progress" } } }, true],
    [
      "its file is not written yet",
      { [CONTENT]: { status: 404, json: { detail: "Generation is still in-progress" } } },
      true,
    ],
    [
      "its file is lost",
      { [CONTENT]: { status: 404, json: { detail: "Generated video file not found on disk" } } },
      false,
    ],
    [
      "the job is unknown",
      { [STATUS]: { status: 404, json: { detail: "Video not found" } } },
      false,
    ],
    [
      "it lies at another host",
      { [STATUS]: { json: { id: "v1", status: "completed", url: "https://s3.example/v1.mp4" } } },
      false,
    ],
  ])("is not had while %s", async (_, routes, isRetryable) => {
    await using server = await serve(routes);
    const generator = generatorAt(server.url);
    const failing = generator.result(handleOf("sglang"), destination(), startContext());
    expect((await failureOf(failing)).isRetryable).toBe(isRetryable);
  });
});

describe("stopping", () => {
  const RUNNING: Reply = { json: { id: "v1", status: "in_progress" } };
  const DELETE = "DELETE /v1/videos/v1";
  const STOP = "POST /v1/videos/v1/cancel";

  it("deletes at vLLM-Omni", async () => {
    await using server = await serve({ [STATUS]: RUNNING, [DELETE]: { json: { deleted: true } } });
    await generatorAt(server.url).cancel(handleOf("vllm-omni"));
    expect([server.count(DELETE), server.count(STOP)]).toEqual([1, 0]);
  });

  it.each([404, 405])("deletes at SGLang when the other way answers %i", async (status) => {
    await using server = await serve({
      [STATUS]: RUNNING,
      [STOP]: { status, json: { detail: "Not Found" } },
      [DELETE]: { json: { status: "deleted" } },
    });
    await generatorAt(server.url).cancel(handleOf("sglang"));
    expect([server.count(STOP), server.count(DELETE)]).toEqual([1, 1]);
  });

  it("asks SGLang once where that is enough", async () => {
    await using server = await serve({
      [STATUS]: RUNNING,
      [STOP]: { json: { status: "cancelling" } },
    });
    await generatorAt(server.url).cancel(handleOf("sglang"));
    expect([server.count(STOP), server.count(DELETE)]).toEqual([1, 0]);
  });

  it.each(["completed", "failed"])("leaves a job alone that is %s", async (status) => {
    await using server = await serve({ [STATUS]: { json: { id: "v1", status } } });
    await generatorAt(server.url).cancel(handleOf("vllm-omni"));
    expect(server.count(DELETE)).toBe(0);
  });

  it("takes an unknown job, and one that is being stopped, for stopped", async () => {
    await using gone = await serve({
      [STATUS]: { status: 404, json: { detail: "Video not found" } },
    });
    await generatorAt(gone.url).cancel(handleOf("vllm-omni"));
    const detail = "Cancellation in progress. Please try again later.";
    await using busy = await serve({
      [STATUS]: RUNNING,
      [DELETE]: { status: 409, json: { detail } },
    });
    await generatorAt(busy.url).cancel(handleOf("vllm-omni"));
    expect([gone.count(DELETE), busy.count(DELETE)]).toEqual([0, 1]);
  });

  it("says when the server refuses", async () => {
    await using server = await serve({ [STATUS]: RUNNING, [DELETE]: { status: 403, json: {} } });
    await expect(generatorAt(server.url).cancel(handleOf("vllm-omni"))).rejects.toThrow(
      /stop the job v1.*403/,
    );
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

async function failureOf(failing: Promise<unknown>): Promise<ProviderError> {
  const error = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error(`expected a ProviderError but received ${String(error)}`);
}
