/** Replicate as a host of models. Owns where it is and what it needs. */
import { createKeyedHost } from "../common/keyed-host.ts";
import type { Host } from "../host.ts";
import { createReplicateGenerator } from "./replicate-generator.ts";

export const replicateHost: Host = createKeyedHost({
  id: "replicate",
  title: "Replicate",
  key: {
    variable: "REPLICATE_API_TOKEN",
    hint: "a token, from https://replicate.com/account/api-tokens",
  },
  address: { variable: "REPLICATE_BASE_URL", published: "https://api.replicate.com/v1" },
  // Published: 600 creates a minute, 3000 of the rest. One limit for all is the lower one.
  limits: { concurrency: 16, perMinute: 600 },
  serves: "a model",
  entryOf: ({ hosts }) => hosts.replicate,
  createGenerator: createReplicateGenerator,
});
