/**
 * The `openai` library for one call: it sends what it is given through a `fetch` of ours, once, and takes
 * nothing from the environment behind our back.
 */
import { NO_KEY } from "./call-sdk.ts";

/** The library's own clock would count waiting for a turn too; the http host bounds each attempt. */
const LIBRARY_TIMEOUT_MS = 86_400_000;

/** @param baseURL with `/v1` at the end, where the server wants it; keys are added by the http layer */
export async function createOpenaiClient(baseURL: string, fetchOnce: typeof fetch) {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    apiKey: NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    baseURL,
    fetch: fetchOnce,
    maxRetries: 0,
    timeout: LIBRARY_TIMEOUT_MS,
  });
}
