/** How often a call is repeated and after which pause. Owns the bounds; leaves out the waiting. */
import { ExponentialBackoff, type IBackoff } from "cockatiel";
import type { HostCore } from "./host-core.ts";
import { describeSeconds } from "./pause.ts";

/** Attempts of a read that end without an answer, in all. */
export const MAX_READ_FAILURES = 6;
/** Attempts to reach a host for the request that is charged, in all. */
export const MAX_CONNECT_FAILURES = 4;
/** Times that one call lets itself be told to come back later. */
export const MAX_REFUSALS = 20;
/** The same without a time to come back at: such a 429 may also mean a quota that is spent for good. */
export const MAX_UNTIMED_REFUSALS = 6;
/** Of one call's pauses after refusals, in multiples of the longest pause that is obeyed. */
const MAX_TOTAL_PAUSES = 3;
/** Longest pause of the backoff, in multiples of the first: 30 s after 0.5 s. */
const LONGEST_PAUSE_RATIO = 60;

export type NextPause =
  | { readonly ok: true; readonly ms: number; readonly reason: string }
  /** `why` names the bound that is spent. */
  | { readonly ok: false; readonly why: string };

export type Patience = {
  /** After an attempt without a usable answer. `what` such as "no connection". */
  readonly afterFailure: (what: string, askedMs?: number) => NextPause;
  /** After 429. `askedMs` as the host says, undefined when it says nothing. */
  readonly afterRefusal: (askedMs: number | undefined) => NextPause;
};

/** @param maxFailures attempts that may end without an answer */
export function createPatience(host: HostCore, maxFailures: number): Patience {
  let backoff: IBackoff<unknown> = new ExponentialBackoff({
    initialDelay: host.firstPauseMs,
    maxDelay: host.firstPauseMs * LONGEST_PAUSE_RATIO,
  }).next();
  let failures = 0;
  let refusals = 0;
  let untimedRefusals = 0;
  let pausedMs = 0;

  const pauseFor = (askedMs: number | undefined, what: string): NextPause => {
    if (askedMs !== undefined && askedMs > host.maxRetryAfterMs) {
      const longest = describeSeconds(host.maxRetryAfterMs);
      return {
        ok: false,
        why: `it asks to wait ${describeSeconds(askedMs)}, longer than the ${longest} that are waited`,
      };
    }
    const ownMs = backoff.duration;
    backoff = backoff.next(undefined);
    if (askedMs === undefined || askedMs === 0) {
      return {
        ok: true,
        ms: ownMs,
        reason: `${host.id}: ${what}, again in ${describeSeconds(ownMs)}`,
      };
    }
    // A little more than asked, so that not all who were refused come back at the same moment.
    const ms = askedMs + Math.random() * host.firstPauseMs;
    return { ok: true, ms, reason: `${host.id}: asked to wait ${describeSeconds(askedMs)}` };
  };

  return {
    afterFailure: (what, askedMs) => {
      failures += 1;
      if (failures >= maxFailures) return { ok: false, why: `given up after ${failures} attempts` };
      return pauseFor(askedMs, what);
    },
    afterRefusal: (askedMs) => {
      refusals += 1;
      if (askedMs === undefined) untimedRefusals += 1;
      if (refusals >= MAX_REFUSALS || untimedRefusals >= MAX_UNTIMED_REFUSALS) {
        return { ok: false, why: `given up after ${refusals} refusals` };
      }
      const next = pauseFor(askedMs, "limits the rate");
      if (!next.ok) return next;
      pausedMs += next.ms;
      const bound = host.maxRetryAfterMs * MAX_TOTAL_PAUSES;
      return pausedMs > bound
        ? { ok: false, why: `given up as all pauses would exceed ${describeSeconds(bound)}` }
        : next;
    },
  };
}
