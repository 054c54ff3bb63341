import { Agent, fetch as undiciFetch } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createDemoServer, type DemoProvider, queueOf, type RunningDemoServer } from "../index.ts";
import { ask, dataUri, demoPng, formOf, poll, probeClip, TOKEN } from "../testing/requests.ts";
import { demoWorkflow } from "../testing/workflow.ts";
import { seededFaults } from "./seeded-faults.ts";
import type { DemoAction, Fault } from "./types.ts";

const servers: RunningDemoServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(fault: Fault, action: DemoAction = "create") {
  const server = await createDemoServer({ jobMs: 20, faults: queueOf([{ fault, action }]) }).start(
    0,
  );
  servers.push(server);
  return server;
}

/** One create at each provider. */
const CREATES: readonly (readonly [DemoProvider, (url: string) => Promise<Response>])[] = [
  [
    "replicate",
    (url) =>
      fetch(`${url}/replicate/v1/models/wan-video/wan-2.2-i2v-a14b/predictions`, {
        method: "POST",
        headers: TOKEN,
        body: JSON.stringify({ input: { prompt: "a", image: dataUri(demoPng()) } }),
      }),
  ],
  ["vllm-omni", (url) => postVideo(`${url}/v1/videos`)],
  ["sglang", (url) => postVideo(`${url}/sglang/v1/videos`)],
  [
    "openai",
    (url) =>
      fetch(`${url}/v1/images/edits`, {
        method: "POST",
        headers: TOKEN,
        body: formOf({ model: "gpt-image-2", prompt: "a" }, { field: "image", bytes: demoPng() }),
      }),
  ],
  [
    "comfyui",
    async (url) => {
      await upload(url);
      return fetch(`${url}/comfyui/prompt`, {
        method: "POST",
        body: JSON.stringify({
          prompt: demoWorkflow("frame.png", "SaveVideo"),
          prompt_id: "mine",
          client_id: "me",
        }),
      });
    },
  ],
];

function postVideo(url: string): Promise<Response> {
  const form = formOf(
    { prompt: "a", num_frames: "3", fps: "8" },
    { field: "input_reference", bytes: demoPng() },
  );
  return fetch(url, { method: "POST", body: form });
}

function upload(url: string) {
  const form = formOf({}, { field: "image", bytes: demoPng() });
  return ask(`${url}/comfyui/upload/image`, { form });
}

/** Creates at Replicate; urls of the prediction. */
async function predict(url: string) {
  const [, create] = CREATES[0] ?? [];
  const body = await (await create?.(url))?.json();
  return body.urls as { readonly get: string; readonly cancel: string };
}

/** A finished clip of vLLM-Omni; its address. */
async function finishVideo(url: string): Promise<string> {
  const { id } = await (await postVideo(`${url}/v1/videos`)).json();
  const job = `${url}/v1/videos/${id}`;
  await poll(job, (body) => body["status"] === "completed");
  return `${job}/content`;
}

describe.each(CREATES)("creates at %s", (provider, create) => {
  it.each<readonly [string, Fault, number, number]>([
    ["429 with Retry-After", { kind: "too-many-requests", retryAfterSec: 7 }, 429, 0],
    ["429 in words", { kind: "too-many-requests", retryAfterSec: 30, says: "detail" }, 429, 0],
    ["503", { kind: "unavailable" }, 503, 0],
    ["500 after it was taken", { kind: "error-500-after" }, 500, 1],
    ["a detail", { kind: "detail-error", status: 402, detail: "pay" }, 402, 0],
    ["404", { kind: "not-found" }, 404, 0],
  ])("%s", async (_name, fault, status, charged) => {
    const server = await start(fault);
    const answer = await create(server.url);
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(server.stats().creates[provider]).toBe(charged);
    expect(server.faults.played()).toMatchObject([
      { provider, action: "create", ordinal: 0, fault },
    ]);
    if (fault.kind === "too-many-requests") {
      const isHeader = fault.says !== "detail";
      expect(answer.headers.get("Retry-After")).toBe(isHeader ? "7" : null);
      expect(text).toContain(`resets in ~${fault.retryAfterSec}s`);
    }
    if (fault.kind === "detail-error") expect(JSON.parse(text)).toEqual({ detail: "pay" });
    expect((await create(server.url)).status).toBeLessThan(300);
    expect(server.stats().creates[provider]).toBe(charged + 1);
  });

  it.each([
    ["reset-before", 0],
    ["reset-after", 1],
  ] as const)("%s", async (kind, charged) => {
    const server = await start({ kind });
    await expect(create(server.url)).rejects.toThrow("fetch failed");
    expect(server.stats().creates[provider]).toBe(charged);
  });

  it.each(["stall-headers", "stall-body"] as const)("%s", async (kind) => {
    const server = await start({ kind, forMs: 60 });
    const began = performance.now();
    const answered = create(server.url).then((answer) => answer.text());
    await expect(answered).rejects.toThrow();
    expect(performance.now() - began).toBeGreaterThan(55);
    expect(server.stats().creates[provider]).toBe(1);
  });
});

