/**
 * Errors of one host in words. Owns wording, redaction and what is put into `context`; what a failure
 * means for a charge is decided by the callers. Headers of requests never enter here.
 */
import { ProviderError } from "../../core/errors.ts";
import { mayBeProxied } from "./connections.ts";
import { readErrorBody, shorten } from "./error-body.ts";
import type { Failure, Outgoing } from "./exchange.ts";
import type { HostCore } from "./host-core.ts";
import type { HttpAnswer } from "./types.ts";

export type Complaint = {
  readonly expected: string;
  /** Such as "POST /predictions". */
  readonly field: string;
  readonly received: string;
  readonly fix?: string | undefined;
  readonly isRetryable: boolean;
  readonly mayHaveStarted: boolean;
  readonly context?: Readonly<Record<string, string | number>>;
};

/** Builds a ProviderError without a cause: causes of libraries may carry more than they should. */
export function complain(host: HostCore, complaint: Complaint): ProviderError {
  const { expected, field, received, fix, isRetryable, mayHaveStarted } = complaint;
  const base = `expected ${expected} for ${field} at ${host.id} but received ${received}`;
  const context: Record<string, string | number> = { host: host.id };
  for (const [key, value] of Object.entries(complaint.context ?? {})) {
    context[key] = typeof value === "string" ? host.redact(value) : value;
  }
  return new ProviderError(host.redact(fix === undefined ? base : `${base}. ${fix}`), {
    context,
    isRetryable,
    mayHaveStarted,
  });
}

/** Such as "POST /predictions": below the base URL, without the query. */
export function nameRequest(host: HostCore, outgoing: Pick<Outgoing, "method" | "url">): string {
  const below = new URL(host.baseUrl).pathname.replace(/\/$/, "");
  const { pathname } = outgoing.url;
  const path = pathname.startsWith(`${below}/`) ? pathname.slice(below.length) : pathname;
  return `${outgoing.method} ${path}`;
}

/** Such as `status 402: "Insufficient credit"`. */
export function describeAnswer(host: HostCore, answer: HttpAnswer): string {
  // Redacted before it is cut, for a cut secret is not recognised.
  const said = shorten(host.redact(readErrorBody(answer.text())));
  return said === "" ? `status ${answer.status}` : `status ${answer.status}: "${said}"`;
}

/** Where an answer points to, without a query, which may be signed; undefined when to no address. */
export function locationOf({ headers }: HttpAnswer, from: URL): string | undefined {
  const url = URL.parse(headers.get("location") ?? "", from.href);
  return headers.has("location") && url !== null ? `${url.origin}${url.pathname}` : undefined;
}

/** What a failed attempt looked like from here. */
export function describeFailure(failure: Failure): string {
  const after =
    failure.head === undefined
      ? ""
      : ` after the head of an answer (status ${failure.head.status})`;
  switch (failure.kind) {
    case "not_sent":
      return `no connection (${failure.code})`;
    case "lost":
      return `a lost connection (${failure.code})${after}`;
    case "silent":
      return `silence within the body${after}`;
    case "too_late":
      return failure.wasSent ? `no whole answer in time${after}` : "no connection in time";
  }
}

/** What to do about a status; undefined where the host's own words have to do. */
export function adviseOnStatus(host: HostCore, status: number): string | undefined {
  return adviseOnKey(host, status) ?? ADVICE[status];
}

/** What to do about a key that is refused; undefined for a status that says nothing of it. */
export function adviseOnKey({ keyVariable }: HostCore, status: number): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const check = `Check the key in ${keyVariable ?? "the environment"}`;
  return status === 401 ? check : `${check}, and what its account may use`;
}

const ADVICE: Readonly<Record<number, string>> = {
  402: "Check the credit of the account",
  404: "Check the base URL and the model's name at this host",
  405: "Check the base URL: this server does not know the request",
  413: "The request is too large for this host: ask for a smaller frame size",
};

/** What to do when no connection can be made. */
export function adviseOnConnection(host: HostCore, code: string): string {
  if (mayBeProxied(new URL(host.origin))) {
    return `Check the network, the base URL ${host.origin}, and the proxy in HTTPS_PROXY or HTTP_PROXY`;
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `Check the network and the name of the server: ${host.origin}`;
  }
  return code === "ECONNREFUSED"
    ? `Check that the server runs at ${host.origin}`
    : `Check the network and the base URL ${host.origin}`;
}
