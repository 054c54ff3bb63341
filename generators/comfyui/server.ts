/**
 * The requests to ComfyUI about one job that change nothing that is charged, and its cancelling. Owns
 * what is asked and in which order; what the answers say is `answers.ts`.
 */
import { ProviderError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import type { CallContext, RolloutStatus } from "../generator.ts";
import type { HttpAnswer, HttpHost } from "../http/index.ts";
import { type HistoryEntry, readEnd, readHistory, readQueue, readUpload } from "./answers.ts";

const CANCEL_TIMEOUT_MS = 20_000;

/**
 * Hands over a picture, named by its contents: sent again, the server finds that it has it.
 *
 * @returns the name under which workflows load it
 * @throws ProviderError when the server does not take it
 */
export async function uploadPicture(
  http: HttpHost,
  png: Uint8Array,
  context: CallContext,
): Promise<string> {
  const name = `topoprobe-${sha256(png).slice(0, 16)}.png`;
  const body = new FormData();
  body.set("image", new File([new Uint8Array(png)], name, { type: "image/png" }));
  body.set("type", "input");
  const answer = await http.read({ method: "POST", path: "/upload/image", body }, context);
  const image = answer.status < 300 ? readUpload(answer.json()) : undefined;
  if (image !== undefined) return image;
  throw refusal(http, "POST /upload/image", "the name of the uploaded picture", answer);
}

/** Entry of a job in the history; undefined while it has none. @throws ProviderError */
export async function getHistory(
  http: HttpHost,
  id: string,
  context: CallContext,
): Promise<HistoryEntry | undefined> {
  return readHistory(await getJson(http, `/history/${id}`, context), id);
}

/** How a job does: the history first, then the queue. @throws ProviderError */
export async function getStatus(
  http: HttpHost,
  id: string,
  context: CallContext,
): Promise<RolloutStatus> {
  const ended = await getHistory(http, id, context);
  if (ended !== undefined) return readEnd(ended);
  const state = readQueue(await getJson(http, "/queue", context), id);
  if (state === undefined) {
    throw new ProviderError(
      `expected the lists of jobs from GET /queue at ${http.id} but received something else. Check that ` +
        "COMFYUI_URL is the address of ComfyUI; the job may still be well",
      { isRetryable: true },
    );
  }
  if (state !== "nowhere") return { state };
  // It may have ended between the two questions.
  const endedSince = await getHistory(http, id, context);
  if (endedSince !== undefined) return readEnd(endedSince);
  return {
    state: "absent",
    reason: `${http.id} has job ${id} neither in its queue nor in its history`,
  };
}

/**
 * Takes a waiting job out of the queue and interrupts a running one, and never another one.
 *
 * @throws ProviderError when the server cannot be asked
 */
export async function cancelJob(http: HttpHost, id: string): Promise<void> {
  const context = { signal: AbortSignal.timeout(CANCEL_TIMEOUT_MS) };
  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await http.read({ method: "POST", path, body: JSON.stringify(body) }, context);
    if (answer.status >= 300) throw refusal(http, `POST ${path}`, "an accepted request", answer);
  };
  await post("/queue", { delete: [id] });
  // Servers before 2025's end do not look at the id, and would interrupt whatever runs.
  if (readQueue(await getJson(http, "/queue", context), id) === "running") {
    await post("/interrupt", { prompt_id: id });
  }
}

async function getJson(http: HttpHost, path: string, context: CallContext): Promise<unknown> {
  const answer = await http.read({ method: "GET", path }, context);
  if (answer.status < 300) return answer.json();
  throw refusal(http, `GET ${path}`, "an answer", answer);
}

function refusal(
  http: HttpHost,
  request: string,
  expected: string,
  { status }: HttpAnswer,
): ProviderError {
  return new ProviderError(
    `expected ${expected} from ${request} at ${http.id} but received status ${status}. Check that ` +
      "COMFYUI_URL is the address of ComfyUI, and COMFYUI_API_KEY its key where it wants one",
    { context: { status } },
  );
}
