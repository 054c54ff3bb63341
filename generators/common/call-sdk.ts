/**
 * One call of a provider's client library: one request over the host's own connection, however often
 * the library would like to repeat it, and errors without anything that the library puts into its own.
 * Owns the frame around the call; limits, retries and bounds are the http host's.
 */
import { ProviderError } from "../../core/errors.ts";
import { errorDetail } from "./error-detail.ts";

/** Given to libraries that insist on a key: the real one is added by the http host only. */
export const NO_KEY = "added-by-the-http-host";

export type SdkCall = {
  /** Such as "replicate". */
  readonly host: string;
  /** What is asked of it, as in "expected replicate to <what>". */
  readonly what: string;
  /** From `http.fetchAs`, made for this call. */
  readonly send: typeof fetch;
  /** Whether the request may be charged. */
  readonly isCharged: boolean;
  readonly redact: (text: string) => string;
  /** What to do about a refusal, by its status; undefined where the host's own words have to do. */
  readonly advise?: (status: number) => string | undefined;
  /** Sent on top of the library's own. */
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Runs `call` with a `fetch` that sends once: further attempts of the library get the first outcome.
 * The library's Authorization and signal are left out; key and end of the request are the http host's.
 *
 * @throws ProviderError; `context.status` is the host's answer when it was not 2xx. What `send` threw
 * is thrown again as it was, whatever the library made of it
 */
export async function callSdk<T>(
  options: SdkCall,
  call: (fetchOnce: typeof fetch) => Promise<T>,
): Promise<T> {
  let first: Promise<Response> | undefined;
  const fetchOnce: typeof fetch = async (input, init) => {
    first ??= options.send(input, withoutKey(init, options.headers));
    return (await first).clone();
  };
  try {
    // A library finds out whether forms can be sent from `Response`, else by a request of its own.
    return await call(Object.assign(fetchOnce, { Response }));
  } catch (error) {
    throw await explain(options, first, error);
  }
}

function withoutKey(
  init: RequestInit | undefined,
  added: Readonly<Record<string, string>> = {},
): RequestInit {
  const { signal: _, headers: given, ...rest } = init ?? {};
  const headers = new Headers(given);
  headers.delete("authorization");
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return { ...rest, headers };
}

async function explain(
  { host, what, isCharged, redact, advise }: SdkCall,
  first: Promise<Response> | undefined,
  error: unknown,
): Promise<unknown> {
  if (first === undefined) {
    const reason = redact(error instanceof Error ? error.message : String(error));
    return new ProviderError(`expected ${host} to ${what} but nothing could be sent: ${reason}`);
  }
  let response: Response;
  try {
    response = await first;
  } catch (failure) {
    return failure;
  }
  const { status } = response;
  // A body of 2xx that is not understood repeats the request at length, and explains nothing.
  const detail = response.ok
    ? "an answer that cannot be read"
    : errorDetail(await response.clone().text(), redact);
  const message = `expected ${host} to ${what} but received ${status}${detail === "" ? "" : `: ${detail}`}`;
  const advice = advise?.(status);
  return new ProviderError(advice === undefined ? message : `${message}. ${advice}`, {
    context: { host, status },
    isRetryable: response.ok ? !isCharged : status === 408 || status === 429 || status >= 500,
    mayHaveStarted: isCharged && (response.ok || status >= 500),
  });
}
