/** OpenAI's images as a host of models. Owns where it is and what it needs. */
import { createKeyedHost } from "../common/keyed-host.ts";
import type { Host } from "../host.ts";
import { createOpenaiGenerator } from "./openai-generator.ts";

export const openaiHost: Host = createKeyedHost({
  id: "openai",
  title: "OpenAI images",
  key: { variable: "OPENAI_API_KEY", hint: "a key, from https://platform.openai.com/api-keys" },
  address: { variable: "OPENAI_BASE_URL", published: "https://api.openai.com/v1" },
  // What an account may ask for differs; above it the host answers 429 and says when to come back.
  limits: { concurrency: 8, perMinute: 60 },
  serves: "an image model",
  entryOf: ({ kind, hosts }) => (kind === "image" ? hosts.openai : undefined),
  createGenerator: createOpenaiGenerator,
});
