/** A generator at ComfyUI whose server is the test's. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Generator, RolloutRequest } from "../../generator.ts";
import type { CreateOptions, Env } from "../../host.ts";
import { modelSchema } from "../../models/schema.ts";
import { comfyuiHost } from "../index.ts";
import { startServer } from "./server.ts";

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

export const REQUEST: RolloutRequest = {
  instanceId: "pipe-easy-1",
  firstFramePng: new TextEncoder().encode("abc"),
  prompt: "turn it",
  frames: 6,
  fps: 8,
  widthPx: 64,
  heightPx: 32,
  seed: 0,
};

/** Of a video model, with a workflow and short pauses. */
export function optionsFor(env: Env, given: Partial<CreateOptions> = {}): CreateOptions {
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

/** A job in the history that ended well, unless its messages say otherwise. */
export const entryOf = (messages: unknown[], outputs: unknown = {}) => ({
  outputs,
  status: { status_str: "success", completed: true, messages },
});

export type Stage = AsyncDisposable & {
  readonly server: Awaited<ReturnType<typeof startServer>>;
  /** Empty; removed at the end. */
  readonly folder: string;
  readonly generator: Generator;
};

/** A server, a folder, and a generator that asks the server. */
export async function setUp(): Promise<Stage> {
  const server = await startServer();
  const folder = await mkdtemp(join(tmpdir(), "topoprobe-comfyui-"));
  return {
    server,
    folder,
    generator: comfyuiHost.create(optionsFor({ COMFYUI_URL: `${server.url}/` })),
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Waits for something that is about to be so. @throws Error when it is not within about a second */
export async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !isSo(); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (!isSo()) throw new Error(`expected ${isSo} to come true`);
}
