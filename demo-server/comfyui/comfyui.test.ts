import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createDemoServer, type RunningDemoServer } from "../index.ts";
import { ask, demoPng, formOf, poll, probeClip } from "../testing/requests.ts";
import { demoWorkflow } from "../testing/workflow.ts";
import { readPrompt } from "./read-prompt.ts";

const SAMPLES = new URL("../../samples/workflows/", import.meta.url);
let server: RunningDemoServer;
let api: string;

beforeAll(async () => {
  server = await createDemoServer({ jobMs: 100, seed: "comfyui" }).start(0);
  api = `${server.url}/comfyui`;
});
afterAll(() => server.close());

const upload = (colour: string, fields: Readonly<Record<string, string>> = {}) => {
  const bytes = demoPng(64, 48, colour);
  return ask(`${api}/upload/image`, { form: formOf(fields, { field: "image", bytes }) });
};

describe("uploads", () => {
  it("keep their name unless another picture has it", async () => {
    const names = [];
    for (const colour of ["#ff0000", "#ff0000", "#00ff00"]) {
      names.push((await upload(colour)).body["name"]);
    }
    names.push((await upload("#0000ff", { overwrite: "true" })).body["name"]);
    expect(names).toEqual(["frame.png", "frame.png", "frame (1).png", "frame.png"]);
  });

  it("are pictures", async () => {
    const bytes = new TextEncoder().encode("no picture");
    const form = formOf({}, { field: "image", bytes });
    expect((await ask(`${api}/upload/image`, { form })).status).toBe(400);
  });
});

describe("prompts", () => {
  it.each([
    ["SaveVideo", "images", { animated: [true] }],
    ["VHS_VideoCombine", "gifs", {}],
  ] as const)("with %s leave their file under %s", async (output, field, extra) => {
    const { body } = await upload("#ff8800");
    const prompt = demoWorkflow(String(body["name"]), output);
    const posted = await ask(`${api}/prompt`, { json: { prompt } });
    expect(posted).toMatchObject({ status: 200, body: { node_errors: {} } });
    const id = String(posted.body["prompt_id"]);
    const history = await poll(`${api}/history/${id}`, (entries) => id in entries);
    const entry = history[id] as {
      outputs: Record<string, Record<string, Record<string, string>[]>>;
    };
    expect(entry).toMatchObject({ status: { status_str: "success", completed: true } });
    expect(entry.outputs["4"]).toMatchObject(extra);
    const [file] = entry.outputs["4"]?.[field] ?? [];
    expect(file).toMatchObject({ subfolder: "probe", type: "output" });
    const query = new URLSearchParams({ filename: file?.["filename"] ?? "", subfolder: "probe" });
    const view = await fetch(`${api}/view?${query}&type=output`);
    expect(await probeClip(new Uint8Array(await view.arrayBuffer()))).toEqual({
      frames: 5,
      fps: 8,
      widthPx: 64,
      heightPx: 48,
    });
  });

  it("are told of by websocket, previews in between", async () => {
    const { body } = await upload("#ff8800");
    const socket = new WebSocket(`${api.replace("http", "ws")}/ws?clientId=me`);
    const seen: string[] = [];
    const ended = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer, isBinary: boolean) => {
        const type: string = isBinary ? "binary" : JSON.parse(data.toString()).type;
        seen.push(type);
        if (type === "execution_success") resolve();
      });
    });
    await new Promise((resolve) => socket.once("open", resolve));
    const prompt = demoWorkflow(String(body["name"]), "SaveVideo");
    const json = { prompt, client_id: "me", prompt_id: "mine" };
    expect((await ask(`${api}/prompt`, { json })).body["prompt_id"]).toBe("mine");
    await ended;
    socket.close();
    expect(seen.slice(0, 8)).toEqual([
      "status",
      "execution_start",
      "execution_cached",
      "executing",
      "progress",
      "binary",
      "executed",
      "execution_success",
    ]);
  });

  it("can be taken out of the queue, and interrupted one by one", async () => {
    const clock = { nowMs: 1000 };
    const own = await createDemoServer({ jobMs: 100, now: () => clock.nowMs }).start(0);
    try {
      const comfyui = `${own.url}/comfyui`;
      const form = formOf({}, { field: "image", bytes: demoPng() });
      await ask(`${comfyui}/upload/image`, { form });
      const prompt = demoWorkflow("frame.png", "SaveVideo");
      for (const prompt_id of ["waiting", "running", "other"]) {
        await ask(`${comfyui}/prompt`, { json: { prompt, prompt_id } });
      }
      await ask(`${comfyui}/interrupt`, { json: { prompt_id: "other" } });
      await ask(`${comfyui}/queue`, { json: { delete: ["waiting"] } });
      clock.nowMs += 50;
      const { body } = await ask(`${comfyui}/queue`);
      const rows = body["queue_running"] as readonly (readonly unknown[])[];
      expect(rows.map((row) => row.slice(0, 2))).toEqual([
        [2, "running"],
        [3, "other"],
      ]);
      await ask(`${comfyui}/interrupt`, { json: { prompt_id: "running" } });
      clock.nowMs += 50;
      await poll(`${comfyui}/history/other`, (entries) => "other" in entries);
      expect((await ask(`${comfyui}/history/waiting`)).body).toEqual({});
      const { body: history } = await ask(`${comfyui}/history/running`);
      expect(history["running"]).toMatchObject({
        status: { completed: false, messages: [{}, ["execution_interrupted", {}]] },
      });
    } finally {
      await own.close();
    }
  });

  it("are refused with the node's errors, and not charged", async () => {
    const before = server.stats().billableCreates;
    const prompt = demoWorkflow("nobody-sent-this.png", "SaveVideo");
    const { status, body } = await ask(`${api}/prompt`, { json: { prompt } });
    expect([status, body["error"]]).toMatchObject([
      400,
      { type: "prompt_outputs_failed_validation" },
    ]);
    expect(body["node_errors"]).toMatchObject({
      1: { class_type: "LoadImage", errors: [{ type: "custom_validation_failed" }] },
    });
    expect((await ask(`${api}/prompt`, { json: {} })).body["error"]).toMatchObject({
      type: "no_prompt",
    });
    expect(server.stats().billableCreates).toBe(before);
  });
});

