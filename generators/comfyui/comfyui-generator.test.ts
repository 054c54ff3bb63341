import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { MissingToolError, ProviderError, UsageError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import type { Generator, RolloutHandle, RolloutRequest } from "../generator.ts";
import type { CreateOptions, Env } from "../host.ts";
import { modelSchema } from "../models/schema.ts";
import { comfyuiHost } from "./index.ts";

const PREFIX = "/comfyui";
/** The first bytes of an MP4: enough for what looks at beginnings. */
const MP4 = Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex");
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Answer = {
  readonly status?: number;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
};
type Seen = {
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly authorization: string | undefined;
};

/** A server that answers what a test says and keeps what it was asked. */
async function startServer() {
  const seen: Seen[] = [];
  const answers = new Map<string, (request: Seen) => Answer>([
    ["POST /upload/image", () => ({ json: { name: "a (1).png", subfolder: "", type: "input" } })],
    ["GET /queue", () => ({ json: { queue_running: [], queue_pending: [] } })],
    ["POST /queue", () => ({})],
    ["POST /interrupt", () => ({})],
    ["GET /view", () => ({ bytes: MP4 })],
    [
      "POST /prompt",
      ({ body }) => ({
        json: { prompt_id: JSON.parse(body).prompt_id, number: 1, node_errors: {} },
      }),
    ],
  ]);
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? "", "http://127.0.0.1");
      const path = url.pathname.slice(PREFIX.length);
      const key = `${request.method} ${path.startsWith("/history/") ? "/history" : path}`;
      const one = {
        key: `${request.method} ${path}`,
        query: url.searchParams,
        body,
        authorization: request.headers.authorization,
      };
      seen.push(one);
      const { status = 200, json, bytes } = answers.get(key)?.(one) ?? { json: {} };
      response.writeHead(status, {
        "content-type": bytes === undefined ? "application/json" : "video/mp4",
      });
      response.end(bytes ?? (json === undefined ? "" : JSON.stringify(json)));
    });
  });
  const sockets: WebSocket[] = [];
  const clientIds: (string | null)[] = [];
  const hub = new WebSocketServer({ server, path: `${PREFIX}/ws` });
  hub.on("connection", (socket, request) => {
    sockets.push(socket);
    clientIds.push(new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("clientId"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${PREFIX}`,
    seen,
    keys: () => seen.map(({ key }) => key),
    answer: (key: string, give: (request: Seen) => Answer) => answers.set(key, give),
    sockets,
    clientIds,
    say: (type: string, data: unknown) => {
      for (const socket of sockets) socket.send(JSON.stringify({ type, data }));
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

const WORKFLOW = {
  "1": { class_type: "LoadImage", inputs: { image: "x.png" } },
  "2": { class_type: "CLIPTextEncode", inputs: { text: "" } },
  "3": {
    class_type: "KSampler",
    inputs: { positive: ["2", 0], seed: 5, latent_image: ["4", 0] },
  },
  "4": { class_type: "Clip", inputs: { width: 1, height: 1, length: 1 } },
  "9": { class_type: "SaveVideo", inputs: { video: ["3", 0], filename_prefix: "p" } },
};
const MODEL = modelSchema.parse({
  id: "wan-test",
  title: "Test",
  kind: "video",
  defaults: { frames: 5, fps: 8, widthPx: 64, heightPx: 32 },
  hosts: {
    comfyui: {
      capabilities: {
        frames: { min: 1, max: 81, step: 4 },
        fps: { min: 1, max: 60 },
        sizeStep: 16,
        seed: true,
      },
    },
  },
});
const REQUEST: RolloutRequest = {
  instanceId: "pipe-easy-1",
  firstFramePng: new TextEncoder().encode("abc"),
  prompt: "turn it",
  frames: 6,
  fps: 8,
  widthPx: 64,
  heightPx: 32,
  seed: 0,
};

function optionsFor(env: Env, given: Partial<CreateOptions> = {}): CreateOptions {
  return {
    model: MODEL,
    env,
    redact: (text) => text.replaceAll("hunter22", "[redacted]"),
    deadlineMs: 1000,
    price: { estimateUsd: () => 0, costUsd: () => null },
    workflow: { name: "w.json", text: JSON.stringify(WORKFLOW) },
    firstPauseMs: 20,
    ...given,
  };
}

const entryOf = (messages: unknown[], outputs: unknown = {}) => ({
  outputs,
  status: { status_str: "success", completed: true, messages },
});

let server: Awaited<ReturnType<typeof startServer>>;
let folder: string;
let generator: Generator;
beforeEach(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), "topoprobe-comfyui-"));
  generator = comfyuiHost.create(optionsFor({ COMFYUI_URL: `${server.url}/` }));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const start = (given = {}) =>
  generator.start(REQUEST, startContext({ scratchDir: folder, ...given }));
const status = (handle: RolloutHandle) => generator.status(handle, startContext());

async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !isSo(); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(isSo()).toBe(true);
}

describe("host", () => {
  it("says what is missing", () => {
    expect(comfyuiHost.missing({})?.variable).toBe("COMFYUI_URL");
    expect(comfyuiHost.missing({ COMFYUI_URL: "" })?.variable).toBe("COMFYUI_URL");
    expect(comfyuiHost.missing({ COMFYUI_URL: "http://h" })).toBeUndefined();
    expect(() => comfyuiHost.create(optionsFor({}))).toThrow(MissingToolError);
  });

  it("refuses an address of another kind without repeating it, and a missing workflow", () => {
    expect(() =>
      comfyuiHost.create(optionsFor({ COMFYUI_URL: "localhost:8188/?k=hunter22" })),
    ).toThrow(UsageError);
    const { workflow: _none, ...without } = optionsFor({ COMFYUI_URL: "http://h" });
    expect(() => comfyuiHost.create(without)).toThrow(/--workflow FILE for wan-test/);
  });

  it("puts the workflow's hash into params, and neither address nor key", () => {
    const made = comfyuiHost.create(
      optionsFor({ COMFYUI_URL: "http://u:hunter22@h", COMFYUI_API_KEY: "hunter22" }),
    );
    expect(made.params["workflowSha256"]).toMatch(/^[0-9a-f]{64}$/);
    const shown = JSON.stringify([made.params, made.host?.preview(REQUEST)]);
    expect(shown).not.toMatch(/hunter22/);
    expect(JSON.stringify(made.params)).not.toMatch(/http/);
  });

  it("previews the filled workflow with hash and size in place of the picture", () => {
    const preview = generator.host?.preview(REQUEST);
    expect(preview).toMatchObject({
      method: "POST",
      url: `${server.url}/prompt`,
      body: {
        prompt: {
          "1": { inputs: { image: "<png, 3 bytes, sha256 ba7816bf8f01…>" } },
          "3": { inputs: { seed: 0 } },
          "4": { inputs: { width: 64, height: 32, length: 5 } },
        },
      },
    });
    expect(preview?.warnings.join("\n")).toMatch(/frames 6 is not offered/);
    expect(preview?.warnings.join("\n")).toMatch(/fps is not bound/);
    expect(server.seen).toEqual([]);
  });
});

describe("start", () => {
  it("uploads, notes the handle, then sends the workflow with the name that the server gave", async () => {
    const notes: unknown[] = [];
    const handle = await start({
      onSubmit: async (submitted: RolloutHandle) => {
        notes.push(submitted, server.keys().filter((key) => key === "POST /prompt").length);
      },
    });
    expect(notes).toEqual([handle, 0]);
    expect(handle.id).toMatch(UUID);
    expect(JSON.parse(JSON.stringify(handle))).toEqual(handle);
    expect(handle.warnings).toHaveLength(2);
    const [uploaded, prompted] = server.seen;
    expect(uploaded?.body).toMatch(/name="image"; filename="topoprobe-[0-9a-f]{16}\.png"/);
    expect(uploaded?.body).toContain("image/png");
    const sent = JSON.parse(prompted?.body ?? "");
    expect(sent).toMatchObject({
      prompt_id: handle.id,
      prompt: {
        "1": { inputs: { image: "a (1).png" } },
        "2": { inputs: { text: "turn it" } },
        "3": { inputs: { seed: 0 } },
        "4": { inputs: { length: 5 } },
        "9": { inputs: { filename_prefix: "p" } },
      },
    });
    await until(() => server.clientIds.length === 1);
    expect(server.clientIds).toEqual([sent.client_id]);
  });

  it("takes the server's id where it insists on one", async () => {
    server.answer("POST /prompt", () => ({ json: { prompt_id: "theirs", node_errors: {} } }));
    expect((await start()).id).toBe("theirs");
  });

  it("names the folder of the upload", async () => {
    server.answer("POST /upload/image", () => ({
      json: { name: "b.png", subfolder: "s", type: "temp" },
    }));
    await start();
    const sent = JSON.parse(server.seen[1]?.body ?? "");
    expect(sent.prompt["1"].inputs.image).toBe("s/b.png [temp]");
  });

  it("sends the key, or the login of the address", async () => {
    for (const [env, expected] of [
      [{ COMFYUI_URL: server.url, COMFYUI_API_KEY: "k" }, "Bearer k"],
      [{ COMFYUI_URL: server.url.replace("//", "//user:p%40ss@") }, `Basic ${btoa("user:p@ss")}`],
    ] as const) {
      server.seen.length = 0;
      generator = comfyuiHost.create(optionsFor(env));
      await start();
      expect(server.seen.map(({ authorization }) => authorization)).toEqual([expected, expected]);
    }
  });

  it("fails before anything is sent when the picture is refused", async () => {
    server.answer("POST /upload/image", () => ({ status: 400 }));
    await expect(start()).rejects.toThrow(/uploaded picture .* status 400/);
    expect(server.keys()).toEqual(["POST /upload/image"]);
  });

  const NODE_ERRORS = {
    "3": {
      class_type: "UNETLoader",
      errors: [
        { type: "value_not_in_list", message: "Value not in list", details: "unet_name: 'x'" },
      ],
    },
  };

  it("is certainly not started when the workflow is refused, naming node and message", async () => {
    for (const status of [400, 200]) {
      server.answer("POST /prompt", () => ({
        status,
        json: { error: { message: "Prompt outputs failed validation" }, node_errors: NODE_ERRORS },
      }));
      const error = await start().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ mayHaveStarted: false, isRetryable: false });
      expect(String(error)).toMatch(/Prompt outputs failed validation/);
      expect(String(error)).toMatch(/node 3 \(UNETLoader\): Value not in list: unet_name: 'x'/);
    }
  });

  it("warns of nodes that the server leaves out of a job that it takes", async () => {
    server.answer("POST /prompt", () => ({ json: { prompt_id: "p", node_errors: NODE_ERRORS } }));
    expect((await start()).warnings?.at(-1)).toMatch(/leaves out node 3 \(UNETLoader\)/);
  });

  it("may have started when the answer makes no sense or is an error of the server", async () => {
    server.answer("POST /prompt", () => ({ json: { hello: "hunter22" } }));
    const odd = await start().catch((thrown: unknown) => thrown);
    expect(odd).toMatchObject({ mayHaveStarted: true });
    expect(String(odd)).not.toMatch(/hunter22/);
    server.answer("POST /prompt", () => ({ status: 500 }));
    await expect(start()).rejects.toMatchObject({ mayHaveStarted: true });
    expect(server.keys().filter((key) => key === "POST /prompt")).toHaveLength(2);
  });
});

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

  it("tells waiting from running, with the progress that was heard", async () => {
    const handle = await start();
    await until(() => server.sockets.length === 1);
    server.answer("GET /queue", () => ({ json: { queue_pending: [[1, handle.id, {}]] } }));
    const waiting = status(handle);
    server.say("status", { status: { exec_info: { queue_remaining: 1 } } });
    server.say("progress", { prompt_id: "somebody else's", node: "3", value: 9, max: 10 });
    expect(await waiting).toEqual({ state: "queued" });
    server.answer("GET /queue", () => ({ json: { queue_running: [[1, handle.id, {}]] } }));
    server.say("progress_state", { prompt_id: handle.id, nodes: { "3": { value: 1, max: 4 } } });
    server.say("progress", { prompt_id: handle.id, node: "4", value: 1, max: 1 });
    expect(await status(handle)).toEqual({ state: "running", progressRatio: 0.25 });
  });

  it("answers early when the end is heard", async () => {
    generator = comfyuiHost.create(optionsFor({ COMFYUI_URL: server.url }, { firstPauseMs: 2000 }));
    const handle = await start();
    await until(() => server.sockets.length === 1);
    let isDone = false;
    server.answer("GET /queue", () => ({ json: { queue_running: [[1, handle.id]] } }));
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
    server.answer("GET /queue", () => ({ json: { queue_running: [[1, handle.id]] } }));
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
    server.answer("GET /queue", () => ({ json: { queue_running: [[1, handle.id]] } }));
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
    server.answer("GET /queue", () => ({ json: { queue_running: [[1, "somebody else's"]] } }));
    server.seen.length = 0;
    await generator.cancel(handle);
    expect(server.keys()).toEqual(["POST /queue", "GET /queue"]);
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({ delete: [handle.id] });
  });

  it("interrupts a running job by its id", async () => {
    const handle = await start();
    server.answer("GET /queue", () => ({ json: { queue_running: [[1, handle.id]] } }));
    await generator.cancel(handle);
    expect(server.seen.at(-1)).toMatchObject({ key: "POST /interrupt" });
    expect(JSON.parse(server.seen.at(-1)?.body ?? "")).toEqual({ prompt_id: handle.id });
  });
});
