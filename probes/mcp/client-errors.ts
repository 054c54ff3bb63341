/** What a client brings about itself: none of it touches the episode. */
import { UsageError } from "../../core/errors.ts";

/** A job that its client has taken back. */
export class CancelledError extends Error {
  constructor() {
    super("cancelled by the client");
    this.name = "CancelledError";
  }
}

/** A call that does not fit where the episode stands. */
export class RefusedError extends UsageError {}
