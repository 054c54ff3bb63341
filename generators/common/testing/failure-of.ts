/** Errors that tests expect. */
import { ProviderError } from "../../../core/errors.ts";

/** What a call throws. @throws Error when it is no ProviderError, or nothing */
export async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(() => undefined).catch((caught: unknown) => caught);
  if (error instanceof ProviderError) return error;
  throw new Error(`expected a ProviderError but received ${String(error)}`);
}
