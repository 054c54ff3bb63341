import { Agent, fetch as undiciFetch } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createDemoServer, queueOf, type RunningDemoServer } from "../index.ts";
import { CREATES, finishVideo, postVideo, predict, upload } from "../testing/creates.ts";
import { ask, poll, probeClip, TOKEN } from "../testing/requests.ts";
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
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/comfyui/ws?clientId=me`);
    const done = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer) => {
        if (data.includes("execution_success")) resolve();
      });
    });
    await new Promise((resolve) => socket.once("open", resolve));
    await post(server.url);
    await done;
    const seen = [];
    for (let index = 0; index < 3; index += 1) {
      const { body } = await ask(`${server.url}/comfyui/queue`);
      const [row] = body["queue_running"] as readonly (readonly unknown[])[];
      const isKnown = "mine" in (await ask(`${server.url}/comfyui/history/mine`)).body;
      seen.push([row?.[1], isKnown]);
    }
    expect(seen).toEqual([
      ["mine", false],
      ["mine", false],
      [undefined, true],
    ]);
  });
});
