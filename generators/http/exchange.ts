/**
 * One request and its answer, bounded in time. Tells what is known when an attempt ends badly; leaves
 * out the connections, whether to try again, and what the status means.
 */
import type { Dispatcher } from "undici";
import { ProbeError } from "../../core/errors.ts";
import { connectionTo } from "./connections.ts";
import { onAbort } from "./on-abort.ts";
import { abortErrorOf } from "./pause.ts";

export type Outgoing = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
};

export type Head = { readonly status: number; readonly headers: Headers };

/** How an attempt ended without a whole answer. */
export type Failure = {
  readonly kind: "not_sent" | "lost" | "silent" | "too_late";
  /** False only when it is certain that no byte of the request left. */
  readonly wasSent: boolean;
  /** Head of the answer, where one came before the failure. */
  readonly head: Head | undefined;
  /** Such as "ECONNREFUSED". */
  readonly code: string;
};

export type Exchanged<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export type ExchangeOptions = {
  readonly timeoutMs: number;
  readonly idleMs: number;
  /** Undefined where nothing but time may end the attempt. */
  readonly signal: AbortSignal | undefined;
  readonly isFresh: boolean;
};

/**
 * Sends a request and hands its answer to `consume`; what that leaves of the body is thrown away.
 *
 * @throws AbortError at once when aborted, or the ProbeError that `consume` throws
 */
export async function exchange<T>(
  outgoing: Outgoing,
  options: ExchangeOptions,
  consume: (head: Head, body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<Exchanged<T>> {
  const { signal } = options;
  if (signal?.aborted === true) throw abortErrorOf(signal);
  let isAborted = false;
  const stopper = new AbortController();
  let isLate = false;
  let isSilent = false;
  let wasSent = false;
  let head: Head | undefined;
  let body: Dispatcher.ResponseData["body"] | undefined;
  const timer = setTimeout(() => {
    isLate = true;
    stopper.abort();
  }, options.timeoutMs);
  const forget =
    signal &&
    onAbort(signal, () => {
      isAborted = true;
      stopper.abort();
    });
  const onSilence = () => {
    isSilent = true;
    stopper.abort();
  };

  const work = async (): Promise<T> => {
    const answer = await connectionTo(outgoing.url, options.isFresh)
      .compose(
        noteStart(() => {
          wasSent ||= !stopper.signal.aborted;
        }),
      )
      .request({
        origin: outgoing.url.origin,
        path: `${outgoing.url.pathname}${outgoing.url.search}`,
        method: outgoing.method,
        headers: outgoing.headers,
        body: outgoing.body ?? null,
        signal: stopper.signal,
      });
    body = answer.body;
    body.on("error", () => {});
    head = { status: answer.statusCode, headers: toHeaders(answer.headers) };
    return await consume(head, boundSilence(body, options.idleMs, onSilence));
  };

  const working = work();
  try {
    // undici notices an abort only once the connection stands: the race does so at once.
    return { ok: true, value: await raceAbort(working, stopper.signal) };
  } catch (error) {
    if (error instanceof ProbeError) throw error;
    if (isAborted && signal !== undefined) throw abortErrorOf(signal);
    const ended = isLate ? "too_late" : isSilent ? "silent" : undefined;
    const kind = ended ?? (wasSent ? "lost" : "not_sent");
    const code = ended === undefined ? codeOf(error) : "timeout";
    return { ok: false, failure: { kind, wasSent, head, code } };
  } finally {
    clearTimeout(timer);
    forget?.();
    if (body !== undefined) {
      body.destroy();
      // What `consume` holds, such as a file half written, is put away before anything else begins.
      await working.catch(() => undefined);
    }
  }
}

/** undici's own timer for this is coarse, and counts the time that the reader takes, too. */
async function* boundSilence(
  body: AsyncIterable<Uint8Array>,
  idleMs: number,
  onSilence: () => void,
): AsyncGenerator<Uint8Array> {
  let timer = setTimeout(onSilence, idleMs);
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(onSilence, idleMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new DOMException("This operation was aborted", "AbortError"));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject);
  });
}

/** Calls `onStart` when a connection stands and the request is about to be written to it. */
function noteStart(onStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        onStart();
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...rest) => handler.onResponseStart?.(...rest),
      onResponseData: (...rest) => handler.onResponseData?.(...rest),
      onResponseEnd: (...rest) => handler.onResponseEnd?.(...rest),
      onResponseError: (...rest) => handler.onResponseError?.(...rest),
    });
}

function toHeaders(raw: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      // Headers refuses characters that servers may send nevertheless.
      if (item !== undefined) headers.append(name, item.replace(/[^\t\x20-\x7e\x80-\xff]/g, ""));
    }
  }
  return headers;
}

/** Whatever went wrong after a request was sent is a failure of the attempt: it must not be lost. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
