/** The HTTP layer of a test's own server, with short pauses. */
import { createHttpHost } from "../create-http-host.ts";
import type { HttpHost, HttpHostOptions } from "../types.ts";

export const KEY = "r8_secretsecretsecretsecret";

/** @param given takes the place of what stands below */
export function hostAt(origin: string, given: Partial<HttpHostOptions> = {}): HttpHost {
  return createHttpHost({
    id: "host",
    baseUrl: `${origin}/v1`,
    headers: { Authorization: `Bearer ${KEY}` },
    limits: { concurrency: 8, perMinute: 100_000 },
    redact: (text) => text,
    firstPauseMs: 1,
    ...given,
  });
}

/** A context that nobody aborts, and that tells nothing. */
export const quiet = () => ({ signal: new AbortController().signal });
