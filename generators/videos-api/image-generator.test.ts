import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import type { Generator } from "../generator.ts";
import { videosApiHost } from "./index.ts";
import { KEY, modelOf, optionsOf, REQUEST } from "./testing/options.ts";
import { fieldsOf, PICTURE, type Reply, type Seen, startServer } from "./testing/server.ts";

const EDIT = "POST /v1/images/edits";
const B64 = Buffer.from(PICTURE).toString("base64");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "images-edits-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(`${folder}-moved`, { recursive: true, force: true });
});

async function serve(edit: Reply, routes: Readonly<Record<string, Reply>> = {}) {
  const models: Reply = { json: { data: [{ id: "lab/demo", owned_by: "vllm" }] } };
  const all: Readonly<Record<string, Reply>> = {
    "GET /v1/models": models,
    [EDIT]: edit,
    ...routes,
  };
  return startServer((seen: Seen) => all[seen.route]);
}

const generatorAt = (url: string, entry = {}): Generator =>
  videosApiHost.create(
    optionsOf({ VIDEOS_API_URL: url, VIDEOS_API_KEY: KEY }, modelOf("image", entry)),
  );

const context = () => startContext({ scratchDir: folder });

it("asks for one PNG in base64, zero as a seed, the picture with its type", async () => {
  await using server = await serve({ json: { data: [{ b64_json: B64 }] } });
  const generator = generatorAt(server.url, { fixed: { num_inference_steps: 25 } });
  const handle = await generator.start(REQUEST, context());
  const created = server.seen.find(({ route }) => route === EDIT);
  expect(fieldsOf(created?.form)).toEqual({
    prompt: "Turn the pipe",
    model: "lab/demo",
    size: "832x480",
    seed: "0",
    n: "1",
    response_format: "b64_json",
    output_format: "png",
    num_inference_steps: "25",
    image: expect.stringMatching(/^first-frame\.png image\/png \d+$/),
  });
  expect(created?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(handle).toMatchObject({ generator: "demo", id: "pipe-easy-0-0", warnings: [] });
  expect(JSON.stringify([handle, generator.params])).not.toMatch(/videos-key|127\.0\.0\.1/);
  expect(server.count(EDIT)).toBe(1);
});

it("keeps the answer in the rollout's folder, and finds it after the run was moved", async () => {
  await using server = await serve({ json: { data: [{ b64_json: B64, url: null }] } });
  const generator = generatorAt(server.url);
  const handle = await generator.start(REQUEST, context());
  await rename(folder, `${folder}-moved`);
  const moved = { ...startContext(), scratchDir: `${folder}-moved` };
  const path = join(`${folder}-moved`, "imagined.png");
  // A later process reads the handle from the journal, and needs no server.
  const later = generatorAt("http://127.0.0.1:9/v1");
  const read = JSON.parse(JSON.stringify(handle)) as typeof handle;
  expect(await later.status(read, moved)).toEqual({ state: "succeeded" });
  expect(await later.result(read, path, moved)).toEqual({ path, kind: "image", warnings: [] });
  expect(new Uint8Array(await readFile(path))).toEqual(PICTURE);
  await expect(later.cancel(read)).resolves.toBeUndefined();
});

it("has failed when the kept answer is gone", async () => {
  await using server = await serve({ json: { data: [{ b64_json: B64 }] } });
  const generator = generatorAt(server.url);
  const handle = await generator.start(REQUEST, context());
  await rm(folder, { recursive: true });
  expect(await generator.status(handle, context())).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("gone"),
  });
  await expect(generator.result(handle, join(folder, "x.png"), context())).rejects.toThrow(
    ProviderError,
  );
});

it("fetches a picture that the answer points to at the server itself", async () => {
  await using server = await serve(
    { json: { data: [{ url: "/v1/images/x/content" }] } },
    { "GET /v1/images/x/content": { bytes: PICTURE, type: "image/png" } },
  );
  const generator = generatorAt(server.url);
  const handle = await generator.start(REQUEST, context());
  expect(handle.data).toEqual({ picturePath: "/v1/images/x/content" });
  expect(await generator.status(handle, context())).toEqual({ state: "succeeded" });
  const path = join(folder, "imagined.png");
  await generator.result(handle, path, context());
  expect(new Uint8Array(await readFile(path))).toEqual(PICTURE);
});

it.each<readonly [string, Reply, boolean]>([
  ["the key is refused", { status: 401, json: { detail: "Unauthorized" } }, true],
  ["a page comes in its place", { bytes: new TextEncoder().encode("<html>") }, true],
  ["it is gone", { status: 404, json: { detail: "Image not found" } }, false],
])("can be had later unless it is gone: %s", async (_, reply, isRetryable) => {
  await using server = await serve(
    { json: { data: [{ url: "/v1/images/x/content" }] } },
    { "GET /v1/images/x/content": reply },
  );
  const generator = generatorAt(server.url);
  const handle = await generator.start(REQUEST, context());
  const failing = generator.result(handle, join(folder, "imagined.png"), context());
  expect((await failureOf(failing)).isRetryable).toBe(isRetryable);
});

describe("an answer that cannot be used", () => {
  it.each<readonly [string, Reply]>([
    ["no picture", { json: { data: [] } }],
    ["a picture elsewhere", { json: { data: [{ url: "http://other.example/x.png" }] } }],
    ["bytes that are no picture", { json: { data: [{ b64_json: "YWJjZGVm" }] } }],
    ["a page", { bytes: new TextEncoder().encode("<html>"), type: "text/html" }],
  ])("was charged, and has failed: %s", async (_, reply) => {
    await using server = await serve(reply);
    const generator = generatorAt(server.url);
    const handle = await generator.start(REQUEST, context());
    const status = await generator.status(handle, context());
    expect(status).toMatchObject({ state: "failed", reason: expect.stringMatching(/^expected /) });
    const path = join(folder, "imagined.png");
    await expect(generator.result(handle, path, context())).rejects.toThrow(ProviderError);
    await expect(readFile(path)).rejects.toThrow(/ENOENT/);
    expect(server.count(EDIT)).toBe(1);
  });

  it.each<readonly [string, Reply]>([
    ["500", { status: 500, json: { detail: "CUDA out of memory" } }],
    ["a cut connection", { isCut: true }],
  ])("may have been charged, and is not asked for again: %s", async (_, reply) => {
    await using server = await serve(reply);
    const error = await failureOf(generatorAt(server.url).start(REQUEST, context()));
    expect(error.mayHaveStarted).toBe(true);
    expect(server.count(EDIT)).toBe(1);
  });

  it("was not charged when it is a refusal", async () => {
    const detail = `Model mismatch: request specifies 'lab/demo' but server is running 'x'. ${KEY}`;
    await using server = await serve({ status: 400, json: { detail } });
    const error = await failureOf(generatorAt(server.url).start(REQUEST, context()));
    expect(error.mayHaveStarted).toBe(false);
    expect(error.message).toMatch(/Set VIDEOS_API_MODEL/);
    expect(error.message).not.toContain(KEY);
  });
});

it("previews what would be sent without sending anything", async () => {
  await using server = await serve({ json: {} });
  expect(generatorAt(server.url).host?.preview(REQUEST)).toEqual({
    host: "videos-api",
    method: "POST",
    url: `${server.url}/images/edits`,
    body: expect.objectContaining({ seed: 0, image: expect.stringMatching(/^<png, /) }),
    warnings: [],
  });
  expect(server.seen).toHaveLength(0);
});
