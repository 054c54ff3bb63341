/** Gets the clip of a job that has ended well. */
import { ProviderError } from "../../core/errors.ts";
import type { CallContext } from "../generator.ts";
import type { Dialect } from "./dialect.ts";
import { type Job, stateOfJob } from "./job.ts";
import { type Api, jobPath, readJob } from "./read-job.ts";

/**
 * Writes the clip to `destination` and gives the job as it stood before.
 *
 * @throws ProviderError, retryable unless the clip is lost or lies elsewhere
 */
export async function fetchClip(
  api: Api,
  dialect: Dialect,
  id: string,
  destination: string,
  context: CallContext,
): Promise<Job> {
  const { http, redact } = api;
  const found = await readJob(api, id, context);
  if (found.kind === "absent") throw new ProviderError(found.reason);
  const { job } = found;
  const status = stateOfJob(dialect, job);
  if (status.state !== "succeeded") {
    const reason = "reason" in status ? `: ${status.reason}` : "";
    throw new ProviderError(
      redact(
        `expected a finished clip for ${id} at ${http.id} but the job is ${status.state}${reason}`,
      ),
      { isRetryable: status.state === "queued" || status.state === "running" },
    );
  }
  const own = new URL(http.baseUrl);
  refuseElsewhere(job, own, id);
  try {
    await http.download(
      {
        url: `${http.baseUrl}${jobPath(id)}/content`,
        destination,
        allowedHosts: [own.host],
        sendHeaders: true,
        accept: "video",
      },
      context,
    );
  } catch (error) {
    // The job is there and has ended well: a page, a refusal or "still in-progress" in place of its
    // clip does not lose it.
    if (error instanceof ProviderError && !isLost(error)) {
      throw new ProviderError(error.message, { isRetryable: true, context: error.context });
    }
    throw error;
  }
  return job;
}

/** Both servers answer 404 too while the file is not written yet, in other words than these. */
function isLost({ message, context: { status } }: ProviderError): boolean {
  return status === 410 || (status === 404 && /on disk|\bgone\b|expired|deleted/i.test(message));
}

/** A server with a storage of its own sends the clip there and does not serve it itself any more. */
function refuseElsewhere({ url }: Job, own: URL, id: string): void {
  if (url === undefined || url === null || !URL.canParse(url, own)) return;
  const { hostname } = new URL(url, own);
  if (hostname === own.hostname) return;
  throw new ProviderError(
    `expected the clip of ${id} at ${own.hostname} but the server has put it to ${hostname}. ` +
      "Start the server without a cloud storage: clips are fetched from the server itself only",
  );
}
