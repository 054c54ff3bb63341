/**
 * What adapters use to talk to a host. Owns the words; `create-http-host.ts` does the work: limits,
 * one attempt for what is charged, patient retries for what is not, bounds on time and size.
 */
import type { CallContext, StartContext } from "../generator.ts";

/** Of one host, for the whole process. */
export type HttpLimits = {
  /** Requests in flight at the same time. */
  readonly concurrency: number;
  /** Requests begun a minute. */
  readonly perMinute: number;
};

export type HttpHostOptions = {
  /** Such as "replicate": stands in messages and on the progress line. */
  readonly id: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Sent with every request to the host itself, such as Authorization. Never written anywhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Variable of the environment that holds the key: named where a key is refused. */
  readonly keyVariable?: string;
  readonly limits: HttpLimits;
  /** Removes secrets from messages of errors. */
  readonly redact: (text: string) => string;
  /** First pause of the backoff, in milliseconds, before jitter; tests make it small. @default 500 */
  readonly firstPauseMs?: number;
  /** Longest Retry-After that is obeyed, in milliseconds; a longer one ends the call. @default 300000 */
  readonly maxRetryAfterMs?: number;
};

/** Bounds of one attempt. */
export type HttpBounds = {
  /** From sending to the last byte of the answer. @default 60000 */
  readonly timeoutMs?: number;
  /** Longest silence within a body. @default 30000 */
  readonly idleMs?: number;
  /** Largest answer. @default 33554432 (32 MiB) */
  readonly maxBytes?: number;
};

/** A body that can be sent more than once. */
export type HttpBody = string | Uint8Array | FormData;

export type HttpRequest = HttpBounds & {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path below the base URL, with a slash in front, or a whole URL on the same origin. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as JSON text unless `headers` say otherwise. */
  readonly body?: HttpBody;
  /**
   * Says of an answer whose status would have `read` ask again that it is what was asked for: some
   * servers tell of a failed job by 500. Without effect on `create`.
   */
  readonly isAnswer?: (answer: HttpAnswer) => boolean;
};

/** An answer, read whole. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: () => string;
  /** @throws ProviderError when it is no JSON */
  readonly json: () => unknown;
};

export type DownloadRequest = {
  readonly url: string;
  /** File to write, whole or not at all. */
  readonly destination: string;
  /**
   * Hosts from which the provider documents downloads: exact names, or "*.replicate.delivery" for any
   * name below it; with a port where only that one is meant. Redirects are followed within them only.
   * https, or http on loopback and at the base URL's own origin, which the user has chosen.
   */
  readonly allowedHosts: readonly string[];
  /** Whether the host's own headers are sent along; never to a host that is not allowed. */
  readonly sendHeaders: boolean;
  /** What the first bytes have to be. */
  readonly accept: "video" | "image";
  /** @default 268435456 (256 MiB) for a video, 67108864 (64 MiB) for an image */
  readonly maxBytes?: number;
  /** @default 600000 */
  readonly timeoutMs?: number;
  /** @default 30000 */
  readonly idleMs?: number;
};

export type Downloaded = { readonly bytes: number; readonly sha256: string; readonly mime: string };

export interface HttpHost {
  readonly id: string;
  readonly baseUrl: string;
  /** What to do where an answer of `read` is a refusal of the key (401, 403); undefined for others. */
  adviseOnKey(status: number): string | undefined;
  /**
   * A request that changes nothing, repeated with backoff while that can help: no connection, silence,
   * 408, 429, 5xx, unless the request says that this is an answer. Any other 4xx is one and is returned.
   *
   * @throws ProviderError, retryable, when all attempts are spent; rejects with an AbortError
   */
  read(request: HttpRequest, context: CallContext): Promise<HttpAnswer>;
  /**
   * The request that may be charged. `onSubmit` before each attempt. Sent again only after a certain
   * refusal that says when to come back (429) or a connection that was never made, with `onRefused`
   * between. 2xx is returned.
   *
   * @throws ProviderError with `mayHaveStarted`: false for 4xx and no connection; true for 5xx, a
   * connection lost, silence
   */
  create(
    request: HttpRequest,
    context: StartContext,
    submitting?: Parameters<StartContext["onSubmit"]>[0],
  ): Promise<HttpAnswer>;
  /**
   * The same two as a `fetch`, for SDKs: the answer is read whole first, and repeated calls of a create
   * get the first outcome again instead of a second request. A read that has failed is not begun anew
   * by the same function either.
   */
  fetchAs(kind: "read", bounds: HttpBounds, context: CallContext): typeof fetch;
  fetchAs(
    kind: "create",
    bounds: HttpBounds,
    context: StartContext,
    submitting?: Parameters<StartContext["onSubmit"]>[0],
  ): typeof fetch;
  /**
   * Streams a file to disk and looks at its first bytes before it gets its name. Repeated when the
   * connection breaks or stalls.
   *
   * @throws ProviderError: too large, another host, another kind of file, 404 and the like
   */
  download(request: DownloadRequest, context: CallContext): Promise<Downloaded>;
}

/** Checks bytes that came inside an answer (base64) as a download would be, and writes them. */
export type SaveBytes = (
  bytes: Uint8Array,
  destination: string,
  accept: "video" | "image",
) => Promise<Downloaded>;
