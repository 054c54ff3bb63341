/**
 * Rollouts at Replicate. Owns what is asked in which order; the client library is used for three calls
 * and never for waiting, retries, uploads or downloads.
 */
import type Replicate from "replicate";
import { ProviderError } from "../../core/errors.ts";
import { sha256Json } from "../../core/hash/sha256.ts";
import { callSdk, NO_KEY } from "../common/call-sdk.ts";
import { describePicture } from "../common/describe-picture.ts";
import { asRetryable, asRetryableUnlessGone, statusOfError } from "../common/still-there.ts";
import type { CallContext, Generator, RolloutHandle, StartContext } from "../generator.ts";
import type { CreateOptions } from "../host.ts";
import type { HttpHost } from "../http/types.ts";
import type { ReplicateEntry } from "../models/schema.ts";
import { buildInput } from "./build-input.ts";
import { formatCancelAfter } from "./cancel-after.ts";
import { findVersion } from "./find-version.ts";
import {
  billedSecOf,
  outputOf,
  type Prediction,
  predictionSchema,
  statusOf,
} from "./prediction.ts";
import { sendPicture } from "./send-picture.ts";

const VERSION = "1";
/** Documented hosts of outputs. */
const DELIVERY = ["replicate.delivery", "*.replicate.delivery"];
const CREATE_TIMEOUT_MS = 120_000;
const CANCEL_TIMEOUT_MS = 20_000;
/** Answers to a cancel that comes too late: unknown, or ended already. */
const ENDED = [400, 404, 409, 410, 422];

/** @param http the host's connection, with the key */
export function createReplicateGenerator(
  { model, deadlineMs, price, redact }: Omit<CreateOptions, "env">,
  entry: ReplicateEntry,
  http: HttpHost,
): Generator {
  const who = `${model.id} at replicate`;

  /** One call of the library, with one request behind it. Only what is charged has a deadline. */
  const ask = async (
    what: string,
    send: typeof fetch,
    call: (predictions: Replicate["predictions"]) => Promise<unknown>,
    cancelAfter?: string,
  ): Promise<Prediction> => {
    const { default: Client } = await import("replicate");
    const isCharged = cancelAfter !== undefined;
    const headers = isCharged ? { "Cancel-After": cancelAfter } : {};
    const advise = http.adviseOnKey;
    const frame = { host: "replicate", what, send, isCharged, headers, redact, advise };
    return await callSdk(frame, async (fetchOnce) => {
      const options = {
        auth: NO_KEY,
        baseUrl: http.baseUrl,
        fetch: fetchOnce,
        useFileOutput: false,
      };
      return predictionSchema.parse(await call(new Client(options).predictions));
    });
  };
  const get = (id: string, context: CallContext): Promise<Prediction> =>
    ask("tell of the prediction", http.fetchAs("read", {}, context), (client) => client.get(id));

  return {
    id: model.id,
    version: VERSION,
    kind: model.kind,
    params: {
      host: "replicate",
      model: entry.model,
      ...(entry.version === undefined ? {} : { version: entry.version }),
      fixed: entry.fixed,
      entry: sha256Json(entry),
    },
    host: {
      id: "replicate",
      ...price,
      deadlineMs,
      preview: (request) => {
        const picture = describePicture(request.firstFramePng);
        const { input, warnings } = buildInput(model, entry, request, picture);
        const { version } = entry;
        const path = version === undefined ? `/models/${entry.model}/predictions` : "/predictions";
        return {
          host: "replicate",
          method: "POST",
          url: `${http.baseUrl}${path}`,
          body: { input, ...(version === undefined ? {} : { version }) },
          warnings,
        };
      },
    },
    start: async (request, context: StartContext): Promise<RolloutHandle> => {
      const version = await findVersion(http, entry, redact, context);
      const image = await sendPicture(http, request.firstFramePng, redact, context);
      const { input, warnings } = buildInput(model, entry, request, image);
      const target = version === undefined ? { model: entry.model } : { version };
      const { id } = await ask(
        "start the rollout",
        http.fetchAs("create", { timeoutMs: CREATE_TIMEOUT_MS }, context),
        (client) => client.create({ ...target, input }),
        formatCancelAfter(deadlineMs),
      );
      const isLatest = entry.version === "latest";
      return {
        generator: model.id,
        id,
        data: {},
        warnings: isLatest ? [...warnings, `${who}: version ${version} was the latest`] : warnings,
      };
    },
    status: async ({ id }, context) => {
      try {
        return statusOf(await get(id, context), redact);
      } catch (error) {
        if (statusOfError(error) !== 404) throw error;
        return { state: "absent", reason: `replicate does not know the prediction ${id}` };
      }
    },
    result: async ({ id }, destination, context) => {
      const prediction = await get(id, context).catch((error: unknown) => {
        throw asRetryableUnlessGone(error);
      });
      const output = outputOf(prediction);
      const status = statusOf(prediction, redact);
      if (status.state !== "succeeded" || !output.ok) {
        const reason = "reason" in status ? `: ${status.reason}` : "";
        throw new ProviderError(
          `expected a finished rollout for the prediction ${id} but received ${prediction.status}${reason}`,
          { isRetryable: status.state === "queued" || status.state === "running" },
        );
      }
      const download = {
        url: output.url,
        destination,
        allowedHosts: [...DELIVERY, new URL(http.baseUrl).host],
        // As documented; only hosts of the list get to see them.
        sendHeaders: true,
        accept: model.kind,
      };
      await http.download(download, context).catch((error: unknown) => {
        throw asRetryable(error);
      });
      const billedSec = billedSecOf(prediction);
      return {
        path: destination,
        kind: model.kind,
        warnings: [],
        ...(billedSec === undefined ? {} : { billedSec }),
      };
    },
    cancel: async ({ id }) => {
      const context = { signal: AbortSignal.timeout(CANCEL_TIMEOUT_MS) };
      const send = http.fetchAs("read", {}, context);
      try {
        await ask("cancel the prediction", send, (client) => client.cancel(id));
      } catch (error) {
        const status = statusOfError(error) ?? 0;
        // What a host says of a cancel that it took is not needed.
        const isTaken = status >= 200 && status < 300;
        if (!isTaken && !ENDED.includes(status)) throw error;
      }
    },
  };
}
