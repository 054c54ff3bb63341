/** Asks for a video job. Owns what its answers mean, leaves what follows from them. */
import { z } from "zod";
import { ProviderError } from "../../core/errors.ts";
import { parseJson } from "../common/parse-json.ts";
import type { CallContext } from "../generator.ts";
import { readErrorBody } from "../http/index.ts";
import type { HttpAnswer, HttpHost } from "../http/types.ts";
import { describeAnswer } from "./detail.ts";
import { type Job, jobSchema } from "./job.ts";

/** The largest page that both servers give, the newest jobs first. */
const LIST_PATH = "/videos?limit=100&order=desc";

/** What FastAPI says of a path that no route takes: the address is wrong, the job may be well. */
const NO_SUCH_ROUTE = "Not Found";

const listSchema = z.looseObject({ data: z.array(jobSchema.or(z.unknown())) });

export type FoundJob =
  | { readonly kind: "job"; readonly job: Job }
  | { readonly kind: "absent"; readonly reason: string };

/** The server, and what keeps secrets out of messages: servers like to repeat what they were sent. */
export type Api = { readonly http: HttpHost; readonly redact: (text: string) => string };

/** Path of a job below the base URL. */
export function jobPath(id: string): string {
  return `/videos/${encodeURIComponent(id)}`;
}

/**
 * vLLM-Omni answers for a failed job with the status code of the failure, 500 as a rule, and the job in
 * the body: that is an answer, and not asked for again. Where something on the way puts a page of its
 * own in place of such a body, the job is looked for in the list of jobs.
 *
 * @throws ProviderError when the server cannot be asked, or does not answer as such a server does
 */
export async function readJob(
  { http, redact }: Api,
  id: string,
  context: CallContext,
): Promise<FoundJob> {
  let answer: HttpAnswer;
  try {
    answer = await http.read({ method: "GET", path: jobPath(id), isAnswer: isFailedJob }, context);
  } catch (error) {
    if (!(error instanceof ProviderError) || typeof error.context["status"] !== "number")
      throw error;
    const listed = await findInList(http, id, context);
    if (listed === undefined) throw error;
    return { kind: "job", job: listed };
  }
  const body = parseJson(answer.text());
  const parsed = jobSchema.safeParse(body);
  if (parsed.success && (answer.status < 300 || isFailedJob(answer))) {
    return { kind: "job", job: parsed.data };
  }
  const isGone = answer.status === 404 || answer.status === 410;
  if (isGone && body !== undefined && readErrorBody(answer.text()) !== NO_SUCH_ROUTE) {
    return {
      kind: "absent",
      reason: redact(`${http.id} does not know ${id}: ${describeAnswer(answer, redact)}`),
    };
  }
  throw new ProviderError(
    redact(
      `expected the video job ${id} from ${http.id} but received ${describeAnswer(answer, redact)}. ` +
        "Check VIDEOS_API_URL (with /v1 at the end) and VIDEOS_API_KEY; the job may still be well",
    ),
    { isRetryable: answer.status < 300, context: { status: answer.status } },
  );
}

function isFailedJob(answer: HttpAnswer): boolean {
  const job = jobSchema.safeParse(parseJson(answer.text()));
  return job.success && job.data.status === "failed";
}

/** Undefined when the list cannot be had either, or does not name the job as failed. */
async function findInList(
  http: HttpHost,
  id: string,
  context: CallContext,
): Promise<Job | undefined> {
  let answer: HttpAnswer;
  try {
    answer = await http.read({ method: "GET", path: LIST_PATH }, context);
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
  const list = listSchema.safeParse(parseJson(answer.text()));
  if (answer.status >= 300 || !list.success) return undefined;
  return list.data.data
    .map((entry) => jobSchema.safeParse(entry))
    .find((entry) => entry.success && entry.data.id === id && entry.data.status === "failed")?.data;
}
