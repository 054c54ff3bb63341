/** Replicate as a host of models. Owns what it needs from the environment. */
import { UsageError } from "../../core/errors.ts";
import { parseBaseUrl } from "../common/base-url.ts";
import { missingVariable, refuseMissing } from "../common/missing-variable.ts";
import type { Env, Host } from "../host.ts";
import { createHttpHost } from "../http/index.ts";
import { createReplicateGenerator } from "./replicate-generator.ts";

const KEY_VARIABLE = "REPLICATE_API_TOKEN";
const DEFAULT_BASE_URL = "https://api.replicate.com/v1";
/** Published: 600 creates a minute, 3000 of the rest. One limit for all is the lower one. */
const LIMITS = { concurrency: 16, perMinute: 600 };

export const replicateHost: Host = {
  id: "replicate",
  title: "Replicate",
  missing: (env) =>
    missingVariable(env, KEY_VARIABLE, "a token, from https://replicate.com/account/api-tokens"),
  create: (options) => {
    const { model, env, redact, firstPauseMs } = options;
    const entry = model.hosts.replicate;
    if (entry === undefined) {
      throw new UsageError(
        `expected a model that replicate serves for --gen but received ${model.id}. ` +
          "Choose another --via, or add the model with --models FILE",
      );
    }
    refuseMissing(replicateHost.id, replicateHost.missing(env));
    const http = createHttpHost({
      id: "replicate",
      baseUrl: baseUrlOf(env),
      headers: { Authorization: `Bearer ${tokenOf(env)}` },
      keyVariable: KEY_VARIABLE,
      limits: LIMITS,
      redact,
      ...(firstPauseMs === undefined ? {} : { firstPauseMs }),
    });
    return createReplicateGenerator(options, entry, http);
  },
};

function tokenOf(env: Env): string {
  return env[KEY_VARIABLE]?.trim() ?? "";
}

function baseUrlOf(env: Env): string {
  const field = "REPLICATE_BASE_URL";
  const given = (env[field] ?? "").trim();
  const example = DEFAULT_BASE_URL;
  return parseBaseUrl(given === "" ? example : given, {
    field,
    example,
    keyVariable: KEY_VARIABLE,
  });
}