it("a stall without an end lasts until the client goes, and does not keep the server open", async () => {
  const server = await start({ kind: "stall-headers" }, "status");
  const { get } = await predict(server.url);
  const dispatcher = new Agent({ headersTimeout: 50 });
  await expect(undiciFetch(get, { headers: TOKEN, dispatcher })).rejects.toThrow("fetch failed");
  await dispatcher.close();
});

describe("jobs", () => {
  it.each(["create", "status"] as const)("abort and fail, told at %s", async (action) => {
    for (const [kind, status] of [
      ["job-aborted", "aborted"],
      ["job-failed", "failed"],
    ] as const) {
      const server = await start({ kind }, action);
      const { get } = await predict(server.url);
      const done = await poll(get, (body) => "completed_at" in body);
      expect(done).toMatchObject({ status, output: null });
      expect(typeof done["error"]).toBe(kind === "job-failed" ? "string" : "object");
    }
  });

  it("fail at vLLM-Omni with the status of the failure, at SGLang with 200", async () => {
    for (const [prefix, status] of [
      ["/v1", 500],
      ["/sglang/v1", 200],
    ] as const) {
      const server = await start({ kind: "job-failed" });
      const { id } = await (await postVideo(`${server.url}${prefix}/videos`)).json();
      const url = `${server.url}${prefix}/videos/${id}`;
      const body = await poll(url, (job) => job["status"] === "failed");
      expect(body["error"]).toMatchObject({ message: expect.stringContaining("out of memory") });
      expect((await fetch(url)).status).toBe(status);
    }
  });

  it("never end", async () => {
    const clock = { nowMs: 1000 };
    const faults = queueOf([{ fault: { kind: "job-never-ends" } }]);
    const server = await createDemoServer({ faults, now: () => clock.nowMs }).start(0);
    servers.push(server);
    const { get } = await predict(server.url);
    clock.nowMs += 3_600_000;
    expect((await ask(get, { headers: TOKEN })).body["status"]).toBe("processing");
  });

  it("lose their output", async () => {
    const server = await start({ kind: "output-expired" });
    const { get } = await predict(server.url);
    const done = await poll(get, (body) => body["status"] === "succeeded");
    expect(done).toMatchObject({ output: null, data_removed: true });
    const id = String(done["id"]);
    expect((await fetch(`${server.url}/replicate/files/${id}/output.mp4`)).status).toBe(404);
  });

  it("succeed before their cancel arrives", async () => {
    const clock = { nowMs: 1000 };
    const faults = queueOf([{ fault: { kind: "cancel-races" }, action: "cancel" }]);
    const server = await createDemoServer({ faults, now: () => clock.nowMs }).start(0);
    servers.push(server);
    const { cancel } = await predict(server.url);
    const { body } = await ask(cancel, { method: "POST", headers: TOKEN });
    expect(body["status"]).toBe("succeeded");
    expect((await fetch(String(body["output"]))).status).toBe(200);
    const second = await predict(server.url);
    const canceled = await ask(second.cancel, { method: "POST", headers: TOKEN });
    expect(canceled.body["status"]).toBe("canceled");
  });
});

