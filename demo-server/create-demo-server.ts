/**
 * Stand-ins for all hosts on one loopback port: Replicate, `/v1/videos` in two dialects, image edits,
 * chat completions, ComfyUI. They check what they are sent, count what would be charged, and show the picture that they
 * are given, unmoved: nothing gets solved.
 */
import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { sha256 } from "../core/hash/sha256.ts";
import { addComfyui } from "./comfyui/index.ts";
import { createFaultBox, type FaultBox } from "./faults/fault-box.ts";
import type { FaultPlan } from "./faults/types.ts";
import { createJobs } from "./jobs.ts";
import { createClipMaker } from "./media/clip-maker.ts";
import { addChat } from "./openai/chat/index.ts";
import type { ChatRefusal, ChatScript } from "./openai/chat/types.ts";
import { addImageEdits } from "./openai/images.ts";
import { createRecorder, type DemoStats, type RecordedCreate } from "./recorder.ts";
import { addReplicate } from "./replicate/index.ts";
import type { DemoContext, DemoEnv } from "./types.ts";
import { addVideosApi } from "./videos-api/index.ts";

export const DEFAULT_JOB_MS = 600;

/** Largest request, in bytes: Replicate's bound for uploads with room for the form around it. */
const MAX_REQUEST_BYTES = 101 * 1000 * 1000;

/** Shared by all servers of a process: a clip depends on its picture and shape only. */
const CLIPS = createClipMaker();

export type DemoServerOptions = {
  /** Time of a job from its create to its end, in milliseconds, 0 or more. @default DEFAULT_JOB_MS */
  readonly jobMs?: number;
  /** What goes wrong. @default nothing */
  readonly faults?: FaultPlan | undefined;
  /** What the chat model says. @default a well-formed answer of the task it is told of */
  readonly chat?: ChatScript;
  /** What requests for chat completions may not carry. @default nothing */
  readonly chatRefuses?: readonly ChatRefusal[];
  /** Decides ids. @default another one each time, so that ids of an earlier server stay unknown */
  readonly seed?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
};

export type RunningDemoServer = {
  /** Such as "http://127.0.0.1:8094". */
  readonly url: string;
  /** Variables to set, with keys that open nothing. */
  readonly env: Readonly<Record<string, string>>;
  readonly stats: () => DemoStats;
  /** Bodies of the creates that were taken, the last 200 of them. */
  readonly creates: () => readonly RecordedCreate[];
  /** Bodies of the chat requests that were taken, the last 200 of them; pictures by their sha256. */
  readonly chats: () => readonly unknown[];
  readonly faults: Pick<FaultBox, "use" | "played">;
  /** Ends all connections, stalled ones too. */
  readonly close: () => Promise<void>;
};

export type DemoServer = {
  /**
   * @param port 0: any free one
   * @throws Error of node:net, such as EADDRINUSE
   */
  readonly start: (port: number) => Promise<RunningDemoServer>;
};

export function createDemoServer(options: DemoServerOptions = {}): DemoServer {
  return { start: (port) => start(options, port) };
}

async function start(options: DemoServerOptions, port: number): Promise<RunningDemoServer> {
  const { jobMs = DEFAULT_JOB_MS, seed = randomUUID(), now = Date.now } = options;
  let url = "";
  let ids = 0;
  const demo: DemoContext = {
    jobs: createJobs(jobMs, now),
    clips: CLIPS,
    faults: createFaultBox(options.faults),
    recorder: createRecorder(),
    url: () => url,
    now,
    newId: (length) => {
      ids += 1;
      return sha256(`${seed} ${ids}`).slice(0, length);
    },
  };

  const stats = (): DemoStats => ({
    ...demo.recorder.stats(),
    faults: demo.faults.played().length,
  });
  const app = new Hono<DemoEnv>();
  app.use(
    bodyLimit({
      maxSize: MAX_REQUEST_BYTES,
      onError: (c) =>
        c.json({ detail: "Files must be less than 100MB in size" }, 413, {
          "Content-Type": "application/problem+json",
        }),
    }),
  );
  app.get("/", (c) =>
    c.text("Stand-ins for hosts of models. Clips show the given picture, unmoved.\n"),
  );
  app.get("/stats", (c) => c.json(stats()));
  addReplicate(app, demo);
  addVideosApi(app, demo, "/v1", "vllm-omni");
  addImageEdits(app, demo, "/v1", "vllm-omni");
  addVideosApi(app, demo, "/sglang/v1", "sglang");
  addImageEdits(app, demo, "/sglang/v1", "sglang");
  const chat = { script: options.chat, refuses: options.chatRefuses };
  addChat(app, demo, "/v1", "openai", chat);
  addChat(app, demo, "/sglang/v1", "sglang", chat);
  const sockets = addComfyui(app, demo);
  app.notFound((c) => c.json({ detail: "Not Found" }, 404));

  const server = createAdaptorServer({ fetch: app.fetch, hostname: "127.0.0.1" }) as Server;
  sockets.listen(server);
  await listen(server, port);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: envOf(url),
    stats,
    creates: demo.recorder.creates,
    chats: () => demo.recorder.chats().bodies,
    faults: { use: demo.faults.use, played: demo.faults.played },
    close: async () => {
      sockets.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function envOf(url: string): Readonly<Record<string, string>> {
  return {
    REPLICATE_API_TOKEN: "demo-replicate-token",
    REPLICATE_BASE_URL: `${url}/replicate/v1`,
    OPENAI_API_KEY: "demo-openai-key",
    OPENAI_BASE_URL: `${url}/v1`,
    VIDEOS_API_URL: `${url}/v1`,
    COMFYUI_URL: `${url}/comfyui`,
  };
}
