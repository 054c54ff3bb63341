/**
 * Clips of generators that ask no host: built-in ones, replays, commands. They cost nothing, so that
 * whatever is not certain is done again.
 */
import { ProbeError } from "../../core/errors.ts";
import type { RolloutHandle, RolloutResult } from "../../generators/generator.ts";
import { type Clip, type ClipJob, type ClipServices, describeClip } from "./clip.ts";
import { handleForDisk } from "./rollout-log.ts";
import { rolloutState } from "./rollout-state.ts";
import { type JobEnd, waitForEnd } from "./wait-for-end.ts";

/** Bound of the waiting for one clip. */
export const FREE_DEADLINE_MS = 45 * 60_000;

/**
 * A kept handle is taken up again. When the generator says that it failed, or does not know it, the
 * rollout is started anew; when it cannot be reached, the error stands.
 *
 * @throws ProbeError when there is no clip in the end; rejects with an AbortError when aborted
 */
export async function makeFreeClip(services: ClipServices, job: ClipJob): Promise<Clip> {
  const state = rolloutState(services.log.recordsOf(job.key));
  job.onAsk();
  const resumed =
    state.kind === "open" ? await resume(services, job, state.handle, state.attempt) : undefined;
  const result = resumed ?? (await startAnew(services, job, state.attempt + 1));
  const ref = await describeClip(job, services.generator.id);
  return {
    file: job.destination,
    ref,
    warnings: result.warnings,
    ...(result.truth === undefined ? {} : { truth: result.truth }),
  };
}

async function startAnew(
  services: ClipServices,
  job: ClipJob,
  attempt: number,
): Promise<RolloutResult> {
  const { generator, log, signal } = services;
  const scratchDir = await job.scratchDir(attempt);
  const { onWait } = job;
  const handle = await generator.start(job.request, {
    ...{ signal, onWait, scratchDir },
    ...{ onSubmit: async () => undefined, onRefused: async () => undefined },
  });
  await log.append(job.key, attempt, { event: "started", handle: handleForDisk(handle) });
  const outcome = await wait(services, job, handle, scratchDir);
  if (outcome.state === "succeeded") return take(services, job, handle, scratchDir);
  throw new ProbeError(
    "provider",
    `expected a clip from generator ${generator.id} but received "${outcome.state}": ${outcome.reason}`,
  );
}

/** Undefined when the rollout has to be started anew. */
async function resume(
  services: ClipServices,
  job: ClipJob,
  handle: RolloutHandle,
  attempt: number,
): Promise<RolloutResult | undefined> {
  try {
    const scratchDir = await job.scratchDir(attempt);
    const outcome = await wait(services, job, handle, scratchDir);
    if (outcome.state !== "succeeded") return undefined;
    return await take(services, job, handle, scratchDir);
  } catch (error) {
    const isProvider = error instanceof ProbeError && error.code === "provider";
    if (services.signal.aborted || isProvider) throw error;
    return undefined;
  }
}

function wait(
  { generator, signal, clock }: ClipServices,
  { onWait }: ClipJob,
  handle: RolloutHandle,
  scratchDir: string,
): Promise<JobEnd> {
  const context = { signal, onWait, scratchDir };
  return waitForEnd({ generator, handle, deadlineMs: FREE_DEADLINE_MS, context, clock });
}

async function take(
  { generator, signal }: ClipServices,
  { destination, onWait }: ClipJob,
  handle: RolloutHandle,
  scratchDir: string,
): Promise<RolloutResult> {
  const result = await generator.result(handle, destination, { signal, onWait, scratchDir });
  return { ...result, warnings: [...(handle.warnings ?? []), ...result.warnings] };
}
