/** A generator at Replicate whose server is the test's. */
import { createRedactor } from "../../../core/store/redact.ts";
import type { TestServer } from "../../common/testing/serve.ts";
import type { Generator, RolloutRequest } from "../../generator.ts";
import { modelSchema } from "../../models/schema.ts";
import { replicateHost } from "../index.ts";

export const TOKEN = "r8_abcdefghijklmnopqrstuvwxyz012345";

export const REQUEST: RolloutRequest = {
  instanceId: "pipe-easy-0",
  firstFramePng: new Uint8Array([137, 80, 78, 71]),
  prompt: "turn the pipe",
  frames: 81,
  fps: 16,
  widthPx: 832,
  heightPx: 480,
  seed: 0,
};

/** @param entry takes the place of what stands in the table row */
export function generatorFor(server: TestServer, entry: Record<string, unknown> = {}): Generator {
  const env = { REPLICATE_API_TOKEN: TOKEN, REPLICATE_BASE_URL: `${server.origin}/v1` };
  const replicate = {
    model: "wan-video/wan-2.2-i2v-a14b",
    fields: { frames: "num_frames", fps: "frames_per_second", seed: "seed" },
    capabilities: { frames: { min: 81, max: 100 }, fps: { min: 5, max: 24 }, seed: true },
    ...entry,
  };
  const model = modelSchema.parse({
    id: "wan2.2",
    title: "Wan",
    kind: "video",
    defaults: { frames: 81, fps: 16, widthPx: 832, heightPx: 480 },
    hosts: { replicate },
  });
  return replicateHost.create({
    model,
    env,
    redact: createRedactor(env).text,
    deadlineMs: 1_800_000,
    price: { estimateUsd: () => null, costUsd: () => null },
    firstPauseMs: 1,
  });
}
