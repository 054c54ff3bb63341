/** A video generator whose server is the test's: vLLM-Omni with one job. */
import type { Generator, RolloutHandle } from "../../generator.ts";
import type { Env } from "../../host.ts";
import { videosApiHost } from "../index.ts";
import { KEY, modelOf, optionsOf } from "./options.ts";
import { CLIP, type Reply, type Seen, startServer, type TestServer } from "./server.ts";

/** The requests that matter, as the server notes them. */
export const CREATE = "POST /v1/videos";
export const STATUS = "GET /v1/videos/v1";
export const CONTENT = "GET /v1/videos/v1/content";

const VLLM: Reply = { json: { data: [{ id: "lab/demo", owned_by: "vllm" }] } };

export type Routes = Readonly<Record<string, Reply | ((seen: Seen) => Reply)>>;

/** @param routes take the place of what stands below */
export async function serve(routes: Routes = {}): Promise<TestServer> {
  const all: Routes = {
    "GET /v1/models": VLLM,
    [CREATE]: { json: { id: "v1", status: "queued" } },
    [STATUS]: { json: { id: "v1", status: "completed" } },
    [CONTENT]: { bytes: CLIP },
    ...routes,
  };
  return startServer((seen) => {
    const route = all[seen.route];
    return typeof route === "function" ? route(seen) : route;
  });
}

/** @param entry takes the place of what stands in the table row */
export function generatorAt(url: string, env: Env = {}, entry = {}): Generator {
  return videosApiHost.create(
    optionsOf({ VIDEOS_API_URL: url, VIDEOS_API_KEY: KEY, ...env }, modelOf("video", entry)),
  );
}

/** Of the server's one job. */
export function handleOf(dialect: string): RolloutHandle {
  return { generator: "demo", id: "v1", data: { dialect } };
}
