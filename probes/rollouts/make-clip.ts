/**
 * Carries a rollout from wherever the journal left it to a clip on disk. Owns what is asked again, what
 * is bought, and what stands; leaves out the request itself and judging.
 */
import { assertNever, MediaError, ProviderError } from "../../core/errors.ts";
import type { CancelReason, EndState } from "../../core/schema/rollout.ts";
import { buyRollout, unknownRollout } from "./buy-rollout.ts";
import {
  type Clip,
  type ClipJob,
  type ClipServices,
  type HostOfGenerator,
  isOnDisk,
} from "./clip.ts";
import { fetchClip } from "./fetch-clip.ts";
import { makeFreeClip } from "./make-free-clip.ts";
import { RolloutError } from "./rollout-error.ts";
import { handleForDisk } from "./rollout-log.ts";
import { type OpenRollout, rolloutState } from "./rollout-state.ts";
import { type Stopped, stopJob } from "./stop-job.ts";
import { type JobEnd, waitForEnd } from "./wait-for-end.ts";

/**
 * Makes one clip, or takes up the one that was asked for before.
 *
 * @throws RolloutError when a rollout was, or may have been, bought without giving a clip
 * @throws BudgetSpentError when another one does not fit
 * @throws ProbeError for all else that may go better the next time; rejects with an AbortError
 */
export async function makeClip(services: ClipServices, job: ClipJob): Promise<Clip> {
  const { host } = services.generator;
  if (host === undefined) return makeFreeClip(services, job);
  try {
    return await makeHostedClip(services, host, job);
  } finally {
    services.budget.release(job.key);
  }
}

async function makeHostedClip(
  services: ClipServices,
  host: HostOfGenerator,
  job: ClipJob,
): Promise<Clip> {
  const state = rolloutState(services.log.recordsOf(job.key));
  const { attempt } = state;
  switch (state.kind) {
    case "none":
      break;
    case "downloaded": {
      const { clip, warnings, costUsd, handle } = state;
      const file = job.destination;
      if (await isOnDisk(file, clip)) return { file, ref: clip, warnings, costUsd };
      if (handle === undefined) throw gone(job);
      job.onAsk();
      const again = await follow(services, host, job, {
        kind: "open",
        attempt,
        handle,
        isTaken: true,
      });
      if (again !== undefined) return again;
      break;
    }
    case "open": {
      job.onAsk();
      const clip = await followEarlier(services, host, job, state);
      if (clip !== undefined) return clip;
      break;
    }
    case "unknown": {
      if (services.retryUnknown) break;
      const reason = state.reason ?? "the process ended before the answer came";
      if (state.reason === undefined) {
        await services.log.append(job.key, attempt, { event: "unknown", reason });
      }
      throw unknownRollout(host.id, job.request.instanceId, reason);
    }
    case "lost": {
      if (!services.retryFailed) throw failedRollout(services, job, state.state, state.reason);
      if (state.state !== "lost" || state.handle === undefined) break;
      // What has been paid for is asked for once more before another one is bought.
      job.onAsk();
      const open = { kind: "open", attempt, handle: state.handle, isTaken: true } as const;
      const clip = await followEarlier(services, host, job, open);
      if (clip !== undefined) return clip;
      break;
    }
    default:
      return assertNever(state);
  }
  const { open, error } = await buyRollout(services, host, job, attempt + 1);
  const clip = await follow(services, host, job, open);
  if (clip !== undefined) return clip;
  throw error ?? new ProviderError(`${host.id} did not take the rollout, though it said so`);
}

/** With --retry-failed a job of an earlier process that gives no clip, or none that can be decoded, is given up. */
async function followEarlier(
  services: ClipServices,
  host: HostOfGenerator,
  job: ClipJob,
  open: OpenRollout,
): Promise<Clip | undefined> {
  try {
    return await follow(services, host, job, open);
  } catch (error) {
    if (!services.retryFailed) throw error;
    if (error instanceof RolloutError) return undefined;
    if (!(error instanceof MediaError)) throw error;
    await writeEnd(services, host, job, open, "lost", error.message);
    return undefined;
  }
}

/**
 * Waits for a job and takes its clip.
 *
 * @returns undefined when it ended so that another one may be bought: never taken, or stopped by us
 */
