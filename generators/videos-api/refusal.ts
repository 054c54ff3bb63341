/** The refusal that has one usual cause at these servers gets the way out with it. */
import { ProviderError } from "../../core/errors.ts";

/** vLLM-Omni compares the name with the one that it serves; gateways look it up. */
const OTHER_MODEL = /model mismatch|model_not_found|model\b.{0,200}\bdoes not exist/i;

/** @throws ProviderError the same, with what to do about it */
export async function explainRefusal<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.mayHaveStarted) throw error;
    if (!OTHER_MODEL.test(error.message)) throw error;
    throw new ProviderError(
      `${error.message}. Set VIDEOS_API_MODEL to the name that the server lists under /v1/models`,
      { isRetryable: error.isRetryable, context: error.context },
    );
  }
}
