/** Options and requests for tests of this host. */
import { createRedactor } from "../../../core/store/redact.ts";
import type { RolloutRequest } from "../../generator.ts";
import type { CreateOptions, Env } from "../../host.ts";
import { type Model, modelSchema } from "../../models/schema.ts";
import { PICTURE } from "./server.ts";

export const KEY = "videos-key-0123456789";

export const REQUEST: RolloutRequest = {
  instanceId: "pipe-easy-0",
  firstFramePng: PICTURE,
  prompt: "Turn the pipe",
  frames: 81,
  fps: 16,
  widthPx: 832,
  heightPx: 480,
  seed: 0,
};

export function modelOf(kind: Model["kind"], entry: Readonly<Record<string, unknown>> = {}): Model {
  return modelSchema.parse({
    id: "demo",
    title: "Demo",
    kind,
    defaults: { frames: 81, fps: 16, widthPx: 832, heightPx: 480 },
    hosts: {
      "videos-api": {
        model: "lab/demo",
        capabilities: {
          ...(kind === "image"
            ? {}
            : { frames: { min: 5, max: 121, step: 4 }, fps: { min: 1, max: 60 } }),
          sizeStep: 16,
          seed: true,
        },
        ...entry,
      },
    },
  });
}

/** Pauses are cut short. */
export function optionsOf(env: Env, model: Model): CreateOptions {
  return {
    model,
    env,
    redact: createRedactor(env).text,
    deadlineMs: 60_000,
    price: { estimateUsd: () => null, costUsd: () => null },
    firstPauseMs: 1,
  };
}
