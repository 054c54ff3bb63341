import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256 } from "../../core/hash/sha256.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import { type Answering, sendJson, serve } from "../common/testing/serve.ts";
import { generatorFor, KEY, REQUEST } from "./testing/set-up.ts";

const EDIT = "POST /v1/images/edits";
/** The smallest PNG: 1 x 1, transparent. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const answered = { created: 0, data: [{ b64_json: PNG.toString("base64") }] };
const edited: Answering = (_, response) =>
  sendJson(response, 200, answered, { "x-request-id": "req_1" });

let scratchDir = "";
beforeEach(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), "openai-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(scratchDir, { recursive: true, force: true });
});

describe("start", () => {
  it("sends one form with a typed picture, and keeps the answer with its hash", async () => {
    await using server = await serve(edited);
    const submitted = vi.fn(async () => {});
    const context = startContext({ scratchDir, onSubmit: submitted });
    const handle = await generatorFor(server).start(REQUEST, context);
    expect(handle).toEqual({
      generator: "gpt-image-2",
      id: "req_1",
      data: { picture: { file: "answer.png", folder: scratchDir, sha256: sha256(PNG) } },
      warnings: ["gpt-image-2 at openai: takes no seed: 0 is not sent"],
    });
    expect(submitted).toHaveBeenCalledTimes(1);
    expect(server.requests.map(({ line }) => line)).toEqual([EDIT]);
    const { headers, body } = server.requests[0] ?? {};
    expect(headers?.["authorization"]).toBe(`Bearer ${KEY}`);
    const form = await new Response(new Uint8Array(body ?? []), {
      headers: { "content-type": String(headers?.["content-type"]) },
    }).formData();
    const { image, ...fields } = Object.fromEntries(form);
    expect(fields).toEqual({
      model: "gpt-image-2",
      prompt: "turn the pipe",
      size: "1024x1024",
      quality: "low",
      stream: "false",
    });
    if (!(image instanceof File)) throw new Error("expected a file for image");
    expect([image.name, image.type, image.size]).toEqual(["observation.png", "image/png", 4]);
  });

  it("takes nothing from the environment behind its back", async () => {
    vi.stubEnv("OPENAI_ORG_ID", "org-of-somebody");
    vi.stubEnv("OPENAI_API_KEY", "sk-of-somebody-else-0000");
    vi.stubEnv("OPENAI_LOG", "debug");
    const log = vi.spyOn(console, "debug").mockImplementation(() => {});
    await using server = await serve(edited);
    await generatorFor(server).start(REQUEST, startContext({ scratchDir }));
    expect(server.requests[0]?.headers).not.toHaveProperty("openai-organization");
    expect(server.requests[0]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  it("reads an answer that is not called JSON: it was paid for", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).end(JSON.stringify(answered));
    });
    const handle = await generatorFor(server).start(REQUEST, startContext({ scratchDir }));
    expect(handle.id).toBe("pipe-easy-0-0");
    expect(handle.data).toHaveProperty("picture");
  });
});

describe("one edit, whatever goes wrong", () => {
  it.each<[string, Answering, boolean]>([
    ["the connection is reset", (_, response) => void response.destroy(), true],
    ["500", (_, response) => sendJson(response, 500, { error: { message: "boom" } }), true],
    ["409", (_, response) => sendJson(response, 409, { error: { message: "busy" } }), false],
    ["400", (_, response) => sendJson(response, 400, { error: { message: "blocked" } }), false],
    ["a proxy's detail", (_, response) => sendJson(response, 422, { detail: "bad size" }), false],
    ["JSON that breaks off", (_, response) => sendBroken(response), true],
  ])("%s", async (_, answer, mayHaveStarted) => {
    await using server = await serve(answer);
    const started = generatorFor(server).start(REQUEST, startContext({ scratchDir }));
    expect((await failureOf(started)).mayHaveStarted).toBe(mayHaveStarted);
    expect(server.count(EDIT)).toBe(1);
  });

  it.each<[string, Answering]>([
    ["the head never comes", () => {}],
    ["the body stalls after its head", (_, response) => void response.writeHead(200).write("{")],
  ])("%s: the attempt ends in time and may be charged", async (_, answer) => {
    await using server = await serve(answer);
    const started = generatorFor(server, 150).start(REQUEST, startContext({ scratchDir }));
    const error = await failureOf(started);
    expect([error.mayHaveStarted, error.isRetryable]).toEqual([true, false]);
    expect(server.count(EDIT)).toBe(1);
  });

  it("tells no secret that the host repeats", async () => {
    await using server = await serve((request, response) =>
      sendJson(response, 401, { error: { message: `bad ${request.headers["authorization"]}` } }),
    );
    const error = await failureOf(
      generatorFor(server).start(REQUEST, startContext({ scratchDir })),
    );
    expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain(KEY);
  });

  it.each([
    ["no picture", { data: [] }],
    ["an address in its place", { data: [{ url: "http://127.0.0.1/x.png" }] }],
    ["bytes that are none", { data: [{ b64_json: Buffer.from("<html>").toString("base64") }] }],
  ])("%s in an answer that was paid for: failed, not asked again", async (_, answer) => {
    await using server = await serve((__, response) => sendJson(response, 200, answer));
    const generator = generatorFor(server);
    const handle = await generator.start(REQUEST, startContext({ scratchDir }));
    expect(await generator.status(handle, startContext())).toEqual({
      state: "failed",
      reason: expect.stringMatching(/expected (a picture|an image)/),
    });
    await failureOf(generator.result(handle, join(scratchDir, "x.png"), startContext()));
    expect(server.count(EDIT)).toBe(1);
  });
});

describe("the picture", () => {
  it("is handed over after a crash without another request", async () => {
    await using server = await serve(edited);
    const started = await generatorFor(server).start(REQUEST, startContext({ scratchDir }));
    const handle = JSON.parse(JSON.stringify(started));
    const later = generatorFor(server);
    expect(await later.status(handle, startContext({ scratchDir }))).toEqual({
      state: "succeeded",
    });
    const destination = join(scratchDir, "out", "imagined.png");
    expect(await later.result(handle, destination, startContext({ scratchDir }))).toEqual({
      path: destination,
      kind: "image",
      warnings: [],
    });
    expect(await readFile(destination)).toEqual(PNG);
    await later.cancel(handle);
    expect(server.requests).toHaveLength(1);
  });

  it("is not handed over when it changed or is gone", async () => {
    await using server = await serve(edited);
    const generator = generatorFor(server);
    const context = startContext({ scratchDir });
    const handle = await generator.start(REQUEST, context);
    await writeFile(join(scratchDir, "answer.png"), "other");
    expect(await generator.status(handle, context)).toMatchObject({ state: "failed" });
    await rm(join(scratchDir, "answer.png"));
    expect(await generator.status(handle, context)).toMatchObject({ state: "failed" });
    const destination = join(scratchDir, "x.png");
    expect((await failureOf(generator.result(handle, destination, context))).isRetryable).toBe(
      false,
    );
    await expect(readFile(destination)).rejects.toThrow(/ENOENT/);
  });
});

it("previews the request without sending it, and keeps key and address out of params", async () => {
  await using server = await serve(edited);
  const generator = generatorFor(server);
  const preview = generator.host?.preview(REQUEST);
  expect(preview).toMatchObject({
    method: "POST",
    url: `${server.origin}/v1/images/edits`,
    body: { model: "gpt-image-2", image: expect.stringMatching(/^<png, 4 bytes, sha256 /) },
  });
  expect(server.requests).toHaveLength(0);
  expect(JSON.stringify([preview, generator.params])).not.toContain(KEY);
  expect(JSON.stringify(generator.params)).not.toContain("127.0.0.1");
});

function sendBroken(response: Parameters<Answering>[1]): void {
  response.writeHead(200, { "content-type": "application/json" }).end('{"data": [');
}
