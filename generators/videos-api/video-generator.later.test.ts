/** What follows the start of a job: its state, its clip, its end before time. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import { KEY } from "./testing/options.ts";
import { CLIP, type Reply } from "./testing/server.ts";
import { CONTENT, generatorAt, handleOf, type Routes, STATUS, serve } from "./testing/video.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "videos-api-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));
describe("the job", () => {
  it("stays running for as long as the server says so", async () => {
    await using server = await serve({
      [STATUS]: { json: { id: "v1", status: "in_progress", progress: 0 } },
    });
    const status = await generatorAt(server.url).status(handleOf("vllm-omni"), startContext());
    expect(status).toEqual({ state: "running", progressRatio: 0 });
  });

  it("is taken up in the dialect of its handle, whatever the environment says now", async () => {
    await using server = await serve({ [STATUS]: { json: { id: "v1", status: "deleted" } } });
    const generator = generatorAt(server.url, { VIDEOS_API_DIALECT: "vllm-omni" });
    expect((await generator.status(handleOf("sglang"), startContext())).state).toBe("canceled");
  });

  it("repeats no part of a key that stands where the text is cut", async () => {
    for (let at = 280; at <= 300; at += 4) {
      // "videos-key-…" behind what fills the text.
      const detail = `${"x".repeat(at)}${KEY}`;
      await using server = await serve({ [STATUS]: { status: 404, json: { detail } } });
      const status = await generatorAt(server.url).status(handleOf("sglang"), startContext());
      expect(status.state).toBe("absent");
      expect(JSON.stringify(status)).not.toMatch(/xv/);
    }
  });

  it("cuts what a server says of a failed job, which may be a whole stack", async () => {
    const error = { message: "frame\n".repeat(10_000) };
    await using server = await serve({ [STATUS]: { json: { id: "v1", status: "failed", error } } });
    const status = await generatorAt(server.url).status(handleOf("sglang"), startContext());
    expect(JSON.stringify(status).length).toBeLessThan(700);
  });

  it("does not repeat a key that has blanks around it in the environment", async () => {
    const job = { id: "v1", status: "failed", error: "denied for letmein-9876" };
    await using server = await serve({ [STATUS]: { json: job } });
    const generator = generatorAt(server.url, { VIDEOS_API_KEY: " letmein-9876 " });
    const status = await generator.status(handleOf("vllm-omni"), startContext());
    expect(status).toMatchObject({ reason: "denied for [redacted VIDEOS_API_KEY]" });
    expect(server.seen[0]?.headers.authorization).toBe("Bearer letmein-9876");
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

  it("is asked for once when its failure comes with 5xx, and not looked for elsewhere", async () => {
    const json = { id: "v1", status: "failed", error: "out of memory" };
    await using server = await serve({ [STATUS]: { status: 500, json } });
    const status = await generatorAt(server.url).status(handleOf("vllm-omni"), startContext());
    expect(status).toEqual({ state: "failed", reason: "out of memory" });
    expect(server.seen.map(({ route }) => route)).toEqual([STATUS]);
  });

  it("is found in the list when a page hides what the server says of it", async () => {
    const page = new TextEncoder().encode("<html>Internal Server Error");
    const job = { id: "v1", status: "failed", error: "out of memory" };
    await using server = await serve({
      [STATUS]: { status: 500, bytes: page, type: "text/html" },
      "GET /v1/videos": { json: { data: [{ id: "v0", status: "failed" }, job] } },
    });
    expect(await generatorAt(server.url).status(handleOf("vllm-omni"), startContext())).toEqual({
      state: "failed",
      reason: "out of memory",
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

  it("is fetched from the server itself, whatever address that gives it", async () => {
    const job = { id: "v1", status: "completed", url: "http://0.0.0.0:8000/v1/videos/v1/content" };
    await using server = await serve({ [STATUS]: { json: job } });
    const path = destination();
    await generatorAt(server.url).result(handleOf("sglang"), path, startContext());
    expect(new Uint8Array(await readFile(path))).toEqual(CLIP);
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
      {
        [STATUS]: { json: { id: "v1", status: "completed", url: "https://s3.example/v1.mp4" } },
        [CONTENT]: { status: 400, json: { detail: "Video has been uploaded to cloud storage" } },
      },
      false,
    ],
    [
      "the key is refused, wherever it lies",
      {
        [STATUS]: { json: { id: "v1", status: "completed", url: "https://s3.example/v1.mp4" } },
        [CONTENT]: { status: 403, json: { detail: "Forbidden" } },
      },
      true,
    ],
    ["the key is refused", { [CONTENT]: { status: 401, json: { detail: "Unauthorized" } } }, true],
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

  it("takes a job that was faster for ended, whatever the refusal", async () => {
    let looks = 0;
    await using server = await serve({
      [STATUS]: () => ({ json: { id: "v1", status: looks++ === 0 ? "in_progress" : "completed" } }),
      [STOP]: { status: 400, json: { detail: "Job is completed" } },
    });
    await generatorAt(server.url).cancel(handleOf("sglang"));
    expect([server.count(STOP), looks]).toEqual([1, 2]);
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
