/** A generator of OpenAI's images whose server is the test's. */
import { createRedactor } from "../../../core/store/redact.ts";
import type { TestServer } from "../../common/testing/serve.ts";
import type { Generator, RolloutRequest } from "../../generator.ts";
import { modelSchema } from "../../models/schema.ts";
import { openaiHost } from "../index.ts";

export const KEY = "sk-abcdefghijklmnopqrstuvwxyz";

export const REQUEST: RolloutRequest = {
  instanceId: "pipe-easy-0",
  firstFramePng: new Uint8Array([137, 80, 78, 71]),
  prompt: "turn the pipe",
  frames: 1,
  fps: 1,
  widthPx: 1024,
  heightPx: 1024,
  seed: 0,
};

/** @param deadlineMs @default 600000 */
export function generatorFor(server: TestServer, deadlineMs = 600_000): Generator {
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.origin}/v1/` };
  const model = modelSchema.parse({
    id: "gpt-image-2",
    title: "GPT-Image-2",
    kind: "image",
    defaults: { frames: 1, fps: 1, widthPx: 1024, heightPx: 1024 },
    hosts: {
      openai: {
        model: "gpt-image-2",
        fixed: { quality: "low" },
        capabilities: { sizeStep: 16, seed: false },
      },
    },
  });
  return openaiHost.create({
    model,
    env,
    redact: createRedactor(env).text,
    deadlineMs,
    price: { estimateUsd: () => null, costUsd: () => null },
    firstPauseMs: 1,
  });
}
