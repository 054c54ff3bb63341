/** From a job that succeeded to a whole clip on disk. Owns the tries, and when a clip counts. */
import { MediaError, ProviderError } from "../../core/errors.ts";
import type { ClipRef } from "../../core/schema/episode.ts";
import type { CallContext, RolloutHandle, RolloutResult } from "../../generators/generator.ts";
import { type ClipJob, type ClipServices, describeClip } from "./clip.ts";

export type FetchedClip = { readonly ref: ClipRef; readonly result: RolloutResult };

/** Pauses before the second, third and fourth try. */
const PAUSES_MS = [500, 2_000, 8_000] as const;

/**
 * Asks for the clip up to four times, as asking costs nothing and a clip that is given up is lost: also
 * after an error that is not retryable, such as a page of HTML in place of the clip. A clip that breaks off early counts when the host sends the very
 * same bytes twice, with a warning: then it is the host's clip and not the line.
 *
 * @throws ProviderError as `Generator.result` does at the last try
 * @throws MediaError when what comes cannot be decoded: the job may be asked again later
 */
export async function fetchClip(
  services: ClipServices,
  job: ClipJob,
  handle: RolloutHandle,
  context: CallContext,
): Promise<FetchedClip> {
  let lastSha256 = "";
  for (let tries = 0; ; tries += 1) {
    const pauseMs = PAUSES_MS[tries];
    try {
      const result = await services.generator.result(handle, job.destination, context);
      const ref = await describeClip(job, services.generator.id);
      const check = await services.checkClip(job.destination, result.kind, services.signal);
      if (check.state === "whole") return { ref, result };
      const isSame = ref.sha256 === lastSha256;
      lastSha256 = ref.sha256;
      if (check.state === "short" && isSame) {
        return { ref, result: { ...result, warnings: [...result.warnings, check.reason] } };
      }
      throw new MediaError(
        `expected a clip that can be decoded from generator ${services.generator.id} for ` +
          `${job.request.instanceId} but received: ${check.reason}. The job is kept: run the same ` +
          "command again to ask for the clip again",
      );
    } catch (error) {
      const canTryAgain = error instanceof MediaError || error instanceof ProviderError;
      if (!canTryAgain || pauseMs === undefined || services.signal.aborted) throw error;
    }
    await services.clock.sleep(pauseMs, services.signal);
  }
}
