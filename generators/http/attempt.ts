/** One attempt of a request to the host itself, its answer read whole within its bounds. */

import type { EncodedBody } from "./body.ts";
import { encodeBody } from "./body.ts";
import { complain, nameRequest } from "./errors.ts";
import { type Exchanged, exchange, type Head, type Outgoing } from "./exchange.ts";
import type { HostCore } from "./host-core.ts";
import type { HttpAnswer, HttpBounds, HttpRequest } from "./types.ts";

/** Headers that the connection itself decides about. */
const NOT_OURS = ["accept-encoding", "connection", "content-length", "host", "transfer-encoding"];

/**
 * Builds what is sent: the host's own headers win over the request's.
 *
 * @throws ProviderError when the path leads to another origin; nothing was sent then
 */
export async function prepare(host: HostCore, request: HttpRequest): Promise<Outgoing> {
  const url = resolveUrl(host, request);
  const headers = new Headers({ "user-agent": "topoprobe", ...request.headers });
  let body: EncodedBody | undefined;
  if (request.body !== undefined) {
    body = await encodeBody(request.body as BodyInit);
    const type = typeof request.body === "string" ? "application/json" : body.type;
    if (type !== undefined && (body.isTypeFixed || !headers.has("content-type"))) {
      headers.set("content-type", type);
    }
  }
  for (const name of NOT_OURS) headers.delete(name);
  headers.set("accept-encoding", "identity");
  for (const [name, value] of Object.entries(host.headers)) headers.set(name, value);
  return {
    method: request.method,
    url,
    headers: Object.fromEntries(headers),
    body: body?.bytes,
  };
}

function resolveUrl(host: HostCore, { method, path }: HttpRequest): URL {
  const url = URL.parse(path.startsWith("/") ? `${host.baseUrl}${path}` : path);
  if (url?.origin === host.origin) return url;
  throw complain(host, {
    expected: `a URL at ${host.origin}`,
    field: method,
    received: url === null ? "no URL" : url.origin,
    isRetryable: false,
    mayHaveStarted: false,
  });
}

export type Attempted = Exchanged<HttpAnswer | "oversize">;

/** @throws AbortError at once when `signal` is aborted */
export async function attempt(
  host: HostCore,
  outgoing: Outgoing,
  bounds: Required<HttpBounds>,
  options: { readonly signal: AbortSignal | undefined; readonly isFresh: boolean },
): Promise<Attempted> {
  const { timeoutMs, idleMs, maxBytes } = bounds;
  return await exchange<HttpAnswer | "oversize">(
    outgoing,
    { timeoutMs, idleMs, ...options },
    async (head, body) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > maxBytes) return "oversize";
        chunks.push(chunk);
      }
      return toAnswer(host, outgoing, head, Buffer.concat(chunks));
    },
  );
}

/** An answer from its parts. */
export function toAnswer(
  host: HostCore,
  outgoing: Outgoing,
  head: Head,
  bytes: Uint8Array,
): HttpAnswer {
  const text = () => new TextDecoder().decode(bytes);
  return {
    status: head.status,
    headers: head.headers,
    bytes,
    text,
    json: () => {
      try {
        return JSON.parse(text()) as unknown;
      } catch {
        throw complain(host, {
          expected: "JSON",
          field: nameRequest(host, outgoing),
          received: `${bytes.byteLength} bytes of ${head.headers.get("content-type") ?? "an unknown type"}`,
          fix: "Check that the base URL is that of the API",
          // A page of somebody on the way may be gone the next time.
          isRetryable: outgoing.method === "GET",
          mayHaveStarted: outgoing.method === "POST",
        });
      }
    },
  };
}
