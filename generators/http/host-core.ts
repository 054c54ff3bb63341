/** What the parts of one HTTP host share. Owns the record and its defaults only. */
import { createRedactor } from "../../core/store/redact.ts";
import { createLimits, type Limits } from "./limits.ts";
import type { HttpBounds, HttpHostOptions } from "./types.ts";

export type HostCore = {
  readonly id: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Scheme, name and port of the base URL. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly keyVariable: string | undefined;
  readonly limits: Limits;
  /** Removes secrets, the values of `headers` among them, from a text. */
  readonly redact: (text: string) => string;
  readonly firstPauseMs: number;
  readonly maxRetryAfterMs: number;
};

const DEFAULT_FIRST_PAUSE_MS = 500;
const DEFAULT_MAX_RETRY_AFTER_MS = 300_000;

/** @throws TypeError when the base URL is none */
export function createHostCore(options: HttpHostOptions): HostCore {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const origin = new URL(baseUrl).origin;
  const headers = options.headers ?? {};
  return {
    id: options.id,
    baseUrl,
    origin,
    headers,
    keyVariable: options.keyVariable,
    limits: createLimits(options.id, origin, options.limits),
    redact: withoutValues(headers, options.redact),
    firstPauseMs: options.firstPauseMs ?? DEFAULT_FIRST_PAUSE_MS,
    maxRetryAfterMs: options.maxRetryAfterMs ?? DEFAULT_MAX_RETRY_AFTER_MS,
  };
}

const DEFAULT_BOUNDS = { timeoutMs: 60_000, idleMs: 30_000, maxBytes: 32 * 1024 * 1024 };

/** Bounds with their defaults. */
export function boundsOf(given: HttpBounds): Required<HttpBounds> {
  return {
    timeoutMs: given.timeoutMs ?? DEFAULT_BOUNDS.timeoutMs,
    idleMs: given.idleMs ?? DEFAULT_BOUNDS.idleMs,
    maxBytes: given.maxBytes ?? DEFAULT_BOUNDS.maxBytes,
  };
}

/** Servers like to repeat what they were sent: header values go, with and without their scheme. */
function withoutValues(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): (text: string) => string {
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!/auth|key|token|secret|cookie/i.test(name)) continue;
    secrets[`${name} TOKEN`] = value;
    const bare = value.replace(/^\S+\s+/, "");
    if (bare !== value) secrets[`${name} bare TOKEN`] = bare;
  }
  const own = createRedactor(secrets);
  return (text) => own.text(redact(text));
}
