/** Gets the clip of a job that has ended well. */
import { ProviderError } from "../../core/errors.ts";
import { asRetryable, statusOfError } from "../common/still-there.ts";
import type { CallContext } from "../generator.ts";
import { shorten } from "../http/error-body.ts";
import type { Dialect } from "./dialect.ts";
import { type Job, stateOfJob } from "./job.ts";
import { type Api, jobPath, readJob } from "./read-job.ts";

/** Answers in place of a clip that a server has put elsewhere; a refused key is none. */
const ELSEWHERE_STATUSES: ReadonlySet<number> = new Set([400, 404, 410]);

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
    const reason = "reason" in status ? `: ${shorten(redact(status.reason))}` : "";
    throw new ProviderError(
      `expected a finished clip for ${id} at ${http.id} but the job is ${status.state}${reason}`,
      { isRetryable: status.state === "queued" || status.state === "running" },
    );
  }
  const own = new URL(http.baseUrl);
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
    const elsewhere = findElsewhere(job, own);
    if (elsewhere !== undefined && ELSEWHERE_STATUSES.has(statusOfError(error) ?? 0)) {
      throw putElsewhere(id, own, elsewhere);
    }
    // The job is there and has ended well: a page, a refusal or "still in-progress" in place of its
    // clip does not lose it.
    throw error instanceof ProviderError && isLost(error) ? error : asRetryable(error);
  }
  return job;
}

/** Both servers answer 404 too while the file is not written yet, in other words than these. */
function isLost({ message, context: { status } }: ProviderError): boolean {
  return status === 410 || (status === 404 && /on disk|\bgone\b|expired|deleted/i.test(message));
}

/**
 * A server with a storage of its own sends the clip there, names it, and refuses to serve it itself.
 * Another name of the same server is no reason not to ask it: what it calls itself may be of no use here.
 */
function findElsewhere({ url }: Job, own: URL): string | undefined {
  const hostname = URL.parse(url ?? "", own)?.hostname ?? "";
  return hostname === "" || hostname === own.hostname ? undefined : hostname;
}

function putElsewhere(id: string, own: URL, hostname: string): ProviderError {
  return new ProviderError(
    `expected the clip of ${id} at ${own.hostname} but the server has put it to ${hostname}. ` +
      "Start the server without a cloud storage: clips are fetched from the server itself only",
  );
}
