/**
 * The request that may be charged: sent once, and again only when it was certainly not taken. Owns the
 * rule of what is certain.
 */
import type { ProviderError } from "../../core/errors.ts";
import type { StartContext } from "../generator.ts";
import { type Attempted, attempt, prepare, toAnswer } from "./attempt.ts";
import {
  adviseOnConnection,
  adviseOnStatus,
  complain,
  describeAnswer,
  describeFailure,
  locationOf,
  nameRequest,
} from "./errors.ts";
import type { Failure, Outgoing } from "./exchange.ts";
import { boundsOf, type HostCore } from "./host-core.ts";
import { createPatience, MAX_CONNECT_FAILURES, type NextPause } from "./patience.ts";
import { abortErrorOf, pause } from "./pause.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { HttpAnswer, HttpRequest } from "./types.ts";

/** As {@link HttpHost.create}. @throws ProviderError, AbortError, or what the notes throw */
export async function create(
  host: HostCore,
  request: HttpRequest,
  context: StartContext,
  submitting?: Parameters<StartContext["onSubmit"]>[0],
): Promise<HttpAnswer> {
  const outgoing = await prepare(host, request);
  const bounds = boundsOf(request);
  const patience = createPatience(host, MAX_CONNECT_FAILURES);
  // Bounded by `patience`, which says no in the end.
  for (;;) {
    const ended = await host.limits.run(context, async () => {
      if (context.signal.aborted) throw abortErrorOf(context.signal);
      await context.onSubmit(submitting);
      return await attempt(host, outgoing, bounds, { signal: undefined, isFresh: true });
    });
    const verdict = judge(host, outgoing, ended);
    if (verdict.kind === "taken") return verdict.answer;
    if (verdict.kind === "ended") throw verdict.error(undefined);
    const next: NextPause =
      verdict.kind === "limited"
        ? patience.afterRefusal(verdict.askedMs)
        : patience.afterFailure("no connection");
    if (!next.ok) throw verdict.error(next.why);
    await context.onRefused(verdict.error(undefined).message);
    await pause(context, next.ms, next.reason);
  }
}

/** @param why the bound that is spent, for the message */
type ErrorOf = (why: string | undefined) => ProviderError;

type Verdict =
  | { readonly kind: "taken"; readonly answer: HttpAnswer }
  | { readonly kind: "limited"; readonly askedMs: number | undefined; readonly error: ErrorOf }
  | { readonly kind: "unreached"; readonly error: ErrorOf }
  | { readonly kind: "ended"; readonly error: ErrorOf };

function judge(host: HostCore, outgoing: Outgoing, ended: Attempted): Verdict {
  if (ended.ok) {
    return ended.value === "oversize"
      ? { kind: "ended", error: () => tooLarge(host, outgoing) }
      : judgeAnswer(host, outgoing, ended.value);
  }
  const { failure } = ended;
  const status = failure.head?.status ?? 0;
  if (failure.head !== undefined && status >= 400 && status < 500) {
    // The refusal itself has come; only its explanation is lost.
    const answer = toAnswer(host, outgoing, failure.head, new Uint8Array());
    return judgeAnswer(host, outgoing, answer);
  }
  const error: ErrorOf = (why) => unanswered(host, outgoing, failure, why);
  const isPassing = !failure.wasSent && (CONNECTION_CODES.has(failure.code) || isLate(failure));
  return { kind: isPassing ? "unreached" : "ended", error };
}

function isLate(failure: Failure): boolean {
  return failure.kind === "too_late";
}

/** A connection that may be made a moment later. Certificates and the like do not change so soon. */
const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_SOCKET",
]);

function judgeAnswer(host: HostCore, outgoing: Outgoing, answer: HttpAnswer): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: "taken", answer };
  const isRefusal = status >= 400 && status < 500;
  // 307 and 308 ask to send the same again elsewhere, 301 in practice too; after others it is not clear.
  const isElsewhere = status === 301 || status === 307 || status === 308;
  const error: ErrorOf = (why) =>
    complain(host, {
      expected: "an accepted request",
      field: nameRequest(host, outgoing),
      received: `${describeAnswer(host, answer)}${why === undefined ? "" : ` (${why})`}`,
      fix: isElsewhere
        ? `Put the address that it points to into the base URL: ${locationOf(answer, outgoing.url) ?? "none"}`
        : isRefusal
          ? adviseOnStatus(host, status)
          : MAY_BE_TAKEN,
      isRetryable: status === 408 || status === 429,
      mayHaveStarted: !isRefusal && !isElsewhere,
      context: { status },
    });
  if (status !== 429) return { kind: "ended", error };
  const header = answer.headers.get("retry-after") ?? undefined;
  const askedMs = parseRetryAfter(header, answer.text(), Date.now());
  return { kind: "limited", askedMs, error };
}

const MAY_BE_TAKEN = "It may have been taken nevertheless, and is not sent again";

function unanswered(
  host: HostCore,
  outgoing: Outgoing,
  failure: Failure,
  why: string | undefined,
): ProviderError {
  return complain(host, {
    expected: "an answer",
    field: nameRequest(host, outgoing),
    received: `${describeFailure(failure)}${why === undefined ? "" : ` (${why})`}`,
    fix: failure.wasSent ? MAY_BE_TAKEN : adviseOnConnection(host, failure.code),
    isRetryable: !failure.wasSent,
    mayHaveStarted: failure.wasSent,
    context: { code: failure.code },
  });
}

function tooLarge(host: HostCore, outgoing: Outgoing): ProviderError {
  return complain(host, {
    expected: "an answer within the largest size",
    field: nameRequest(host, outgoing),
    received: "more bytes than that",
    fix: MAY_BE_TAKEN,
    isRetryable: false,
    mayHaveStarted: true,
  });
}
