/** What an agent's episode still has to do, from its last line. Pure. */
import type { Episode } from "../../core/schema/episode.ts";
import type { Progress, RetryOptions } from "../rollouts/choose-work.ts";

/**
 * Everything that was bought is found again under keys of its own, so that an episode that broke off is
 * simply played again. Only where nobody knows whether something was bought does the error stand.
 *
 * @param isReplaced a replay serves another clip by now
 */
export function agentProgress(
  latest: Episode | undefined,
  isReplaced: boolean,
  { retryUnknown = false }: RetryOptions,
): Progress {
  if (latest?.status === "ok") return isReplaced ? "unfinished" : "finished";
  return latest?.error.code === "unknown" && !retryUnknown ? "stands" : "unfinished";
}
