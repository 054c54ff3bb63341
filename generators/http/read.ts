/** Requests that change nothing, repeated while that can help. */
import type { CallContext } from "../generator.ts";
import { type Attempted, attempt, prepare } from "./attempt.ts";
import {
  adviseOnConnection,
  complain,
  describeAnswer,
  describeFailure,
  locationOf,
  nameRequest,
} from "./errors.ts";
import type { Outgoing } from "./exchange.ts";
import { boundsOf, type HostCore } from "./host-core.ts";
import { createPatience, MAX_READ_FAILURES, type NextPause, type Patience } from "./patience.ts";
import { pause } from "./pause.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { HttpAnswer, HttpRequest } from "./types.ts";

/** As {@link HttpHost.read}. @throws ProviderError, AbortError */
export async function read(
  host: HostCore,
  request: HttpRequest,
  context: CallContext,
): Promise<HttpAnswer> {
  const outgoing = await prepare(host, request);
  const bounds = boundsOf(request);
  const patience = createPatience(host, MAX_READ_FAILURES);
  const options = { signal: context.signal, isFresh: false };
  // Bounded by `patience`, which says no in the end.
  for (;;) {
    const ended = await host.limits.run(context, () => attempt(host, outgoing, bounds, options));
    if (ended.ok && ended.value !== "oversize" && isAnswer(request, ended.value))
      return ended.value;
    const next = canRepeat(ended) ? nextPause(patience, ended) : undefined;
    if (next === undefined || !next.ok) throw toError(host, outgoing, bounds, ended, next?.why);
    await pause(context, next.ms, next.reason);
  }
}

/** Success, refusals that will not change by asking again, and what the request takes for an answer. */
function isAnswer(request: HttpRequest, answer: HttpAnswer): boolean {
  const { status } = answer;
  if (isPassing(status)) return request.isAnswer?.(answer) === true;
  return (status >= 200 && status < 300) || (status >= 400 && status < 500);
}

/** Statuses that may be other ones after a while. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function canRepeat(ended: Attempted): boolean {
  return ended.ok ? ended.value !== "oversize" && isPassing(ended.value.status) : true;
}

function nextPause(patience: Patience, ended: Attempted): NextPause {
  if (!ended.ok || ended.value === "oversize") {
    return patience.afterFailure(ended.ok ? "too large" : FAILURE_WORDS[ended.failure.kind]);
  }
  const { status, headers } = ended.value;
  const askedMs = parseRetryAfter(
    headers.get("retry-after") ?? undefined,
    status === 429 ? ended.value.text() : "",
    Date.now(),
  );
  return status === 429
    ? patience.afterRefusal(askedMs)
    : patience.afterFailure(`answers ${status}`, askedMs);
}

const FAILURE_WORDS = {
  not_sent: "no connection",
  lost: "connection lost",
  silent: "silence",
  too_late: "no answer in time",
} as const;

function toError(
  host: HostCore,
  outgoing: Outgoing,
  bounds: { readonly maxBytes: number },
  ended: Attempted,
  why: string | undefined,
) {
  const field = nameRequest(host, outgoing);
  const spent = why === undefined ? "" : ` (${why})`;
  const common = { field, mayHaveStarted: false };
  if (!ended.ok) {
    return complain(host, {
      ...common,
      expected: "an answer",
      received: `${describeFailure(ended.failure)}${spent}`,
      fix: ended.failure.wasSent ? undefined : adviseOnConnection(host, ended.failure.code),
      isRetryable: true,
      context: { code: ended.failure.code },
    });
  }
  if (ended.value === "oversize") {
    return complain(host, {
      ...common,
      expected: `at most ${bounds.maxBytes} bytes`,
      received: "more",
      isRetryable: false,
    });
  }
  const { status } = ended.value;
  if (isPassing(status)) {
    return complain(host, {
      ...common,
      expected: "an answer",
      received: `${describeAnswer(host, ended.value)}${spent}`,
      fix: "Run the same command again later",
      isRetryable: true,
      context: { status },
    });
  }
  return complain(host, {
    ...common,
    expected: "an answer",
    received: `status ${status}, which points to ${locationOf(ended.value, outgoing.url) ?? "nowhere"}`,
    fix: "Put the address that it points to into the base URL",
    isRetryable: false,
    context: { status },
  });
}