describe("readPrompt", () => {
  const workflow = demoWorkflow("a.png", "SaveVideo");
  const read = (changes: Readonly<Record<string, unknown>>) =>
    readPrompt({ ...workflow, ...changes }, (name) => name === "a.png");

  it("refuses unknown classes, lost links and missing inputs", () => {
    expect(read({ 9: { class_type: "Wand", inputs: {} } })).toMatchObject({
      error: { type: "missing_node_type" },
    });
    const inputs = { video: ["77", 0], filename_prefix: "a", format: "auto", codec: "auto" };
    expect(read({ 4: { class_type: "SaveVideo", inputs } })).toMatchObject({
      nodeErrors: { 4: { errors: [{ type: "bad_linked_input" }] } },
    });
    expect(read({ 3: { class_type: "CreateVideo", inputs: { fps: 8 } } })).toMatchObject({
      nodeErrors: { 3: { errors: [{ type: "required_input_missing" }] } },
    });
    expect(readPrompt({ 1: workflow["1"] }, () => true)).toMatchObject({
      error: { type: "prompt_no_outputs" },
    });
    expect(readPrompt([], () => true)).toMatchObject({ error: { type: "invalid_prompt" } });
  });

  it.each(readdirSync(SAMPLES).filter((name) => name.endsWith(".json")))("knows %s", (name) => {
    const prompt = JSON.parse(readFileSync(new URL(name, SAMPLES), "utf8"));
    expect(readPrompt(prompt, () => true)).toMatchObject({
      ok: true,
      order: { outputClass: "SaveVideo", shape: { frames: expect.any(Number) } },
    });
  });
});
