/** OpenAI's images as a host of models. Owns what it needs from the environment. */
import { UsageError } from "../../core/errors.ts";
import { parseBaseUrl } from "../common/base-url.ts";
import { missingVariable, refuseMissing } from "../common/missing-variable.ts";
import type { Env, Host } from "../host.ts";
import { createHttpHost } from "../http/index.ts";
import { createOpenaiGenerator } from "./openai-generator.ts";

const KEY_VARIABLE = "OPENAI_API_KEY";
const DEFAULT_BASE_URL = "https://api.openai.com/v1";
/** What an account may ask for differs; above it the host answers 429 and says when to come back. */
const LIMITS = { concurrency: 8, perMinute: 60 };

export const openaiHost: Host = {
  id: "openai",
  title: "OpenAI images",
  missing: (env) =>
    missingVariable(env, KEY_VARIABLE, "a key, from https://platform.openai.com/api-keys"),
  create: (options) => {
    const { model, env, redact, firstPauseMs } = options;
    const entry = model.hosts.openai;
    if (entry === undefined || model.kind !== "image") {
      throw new UsageError(
        `expected an image model that openai serves for --gen but received ${model.id}. ` +
          "Choose another --via, or add the model with --models FILE",
      );
    }
    refuseMissing(openaiHost.id, openaiHost.missing(env));
    const http = createHttpHost({
      id: "openai",
      baseUrl: baseUrlOf(env),
      headers: { Authorization: `Bearer ${keyOf(env)}` },
      keyVariable: KEY_VARIABLE,
      limits: LIMITS,
      redact,
      ...(firstPauseMs === undefined ? {} : { firstPauseMs }),
    });
    return createOpenaiGenerator(options, entry, http);
  },
};

function keyOf(env: Env): string {
  return env[KEY_VARIABLE]?.trim() ?? "";
}

function baseUrlOf(env: Env): string {
  const field = "OPENAI_BASE_URL";
  const given = (env[field] ?? "").trim();
  const example = DEFAULT_BASE_URL;
  return parseBaseUrl(given === "" ? example : given, {
    field,
    example,
    keyVariable: KEY_VARIABLE,
  });
}
