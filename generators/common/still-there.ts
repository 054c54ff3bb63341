/** Errors on the way to a clip that a host has made already. Pure. */
import { ProviderError } from "../../core/errors.ts";

/** The status of the answer that an error tells of; undefined where there was none. */
export function statusOfError(error: unknown): number | undefined {
  const status = error instanceof ProviderError ? error.context["status"] : undefined;
  return typeof status === "number" ? status : undefined;
}

/**
 * What was made and not deleted is there, whatever came in its place: a page, a refusal of the key.
 *
 * @returns the same error, as one of a call that may succeed later
 */
export function asRetryable(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.isRetryable) return error;
  return new ProviderError(error.message, { isRetryable: true, context: error.context });
}

/** The same, but for answers that say that it is gone. */
export function asRetryableUnlessGone(error: unknown): unknown {
  const status = statusOfError(error);
  return status === 404 || status === 410 ? error : asRetryable(error);
}