async function follow(
  services: ClipServices,
  host: HostOfGenerator,
  job: ClipJob,
  rollout: OpenRollout,
): Promise<Clip | undefined> {
  const { generator, log, clock, signal } = services;
  const { handle, attempt } = rollout;
  const context = { signal, onWait: job.onWait, scratchDir: await job.scratchDir(attempt) };
  let open = rollout;
  let end: JobEnd | Stopped;
  try {
    end = await waitForEnd({
      ...{ generator, handle, deadlineMs: host.deadlineMs, context, clock },
      onSeen: async () => {
        if (open.isTaken) return;
        await log.append(job.key, attempt, { event: "started", handle: handleForDisk(handle) });
        open = { ...open, isTaken: true };
      },
    });
  } catch (error) {
    if (signal.aborted && services.mayStop())
      await stopOpen(services, host, job, open, "interrupt");
    throw error;
  }
  if (end.state === "deadline") {
    const { reason } = end;
    const stopped = await stopOpen(services, host, job, open, "deadline", reason);
    if (stopped.state !== "succeeded") throw failedRollout(services, job, "deadline", reason);
    end = stopped;
  }
  if (end.state === "succeeded") return takeClip(services, host, job, open, context);
  const { state, mayStartAnew } = meaningOf(end.state, open);
  await writeEnd(services, host, job, open, state, end.reason);
  if (mayStartAnew) return undefined;
  throw failedRollout(services, job, state, end.reason);
}

/** What the end of a job means, seen with what we know of it. */
function meaningOf(
  state: "failed" | "canceled" | "absent" | "uncertain",
  open: OpenRollout,
): { readonly state: EndState; readonly mayStartAnew: boolean } {
  if (state === "failed") return { state: "failed", mayStartAnew: false };
  if (state === "absent" && !open.isTaken) return { state: "absent", mayStartAnew: true };
  if (open.cancel === "deadline") return { state: "deadline", mayStartAnew: false };
  if (open.cancel !== undefined) return { state: "canceled", mayStartAnew: true };
  return { state: state === "absent" ? "lost" : "failed", mayStartAnew: false };
}

async function takeClip(
  services: ClipServices,
  host: HostOfGenerator,
  job: ClipJob,
  open: OpenRollout,
  context: Parameters<typeof fetchClip>[3],
): Promise<Clip> {
  try {
    const { ref, result } = await fetchClip(services, job, open.handle, context);
    const costUsd = host.costUsd(job.request, result.billedSec);
    const warnings = [...(open.handle.warnings ?? []), ...result.warnings];
    await services.log.append(job.key, open.attempt, {
      ...{ event: "downloaded", clip: ref, warnings, costUsd },
      ...(result.billedSec === undefined ? {} : { billedSec: result.billedSec }),
    });
    return { file: job.destination, ref, warnings, costUsd };
  } catch (error) {
    if (services.signal.aborted) throw error;
    if (!(error instanceof ProviderError) || error.isRetryable) throw error;
    await writeEnd(services, host, job, open, "lost", error.message);
    throw failedRollout(services, job, "lost", error.message, error);
  }
}

/**
 * Has a host stop a job, and writes down what is known then. A job that was faster stays open, so that
 * its clip is taken; one whose host does not say stays open too, unless its time was up.
 */
export async function stopOpen(
  services: Pick<ClipServices, "generator" | "log" | "clock">,
  host: HostOfGenerator,
  job: Pick<ClipJob, "key" | "request">,
  open: OpenRollout,
  why: CancelReason,
  reason?: string,
): Promise<Stopped> {
  await services.log.append(job.key, open.attempt, { event: "cancel", why });
  const stopped = await stopJob(services.generator, open.handle, services.clock);
  if (stopped.state === "succeeded") return stopped;
  if (stopped.state === "uncertain" && why !== "deadline") return stopped;
  const { state } = meaningOf(stopped.state, { ...open, cancel: why });
  await writeEnd(services, host, job, open, state, reason ?? stopped.reason);
  return stopped;
}

/** Only a host that takes nothing is known to have taken nothing for a job that gave nothing. */
async function writeEnd(
  services: Pick<ClipServices, "log">,
  host: HostOfGenerator,
  job: Pick<ClipJob, "key" | "request">,
  open: OpenRollout,
  state: EndState,
  reason: string,
): Promise<void> {
  const isFree = state === "absent" || host.estimateUsd(job.request) === 0;
  const costUsd = isFree ? 0 : null;
  await services.log.append(job.key, open.attempt, { event: "ended", state, reason, costUsd });
}

function failedRollout(
  { generator }: Pick<ClipServices, "generator">,
  job: ClipJob,
  state: EndState,
  reason: string,
  cause?: unknown,
): RolloutError {
  return new RolloutError(
    "failed",
    `expected a clip from generator ${generator.id} for ${job.request.instanceId} but received ` +
      `"${state}": ${reason}. It may have been charged, and is not bought again: run the same ` +
      "command with --retry-failed to buy it anew",
    cause,
  );
}

function gone(job: ClipJob): ProviderError {
  return new ProviderError(
    `expected the clip ${job.relativePath} that was downloaded before but received another file or none`,
  );
}
