/** What a run still has to do, from the journals. Owns which errors stand. Pure. */
import type { Episode } from "../../core/schema/episode.ts";
import type { RolloutState } from "./rollout-state.ts";

export type RetryOptions = {
  /** Buys anew what was bought and ended without a clip. @default false */
  readonly retryFailed?: boolean;
  /** Buys anew what may have been bought. @default false */
  readonly retryUnknown?: boolean;
};

/**
 * - `finished`: judged
 * - `stands`: an error that would not come out differently without buying a second time
 * - `unfinished`: all else
 */
export type Progress = "finished" | "stands" | "unfinished";

/**
 * @param latest the last episode line of the work
 * @param isReplaced a replay serves another clip by now
 * @param state undefined for generators that ask no host
 */
export function progressOf(
  latest: Episode | undefined,
  isReplaced: boolean,
  state: RolloutState | undefined,
  retry: RetryOptions,
): Progress {
  if (latest?.status === "ok") return isReplaced ? "unfinished" : "finished";
  if (latest === undefined || state === undefined) return "unfinished";
  // An error line of an earlier attempt says nothing of this one.
  const { code } = latest.error;
  if (state.kind === "unknown" && code === "unknown" && retry.retryUnknown !== true)
    return "stands";
  if (state.kind === "lost" && code === "failed" && retry.retryFailed !== true) return "stands";
  return "unfinished";
}

/** Whether carrying the work on means asking for a rollout that may be charged. */
export function mustBuy(state: RolloutState, retry: RetryOptions): boolean {
  switch (state.kind) {
    case "none":
      return true;
    case "unknown":
      return retry.retryUnknown === true;
    case "lost":
      return retry.retryFailed === true;
    case "open":
    case "downloaded":
      return false;
    default:
      return state satisfies never;
  }
}
