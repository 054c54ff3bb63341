/** Ends of a rollout that the episode loop acts on. */
import { ProbeError } from "../../core/errors.ts";

/**
 * The rollout was, or may have been, bought and gave no clip. It is not bought again by itself; the
 * episode's error has this code.
 */
export class RolloutError extends ProbeError {
  readonly episodeCode: "unknown" | "failed";

  constructor(episodeCode: "unknown" | "failed", message: string, cause?: unknown) {
    super("provider", message, cause === undefined ? {} : { cause });
    this.episodeCode = episodeCode;
  }
}

/** The rollout would cost more than is left: nothing was asked, and the episode is left undone. */
export class BudgetSpentError extends ProbeError {
  constructor(message: string) {
    super("provider", message);
  }
}
