/**
 * Asks a host for one rollout: the notes around the request that may be charged, and what is known when
 * it fails. Owns the one window in which nobody knows; leaves out waiting.
 */
import { ProviderError, StoreError } from "../../core/errors.ts";
import { sha256, sha256Json } from "../../core/hash/sha256.ts";
import type { RolloutHandle, RolloutRequest } from "../../generators/generator.ts";
import type { ClipJob, ClipServices, HostOfGenerator } from "./clip.ts";
import { BudgetSpentError, RolloutError } from "./rollout-error.ts";
import { handleForDisk } from "./rollout-log.ts";
import type { OpenRollout } from "./rollout-state.ts";

export type Bought = {
  readonly open: OpenRollout;
  /** Why nobody saw the answer; the job is looked for by the id that we gave it. */
  readonly error?: unknown;
};

/**
 * @throws BudgetSpentError when it does not fit: nothing was asked
 * @throws ProviderError when it was certainly not taken
 * @throws RolloutError with "unknown" when nobody knows whether it was taken
 */
export async function buyRollout(
  services: ClipServices,
  host: HostOfGenerator,
  job: ClipJob,
  attempt: number,
): Promise<Bought> {
  const { generator, log, budget, signal } = services;
  const { key, request } = job;
  const note = (event: Parameters<typeof log.append>[2]) => log.append(key, attempt, event);
  const estimateUsd = host.estimateUsd(request);
  if (!budget.reserve(key, estimateUsd ?? 0)) {
    throw new BudgetSpentError(
      `expected at least ${estimateUsd} US dollars to be left for ${request.instanceId} but received less`,
    );
  }
  await note({
    event: "intent",
    host: host.id,
    estimateUsd,
    requestSha256: hashRequest(request),
  });
  const scratchDir = await job.scratchDir(attempt);
  // What the journal says of the request: whether it is on its way, and under which id of ours.
  const onItsWay: { isSent: boolean; handle?: RolloutHandle | undefined } = { isSent: false };
  job.onAsk();
  try {
    const handle = await generator.start(request, {
      ...{ signal, scratchDir, onWait: job.onWait },
      onSubmit: async (ours) => {
        await note({
          event: "submitted",
          ...(ours === undefined ? {} : { handle: handleForDisk(ours) }),
        });
        onItsWay.isSent = true;
        onItsWay.handle = ours;
      },
      onRefused: async (reason) => {
        await note({ event: "refused", reason });
        onItsWay.isSent = false;
      },
    });
    await note({ event: "started", handle: handleForDisk(handle) });
    return { open: { kind: "open", attempt, handle, isTaken: true } };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if (!onItsWay.isSent) {
      if (!signal.aborted) await note({ event: "refused", reason: messageOf(error) });
      throw error;
    }
    if (error instanceof ProviderError && !error.mayHaveStarted) {
      await note({ event: "refused", reason: error.message });
      throw error;
    }
    const { handle } = onItsWay;
    if (handle !== undefined)
      return { open: { kind: "open", attempt, handle, isTaken: false }, error };
    const reason = messageOf(error);
    await note({ event: "unknown", reason });
    throw unknownRollout(host.id, request.instanceId, reason, error);
  }
}

/** Says what is not known, and what buys anew. */
export function unknownRollout(
  hostId: string,
  instanceId: string,
  reason: string,
  cause?: unknown,
): RolloutError {
  return new RolloutError(
    "unknown",
    `expected to learn whether ${hostId} took the rollout of ${instanceId} but received no answer ` +
      `(${reason}). It may have been bought, and is not asked for again: see the account at ` +
      `${hostId}, or run the same command with --retry-unknown to buy it anew`,
    cause,
  );
}

/** What was asked, for whoever compares: the picture counts by its own hash. */
function hashRequest(request: RolloutRequest): string {
  const { instanceId, firstFramePng, prompt, frames, fps, widthPx, heightPx, seed } = request;
  const firstFrameSha256 = sha256(firstFramePng);
  return sha256Json({ instanceId, firstFrameSha256, prompt, frames, fps, widthPx, heightPx, seed });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
