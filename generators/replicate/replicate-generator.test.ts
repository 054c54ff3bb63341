import { describe, expect, it } from "vitest";
import { startContext } from "../../tests/helpers/call-context.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import { type Answering, sendJson, serve } from "../common/testing/serve.ts";
import { generatorFor, REQUEST, TOKEN } from "./testing/set-up.ts";

const VERSION = "ab".repeat(32);
const CREATE = "POST /v1/models/wan-video/wan-2.2-i2v-a14b/predictions";

const created: Answering = (_, response) =>
  sendJson(response, 201, { id: "p1", status: "starting" });

describe("start", () => {
  it("sends one request with the deadline, the key and all inputs, and never waits in it", async () => {
    await using server = await serve(created);
    const notes: string[] = [];
    const started = await generatorFor(server).start(
      REQUEST,
      startContext({ onSubmit: async () => void notes.push("submit") }),
    );
    expect(started).toEqual({
      generator: "wan2.2",
      id: "p1",
      data: {},
      warnings: ["wan2.2 at replicate: the size cannot be chosen, 832x480 was wanted"],
    });
    expect(notes).toEqual(["submit"]);
    expect(server.requests.map(({ line }) => line)).toEqual([CREATE]);
    const { headers, body } = server.requests[0] ?? {};
    expect(headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, "cancel-after": "30m" });
    expect(headers).not.toHaveProperty("prefer");
    expect(JSON.parse(String(body))).toEqual({
      input: {
        prompt: "turn the pipe",
        image: "data:image/png;base64,iVBORw==",
        num_frames: 81,
        frames_per_second: 16,
        seed: 0,
      },
    });
    expect(String(body)).not.toContain(TOKEN);
  });

  it("asks for the version of a community model", async () => {
    await using server = await serve(created);
    await generatorFor(server, { version: VERSION }).start(REQUEST, startContext());
    expect(server.requests.map(({ line }) => line)).toEqual(["POST /v1/predictions"]);
    expect(JSON.parse(String(server.requests[0]?.body))).toMatchObject({ version: VERSION });
  });

  it("finds out the latest version, and says which it was", async () => {
    await using server = await serve((request, response) => {
      if (request.line === "GET /v1/models/wan-video/wan-2.2-i2v-a14b") {
        return sendJson(response, 200, { latest_version: { id: VERSION } });
      }
      return created(request, response);
    });
    const generator = generatorFor(server, { version: "latest" });
    const { warnings } = await generator.start(REQUEST, startContext());
    expect(warnings).toContain(`wan2.2 at replicate: version ${VERSION} was the latest`);
    expect(server.count("POST /v1/predictions")).toBe(1);
  });

  it("uploads a large first frame, and repeats the upload only", async () => {
    let uploads = 0;
    await using server = await serve((request, response) => {
      if (request.line !== "POST /v1/files") return created(request, response);
      uploads += 1;
      if (uploads === 1) return sendJson(response, 503, {});
      return sendJson(response, 201, { id: "f1", urls: { get: `${server.origin}/v1/files/f1` } });
    });
    const firstFramePng = new Uint8Array(800_000);
    await generatorFor(server).start({ ...REQUEST, firstFramePng }, startContext());
    expect([uploads, server.count(CREATE)]).toEqual([2, 1]);
    const { headers, body } = server.requests[1] ?? {};
    expect(headers?.["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(body?.toString("latin1")).toMatch(
      /name="content"; filename="observation-[0-9a-f]{12}\.png"\r\nContent-Type: image\/png/,
    );
    expect(JSON.parse(String(server.requests[2]?.body)).input.image).toMatch(/\/v1\/files\/f1$/);
  });

  it("buys nothing when the upload is refused", async () => {
    await using server = await serve((_, response) =>
      sendJson(
        response,
        413,
        { title: "Too Large" },
        { "content-type": "application/problem+json" },
      ),
    );
    const firstFramePng = new Uint8Array(800_000);
    const error = await failureOf(
      generatorFor(server).start({ ...REQUEST, firstFramePng }, startContext()),
    );
    expect(error.message).toContain("413: Too Large");
    expect([error.mayHaveStarted, server.count(CREATE)]).toEqual([false, 0]);
  });
});

describe("one create, whatever goes wrong", () => {
  const lost: Answering = (_, response) => void response.destroy();
  it.each<[string, Answering, boolean]>([
    ["the connection is reset after the request was taken", lost, true],
    ["500", (_, response) => sendJson(response, 500, { detail: "boom" }), true],
    ["402", (_, response) => sendJson(response, 402, { detail: "no credit" }), false],
    ["422", (_, response) => sendJson(response, 422, { detail: "bad seed" }), false],
    ["201 without an id", (_, response) => sendJson(response, 201, {}), true],
    ["201 that is no JSON", (_, response) => void response.writeHead(201).end("<html>"), true],
  ])("%s", async (_, answer, mayHaveStarted) => {
    await using server = await serve(answer);
    const error = await failureOf(generatorFor(server).start(REQUEST, startContext()));
    expect(error.mayHaveStarted).toBe(mayHaveStarted);
    expect(server.count(CREATE)).toBe(1);
  });

  it("comes again only after a refusal that says so, with notes between", async () => {
    const notes: string[] = [];
    await using server = await serve((request, response) =>
      server.count(CREATE) === 1
        ? sendJson(response, 429, { detail: "limited" }, { "retry-after": "0" })
        : created(request, response),
    );
    await generatorFor(server).start(
      REQUEST,
      startContext({
        onSubmit: async () => void notes.push("submit"),
        onRefused: async () => void notes.push("refused"),
      }),
    );
    expect(notes).toEqual(["submit", "refused", "submit"]);
    expect(server.count(CREATE)).toBe(2);
  });
});

describe("what is written down", () => {
  it("previews the request without sending it, the picture as size and hash", async () => {
    await using server = await serve(created);
    const preview = generatorFor(server).host?.preview(REQUEST);
    expect(preview).toMatchObject({
      host: "replicate",
      method: "POST",
      url: `${server.origin}/v1/models/wan-video/wan-2.2-i2v-a14b/predictions`,
      body: { input: { image: expect.stringMatching(/^<png, 4 bytes, sha256 [0-9a-f]{12}…>$/) } },
    });
    expect(server.requests).toHaveLength(0);
    expect(JSON.stringify(preview)).not.toContain(TOKEN);
  });

  it("names host, model and inputs in its params, but neither address nor key", async () => {
    await using server = await serve(created);
    const { params } = generatorFor(server, { fixed: { go_fast: false } });
    expect(params).toMatchObject({
      host: "replicate",
      model: "wan-video/wan-2.2-i2v-a14b",
      fixed: { go_fast: false },
    });
    expect(JSON.stringify(params)).not.toMatch(/127\.0\.0\.1|r8_/);
  });
});
