/** `fetch` for SDKs on top of `read` and `create`. */
import { encodeBody } from "./body.ts";
import type { HttpAnswer, HttpBounds, HttpRequest } from "./types.ts";

const METHODS = ["GET", "POST", "DELETE"] as const;
/** Statuses whose Response may have no body, not even an empty one (Fetch standard, 2.2.6). */
const NO_BODY = [204, 205, 304];

/**
 * Each request of one function is made once: its outcome, an error too, is handed out again when an
 * SDK repeats it. For `create` that is any request, for `read` the same method and URL failing.
 */
export function createFetch(
  kind: "read" | "create",
  bounds: HttpBounds,
  send: (request: HttpRequest) => Promise<HttpAnswer>,
): typeof fetch {
  let first: Promise<HttpAnswer> | undefined;
  const failed = new Map<string, Promise<HttpAnswer>>();
  const once: typeof fetch = async (input, init) => {
    // The openai SDK asks for "data:," to see what class answers are of: no request, and no outcome.
    if (String(input).startsWith("data:")) return new Response("");
    if (kind === "create") {
      first ??= toRequest(input, init, bounds).then(send);
      return toResponse(await first);
    }
    const request = await toRequest(input, init, bounds);
    const key = `${request.method} ${request.path}`;
    const answer = failed.get(key) ?? send(request);
    try {
      return toResponse(await answer);
    } catch (error) {
      failed.set(key, answer);
      throw error;
    }
  };
  return once;
}

type FetchInput = Parameters<typeof fetch>[0];
type FetchInit = Parameters<typeof fetch>[1];

async function toRequest(
  input: FetchInput,
  init: FetchInit,
  bounds: HttpBounds,
): Promise<HttpRequest> {
  const whole = input instanceof Request ? input : undefined;
  const name = (init?.method ?? whole?.method ?? "GET").toUpperCase();
  const method = METHODS.find((known) => known === name);
  if (method === undefined)
    throw new TypeError(`expected GET, POST or DELETE but received ${name}`);
  const headers = new Headers(init?.headers ?? whole?.headers);
  const body = init?.body ?? (whole?.body === null ? undefined : await whole?.arrayBuffer());
  const path = whole?.url ?? String(input);
  if (body === undefined || body === null) {
    return { ...bounds, method, path, headers: Object.fromEntries(headers) };
  }
  const encoded = await encodeBody(body);
  if (encoded.type !== undefined && (encoded.isTypeFixed || !headers.has("content-type"))) {
    headers.set("content-type", encoded.type);
  }
  return { ...bounds, method, path, headers: Object.fromEntries(headers), body: encoded.bytes };
}

function toResponse(answer: HttpAnswer): Response {
  const { status, headers, bytes } = answer;
  const body = NO_BODY.includes(status) ? null : new Uint8Array(bytes);
  return new Response(body, { status, headers: new Headers(headers) });
}
