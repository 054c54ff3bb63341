/** Files from a host: bounded, from allowed places only, looked at before they get their name. */
import type { CallContext } from "../generator.ts";
import { refuseUrl } from "./allowed-url.ts";
import { toAnswer } from "./attempt.ts";
import {
  adviseOnKey,
  type Complaint,
  complain,
  describeAnswer,
  describeFailure,
} from "./errors.ts";
import { type Exchanged, exchange, type Head, type Outgoing } from "./exchange.ts";
import type { HostCore } from "./host-core.ts";
import { createPatience, MAX_READ_FAILURES } from "./patience.ts";
import { pause } from "./pause.ts";
import { isPassing } from "./read.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { SNIFF_BYTES, sniff } from "./sniff.ts";
import type { Downloaded, DownloadRequest, HttpAnswer } from "./types.ts";
import { growFile } from "./write-stream.ts";

const MAX_REDIRECTS = 5;
const DEFAULTS = { timeoutMs: 600_000, idleMs: 30_000 };
const MAX_BYTES = { video: 256 * 1024 * 1024, image: 64 * 1024 * 1024 } as const;
/** Of a file, before it is looked at; a picture tells its size anywhere before its pixels. */
const LOOK_BYTES = { video: SNIFF_BYTES, image: Number.POSITIVE_INFINITY } as const;
/** Of the body of an answer that is no file. */
const MAX_ERROR_BYTES = 64 * 1024;

type Hop =
  | { readonly kind: "file"; readonly file: Downloaded }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "answer"; readonly answer: HttpAnswer };

/** As {@link HttpHost.download}. @throws ProviderError, StoreError, AbortError */
export async function download(
  host: HostCore,
  request: DownloadRequest,
  context: CallContext,
): Promise<Downloaded> {
  const url = checkUrl(host, request, request.url, undefined);
  const isOwn = url.origin === host.origin;
  const patience = createPatience(host, MAX_READ_FAILURES);
  // Bounded by `patience`, which says no in the end.
  for (;;) {
    const take = isOwn ? host.limits.run : host.limits.runTransfer;
    const ended = await take(context, () => follow(host, request, url, context.signal));
    if (ended.ok && ended.value.kind === "file") return ended.value.file;
    const described = describeEnd(host, ended);
    const next = !described.canRepeat
      ? undefined
      : described.isLimit
        ? patience.afterRefusal(described.askedMs)
        : patience.afterFailure(described.word, described.askedMs);
    if (next === undefined || !next.ok) {
      throw complain(host, {
        ...fileField(url),
        expected: "the file",
        received: `${described.received}${next === undefined ? "" : ` (${next.why})`}`,
        fix: isOwn ? adviseOnKey(host, described.context.status ?? 0) : undefined,
        isRetryable: described.canRepeat,
        context: described.context,
      });
    }
    await pause(context, next.ms, next.reason);
  }
}

/** Follows redirects by hand: each place is looked at before it is asked. */
async function follow(
  host: HostCore,
  request: DownloadRequest,
  start: URL,
  signal: AbortSignal,
): Promise<Exchanged<Hop>> {
  let url = start;
  for (let hops = 0; ; hops += 1) {
    const ended = await fetchOnce(host, request, url, signal);
    if (!ended.ok || ended.value.kind !== "redirect") return ended;
    if (hops === MAX_REDIRECTS) {
      throw refuse(host, start, `at most ${MAX_REDIRECTS} redirects`, "more");
    }
    url = checkUrl(host, request, ended.value.location, url);
  }
}

function checkUrl(
  host: HostCore,
  request: DownloadRequest,
  text: string,
  from: URL | undefined,
): URL {
  const url = URL.parse(text, from?.href);
  const reason = url === null ? "no URL" : refuseUrl(url, request.allowedHosts, host.origin);
  if (url !== null && reason === undefined) return url;
  const allowed = `https from ${request.allowedHosts.join(", ") || "nowhere"}`;
  const received = from === undefined ? `${reason}` : `a redirect to ${reason}`;
  throw refuse(host, from ?? url ?? undefined, allowed, received);
}

async function fetchOnce(
  host: HostCore,
  request: DownloadRequest,
  url: URL,
  signal: AbortSignal,
): Promise<Exchanged<Hop>> {
  const outgoing: Outgoing = {
    method: "GET",
    url,
    headers: {
      "user-agent": "topoprobe",
      "accept-encoding": "identity",
      ...(request.sendHeaders ? host.headers : {}),
    },
    body: undefined,
  };
  const options = {
    timeoutMs: request.timeoutMs ?? DEFAULTS.timeoutMs,
    idleMs: request.idleMs ?? DEFAULTS.idleMs,
    signal,
    isFresh: false,
  };
  return await exchange<Hop>(outgoing, options, async (head, body) => {
    const location = head.headers.get("location");
    if (head.status >= 300 && head.status < 400 && location !== null) {
      return { kind: "redirect", location };
    }
    if (head.status !== 200) {
      const bytes = await readStart(body);
      return { kind: "answer", answer: toAnswer(host, outgoing, head, bytes) };
    }
    return { kind: "file", file: await save(host, request, url, head, body, signal) };
  });
}

async function readStart(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(chunks);
}

async function save(
  host: HostCore,
  request: DownloadRequest,
  url: URL,
  head: Head,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Downloaded> {
  const maxBytes = request.maxBytes ?? MAX_BYTES[request.accept];
  const tooLarge = () => refuse(host, url, `at most ${maxBytes} bytes`, "more");
  if (Number(head.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  let bytes = 0;
  let mime: string | undefined;
  const start: Uint8Array[] = [];
  const look = async () => {
    const sniffed = await sniff(Buffer.concat(start), request.accept, host.redact);
    if (!sniffed.ok) throw refuse(host, url, sniffed.expected, sniffed.received);
    mime = sniffed.mime;
  };
  await using file = await growFile(request.destination);
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    if (mime === undefined) {
      start.push(chunk);
      if (bytes >= LOOK_BYTES[request.accept]) await look();
    }
    await file.write(chunk);
  }
  if (mime === undefined) await look();
  // Nothing gets its name once the caller has been told that there is none.
  signal.throwIfAborted();
  return { bytes, sha256: await file.commit(), mime: mime ?? "" };
}

function describeEnd(host: HostCore, ended: Exchanged<Hop>) {
  if (!ended.ok) {
    return {
      canRepeat: true,
      isLimit: false,
      askedMs: undefined,
      word: "download broken off",
      received: describeFailure(ended.failure),
      context: { code: ended.failure.code },
    };
  }
  if (ended.value.kind !== "answer") throw new TypeError("expected an answer that is no file");
  const { answer } = ended.value;
  const { status, headers } = answer;
  const isLimit = status === 429;
  return {
    canRepeat: isPassing(status),
    isLimit,
    askedMs: parseRetryAfter(
      headers.get("retry-after") ?? undefined,
      isLimit ? answer.text() : "",
      Date.now(),
    ),
    word: `answers ${status}`,
    received: describeAnswer(host, answer),
    context: { status },
  };
}

/** Without the query: it may be signed. */
function fileField(url: URL | undefined): Pick<Complaint, "field" | "mayHaveStarted"> {
  const name = url === undefined ? "a URL" : `${url.host}${url.pathname}`;
  return { field: `the download of ${name}`, mayHaveStarted: false };
}

function refuse(host: HostCore, url: URL | undefined, expected: string, received: string) {
  return complain(host, { ...fileField(url), expected, received, isRetryable: false });
}