describe("downloads", () => {
  it("are cut short with a length that is met", async () => {
    const server = await start({ kind: "truncated", contentLength: "met" }, "content");
    const url = await finishVideo(server.url);
    const answer = await fetch(url);
    const half = new Uint8Array(await answer.arrayBuffer());
    expect(half.length).toBe(Number(answer.headers.get("Content-Length")));
    const whole = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(half.length).toBe(Math.ceil(whole.length / 2));
    expect((await probeClip(whole)).frames).toBe(3);
  });

  it("are cut short with a length that is not met", async () => {
    const server = await start({ kind: "truncated", contentLength: "unmet" }, "content");
    const answer = await fetch(await finishVideo(server.url));
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it("are pages that call themselves clips, and the reverse", async () => {
    const page = await start({ kind: "wrong-type", body: "html" }, "content");
    const html = await fetch(await finishVideo(page.url));
    expect(html.headers.get("Content-Type")).toBe("video/mp4");
    expect(await html.text()).toMatch(/^<!doctype html>/);
    const media = await start({ kind: "wrong-type", body: "media" }, "content");
    const clip = await fetch(await finishVideo(media.url));
    expect(clip.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect((await probeClip(new Uint8Array(await clip.arrayBuffer()))).frames).toBe(3);
  });

  it("are not there although the job is done", async () => {
    const server = await start({ kind: "not-found" }, "content");
    const url = await finishVideo(server.url);
    const missing = await ask(url);
    expect(missing).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    expect((await fetch(url)).status).toBe(200);
  });
});

describe("ComfyUI", () => {
  const post = async (url: string) => (await CREATES[4]?.[1](url))?.json();

  it("drops the websocket when the job begins, and the job goes on", async () => {
    const server = await start({ kind: "socket-drops" });
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/comfyui/ws?clientId=me`);
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    await new Promise((resolve) => socket.once("open", resolve));
    await post(server.url);
    expect(await closed).toBe(1006);
    await poll(`${server.url}/comfyui/history/mine`, (entries) => "mine" in entries);
  });

  it("renames uploads", async () => {
    const server = await start({ kind: "renamed-upload" }, "upload");
    expect((await upload(server.url)).body["name"]).toBe("frame (1).png");
  });

  it("tells of an error in the history", async () => {
    const server = await start({ kind: "execution-error" });
    await post(server.url);
    const history = await poll(
      `${server.url}/comfyui/history/mine`,
      (entries) => "mine" in entries,
    );
    expect(history["mine"]).toMatchObject({
      outputs: {},
      status: {
        status_str: "error",
        messages: [{}, ["execution_error", { exception_message: expect.any(String) }]],
      },
    });
  });

  it("has an empty history for a while", async () => {
    const server = await start({ kind: "history-empty", polls: 2 });
    await post(server.url);
    await poll(`${server.url}/comfyui/queue`, (queue) => JSON.stringify(queue).length < 45);
    const seen = [];
    for (let index = 0; index < 3; index += 1) {
      seen.push("mine" in (await ask(`${server.url}/comfyui/history/mine`)).body);
    }
    expect(seen).toEqual([false, false, true]);
  });
});

describe("seededFaults", () => {
  const question = { provider: "replicate", action: "content", job: undefined } as const;
  const draw = (seed: number, rate: number) =>
    Array.from({ length: 400 }, (_, ordinal) => seededFaults(seed, rate)({ ...question, ordinal }));

  it("plays the same for the same seed, and something else for another", () => {
    expect(draw(7, 0.3)).toEqual(draw(7, 0.3));
    expect(draw(7, 0.3)).not.toEqual(draw(8, 0.3));
  });

  it("keeps to its rate, and plays every kind that fits", () => {
    const faults = draw(7, 0.3).filter((fault) => fault !== undefined);
    expect(faults.length).toBeGreaterThan(80);
    expect(faults.length).toBeLessThan(160);
    expect(new Set(faults.map(({ kind }) => kind)).size).toBe(10);
    expect(draw(7, 0).every((fault) => fault === undefined)).toBe(true);
  });

  it("can be kept to some kinds", () => {
    const plan = seededFaults(7, 1, { kinds: ["unavailable", "socket-drops"] });
    expect(plan({ ...question, ordinal: 0 })).toEqual({ kind: "unavailable" });
    expect(seededFaults(7, 1, { kinds: [] })({ ...question, ordinal: 0 })).toBeUndefined();
  });
});
