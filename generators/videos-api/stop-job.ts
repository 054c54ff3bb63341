/** Stops a job without throwing away a clip that is there already. */
import { ProviderError } from "../../core/errors.ts";
import { describeAnswer } from "./detail.ts";
import type { Dialect } from "./dialect.ts";
import { type Job, stateOfJob } from "./job.ts";
import { type Api, jobPath, readJob } from "./read-job.ts";

/** All requests of one stop, in milliseconds. */
const STOP_TIMEOUT_MS = 60_000;

/**
 * Looks at the job first: both servers delete a finished clip by the request that stops a running job.
 * Ended, unknown and already stopping jobs are left alone.
 *
 * @throws ProviderError when the server cannot be asked, or refuses
 */
export async function stopJob(api: Api, dialect: Dialect, id: string): Promise<void> {
  const context = { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) };
  const found = await readJob(api, id, context);
  if (found.kind === "absent") return;
  if (hasEnded(dialect, found.job)) return;

  let refusal = "no way to stop a job";
  for (const { method, path } of dialect.stopRoutes) {
    const answer = await api.http.read({ method, path: path(jobPath(id)) }, context);
    // 409: the server is stopping it and has no patience to wait for that.
    if (answer.status < 300 || answer.status === 409) return;
    refusal = describeAnswer(answer, api.redact);
    if (answer.status !== 404 && answer.status !== 405) break;
  }
  const after = await readJob(api, id, context);
  if (after.kind === "absent" || hasEnded(dialect, after.job)) return;
  throw new ProviderError(
    api.redact(
      `expected ${api.http.id} to stop the job ${id} but received ${refusal}. Stop it at the server`,
    ),
  );
}

function hasEnded(dialect: Dialect, job: Job): boolean {
  const { state } = stateOfJob(dialect, job);
  return state !== "queued" && state !== "running";
}
