/** What follows the start of a job: its state, its clip, its end before time. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProviderError, UsageError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import type { RolloutHandle } from "../generator.ts";
import { comfyuiHost } from "./index.ts";
import { MP4 } from "./testing/server.ts";
import { entryOf, optionsFor, REQUEST, type Stage, setUp, until } from "./testing/set-up.ts";

let stage: Stage;
let server: Stage["server"];
let folder: string;
let generator: Stage["generator"];
beforeEach(async () => {
  stage = await setUp();
  ({ server, folder, generator } = stage);
});
afterEach(() => stage[Symbol.asyncDispose]());

const start = () => generator.start(REQUEST, startContext({ scratchDir: folder }));
const status = (handle: RolloutHandle) => generator.status(handle, startContext());
const running = (id: string) => ({ queue_running: [[1, id, {}]], queue_pending: [] });

describe("status", () => {
  it("asks the history, then the queue, then the history again", async () => {
    const handle = await start();
    server.seen.length = 0;
    expect(await status(handle)).toMatchObject({ state: "absent" });
    expect(server.keys()).toEqual([
      `GET /history/${handle.id}`,
      "GET /queue",
      `GET /history/${handle.id}`,
    ]);
  });

  it.each([
    ["a page", { bytes: new TextEncoder().encode("<html>Sign in</html>") }],
    ["a message", { json: { detail: "one moment" } }],
  ])("does not take a job for absent because of %s in place of the queue", async (_, answer) => {
    const handle = await start();
    server.answer("GET /queue", () => answer);
    expect((await failureOf(status(handle))).isRetryable).toBe(true);
  });

  it("finds a job that ended between the two questions", async () => {
    const handle = await start();
    let asked = 0;
    server.answer("GET /history", () => {
      asked += 1;
      return { json: asked === 1 ? {} : { [handle.id]: entryOf([]) } };
    });
    expect(await status(handle)).toEqual({ state: "succeeded" });
  });

  it.each([
    ["success", entryOf([["execution_success", {}]]), { state: "succeeded" }],
    [
      "an entry with fields that are not as they should be",
      { outputs: null, status: { status_str: 7, messages: null } },
      { state: "succeeded" },
    ],
    ["an old server's entry", { outputs: {}, status: null }, { state: "succeeded" }],
    [
      "a failed node",
      {
        status: {
          status_str: "error",
          messages: [
            ["execution_start", {}],
            [
              "execution_error",
              {
                node_id: "3",
                node_type: "KSampler",
                exception_message: "out of memory hunter22\n",
              },
            ],
          ],
        },
      },
      { state: "failed", reason: "node 3 (KSampler) failed: out of memory [redacted]" },
    ],
    [
      "an error without a message",
      { status: { status_str: "error", messages: [] } },
      { state: "failed", reason: expect.stringMatching(/not why/) },
    ],
    [
      "an interrupted job",
      { status: { status_str: "error", messages: [["execution_interrupted", { node_id: "3" }]] } },
      { state: "canceled", reason: expect.stringMatching(/interrupt/) },
    ],
  ])("reads %s", async (_what, entry, expected) => {
    const handle = await start();
    server.answer("GET /history", () => ({ json: { [handle.id]: entry } }));
    expect(await status(handle)).toEqual(expected);
  });

  it.each([
    ["a password of its address", (url: string) => url.replace("//", "//me:letmein-9876@"), ""],
    ["a key with blanks around it", (url: string) => url, " letmein-9876 \n"],
  ])("does not repeat %s", async (_, addressOf, key) => {
    const env = { COMFYUI_URL: addressOf(server.url), COMFYUI_API_KEY: key };
    generator = comfyuiHost.create(optionsFor(env));
    const handle = await start();
    const said = { node_id: "3", exception_message: "denied for letmein-9876" };
    const entry = entryOf([["execution_error", said]]);
    server.answer("GET /history", () => ({ json: { [handle.id]: entry } }));
    const ended = await status(handle);
    expect(ended).toMatchObject({ state: "failed", reason: expect.stringMatching(/denied for/) });
    expect(JSON.stringify(ended)).not.toContain("letmein");
  });

  it("repeats no part of a key that stands where the text is cut", async () => {
    const key = "letmein-9876-and-more";
    generator = comfyuiHost.create(
      optionsFor({ COMFYUI_URL: server.url, COMFYUI_API_KEY: key }, { redact: (text) => text }),
    );
    const handle = await start();
    const said = { node_id: "3", node_type: "K", exception_message: `${"x".repeat(460)}${key}` };
    const entry = entryOf([["execution_error", said]]);
    server.answer("GET /history", () => ({ json: { [handle.id]: entry } }));
    expect(JSON.stringify(await status(handle))).not.toContain(key.slice(0, 5));
  });

  it("tells waiting from running, with the progress that was heard", async () => {
    const handle = await start();
    await until(() => server.sockets.length === 1);
    server.answer("GET /queue", () => ({
      json: { queue_running: [], queue_pending: [[1, handle.id, {}]] },
    }));
    const waiting = status(handle);
    server.say("status", { status: { exec_info: { queue_remaining: 1 } } });
    server.say("progress", { prompt_id: "somebody else's", node: "3", value: 9, max: 10 });
    expect(await waiting).toEqual({ state: "queued" });
    server.answer("GET /queue", () => ({ json: running(handle.id) }));
    server.say("progress_state", { prompt_id: handle.id, nodes: { "3": { value: 1, max: 4 } } });
    server.say("progress", { prompt_id: handle.id, node: "4", value: 1, max: 1 });
    expect(await status(handle)).toEqual({ state: "running", progressRatio: 0.25 });
  });

  it("answers early when the end is heard", async () => {
    generator = comfyuiHost.create(optionsFor({ COMFYUI_URL: server.url }, { firstPauseMs: 2000 }));
    const handle = await start();
    await until(() => server.sockets.length === 1);
    let isDone = false;
    server.answer("GET /queue", () => ({ json: running(handle.id) }));
    server.answer("GET /history", () => ({ json: isDone ? { [handle.id]: entryOf([]) } : {} }));
    const begun = performance.now();
    const asked = status(handle);
    await until(() => server.keys().includes("GET /queue"));
    isDone = true;
    server.say("execution_success", { prompt_id: handle.id });
    expect(await asked).toEqual({ state: "succeeded" });
    expect(performance.now() - begun).toBeLessThan(1000);
    await until(() => server.sockets[0]?.readyState === 3);
  });

  it("does without a socket, and takes up a job of another process with its client id", async () => {
    const handle = await start();
    const later = comfyuiHost.create(optionsFor({ COMFYUI_URL: server.url }));
    server.answer("GET /queue", () => ({ json: running(handle.id) }));
    for (const socket of server.sockets) socket.terminate();
    expect(await later.status(handle, startContext())).toEqual({ state: "running" });
    await until(() => server.clientIds.length === 2);
    expect(server.clientIds[1]).toBe(server.clientIds[0]);
    await later.cancel(handle);
  });

  it("ends at once when aborted", async () => {
    generator = comfyuiHost.create(optionsFor({ COMFYUI_URL: server.url }, { firstPauseMs: 2000 }));
    const handle = await start();
    await until(() => server.sockets.length === 1);
    server.answer("GET /queue", () => ({ json: running(handle.id) }));
    const stopper = new AbortController();
    const asked = generator.status(handle, startContext({ signal: stopper.signal }));
    await until(() => server.keys().includes("GET /queue"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    stopper.abort();
    await expect(asked).rejects.toThrow(/abort/i);
  });

  it("refuses the handle of another adapter", async () => {
    await expect(status({ generator: "wan-test", id: "x", data: { url: 1 } })).rejects.toThrow(
      UsageError,
    );
  });
});

describe("result", () => {
  const SAVED = { filename: "p_00001_.mp4", subfolder: "a&b", type: "output" };
  const fetchIt = async (outputs: unknown) => {
    const handle = await start();
    server.answer("GET /history", () => ({ json: { [handle.id]: entryOf([], outputs) } }));
    return generator.result(handle, join(folder, "clip.mp4"), startContext());
  };

  it("writes the file of the bound node", async () => {
    const result = await fetchIt({ "9": { images: [SAVED], animated: [true] } });
    expect(result).toEqual({ path: join(folder, "clip.mp4"), kind: "video", warnings: [] });
    expect(await readFile(result.path)).toEqual(MP4);
    expect(Object.fromEntries(server.seen.at(-1)?.query ?? [])).toEqual(SAVED);
  });

  it("takes another node's clip with a warning", async () => {
    const result = await fetchIt({
      "7": { gifs: [SAVED] },
      "8": { images: [{ filename: "a.png" }] },
    });
    expect(result.warnings).toEqual([expect.stringMatching(/node 9 has no video, node 7 has/)]);
  });

  it.each([
    ["the key is refused", { status: 401, json: {} }, true],
    ["a page comes in its place", { bytes: new TextEncoder().encode("<html>") }, true],
    ["it is gone", { status: 404, json: {} }, false],
  ])("can be had later unless it is gone: %s", async (_, answer, isRetryable) => {
    server.answer("GET /view", () => answer);
    const failing = fetchIt({ "9": { images: [SAVED], animated: [true] } });
    expect((await failureOf(failing)).isRetryable).toBe(isRetryable);
  });

  it("is not lost while the history cannot be asked", async () => {
    const handle = await start();
    server.answer("GET /history", () => ({ status: 403, json: {} }));
    const failing = generator.result(handle, join(folder, "clip.mp4"), startContext());
    expect((await failureOf(failing)).isRetryable).toBe(true);
  });

  it("says what there is when there is no clip, no job, and no video in the file", async () => {
    await expect(fetchIt({ "9": { images: [{ filename: "a.png" }] } })).rejects.toThrow(
      /expected a video .* outputs of 9.*probe:output/,
    );
    const handle = await start();
    server.answer("GET /history", () => ({ json: {} }));
    await expect(
      generator.result(handle, join(folder, "clip.mp4"), startContext()),
    ).rejects.toThrow(/forgets its jobs/);
    server.answer("GET /view", () => ({ bytes: new TextEncoder().encode("<html>") }));
    await expect(fetchIt({ "9": { images: [SAVED], animated: [true] } })).rejects.toThrow(
      ProviderError,
    );
  });
});

describe("cancel", () => {
  it("takes a waiting job out of the queue and interrupts nothing", async () => {
    const handle = await start();
    server.answer("GET /queue", () => ({ json: running("somebody else's") }));
    server.seen.length = 0;
    await generator.cancel(handle);
    expect(server.keys()).toEqual(["POST /queue", "GET /queue"]);
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({ delete: [handle.id] });
  });

  it("interrupts a running job by its id", async () => {
    const handle = await start();
    server.answer("GET /queue", () => ({ json: running(handle.id) }));
    await generator.cancel(handle);
    expect(server.seen.at(-1)).toMatchObject({ key: "POST /interrupt" });
    expect(JSON.parse(server.seen.at(-1)?.body ?? "")).toEqual({ prompt_id: handle.id });
  });
});
