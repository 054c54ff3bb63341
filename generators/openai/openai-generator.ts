/**
 * Pictures of OpenAI's image edits. The answer is itself the picture: `start` waits for it and keeps it
 * in the rollout's folder. Owns what is asked and what is kept.
 */
import { join, resolve } from "node:path";
import { z } from "zod";
import { ProviderError } from "../../core/errors.ts";
import { sha256Json } from "../../core/hash/sha256.ts";
import { writeFileAtomic } from "../../core/store/atomic-file.ts";
import { callSdk } from "../common/call-sdk.ts";
import { describePicture } from "../common/describe-picture.ts";
import { createOpenaiClient } from "../common/openai-client.ts";
import { parseHandleData } from "../common/parse-handle-data.ts";
import { readScratchFile, type ScratchFile, scratchFileSchema } from "../common/scratch-file.ts";
import type { Generator, RolloutHandle, RolloutRequest, StartContext } from "../generator.ts";
import type { CreateOptions } from "../host.ts";
import { saveBytes } from "../http/save-bytes.ts";
import type { HttpHost } from "../http/types.ts";
import type { OpenaiEntry } from "../models/schema.ts";
import { buildEdit } from "./build-edit.ts";
import { readPicture } from "./read-picture.ts";

const VERSION = "1";
const FILE = "answer.png";
/** Edits take 60 to 150 s; more than this is a connection that hangs. */
const MAX_EDIT_MS = 900_000;
/** A large PNG in base64. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

const handleDataSchema = z.union([
  z.strictObject({ picture: scratchFileSchema }),
  /** Why an answer that is charged holds no picture. */
  z.strictObject({ reason: z.string() }),
]);
type HandleData = z.infer<typeof handleDataSchema>;

/** @param http the host's connection, with the key */
export function createOpenaiGenerator(
  { model, deadlineMs, price, redact }: Omit<CreateOptions, "env">,
  entry: OpenaiEntry,
  http: HttpHost,
): Generator {
  const bounds = {
    timeoutMs: Math.min(deadlineMs, MAX_EDIT_MS),
    idleMs: Math.min(deadlineMs, 60_000),
    maxBytes: MAX_ANSWER_BYTES,
  };

  const edit = async (
    request: RolloutRequest,
    fields: ReturnType<typeof buildEdit>["fields"],
    context: StartContext,
  ): Promise<{ readonly answer: unknown; readonly requestId: string | undefined }> => {
    const { toFile } = await import("openai");
    const send = http.fetchAs("create", bounds, context);
    const what = "edit the first frame";
    return await callSdk(
      { host: "openai", what, send, isCharged: true, redact },
      async (fetchOnce) => {
        const client = await createOpenaiClient(http.baseUrl, fetchOnce);
        const image = await toFile(request.firstFramePng, "observation.png", {
          type: "image/png",
        });
        const answer = await client.images.edit({ ...fields, image, stream: false });
        return { answer, requestId: answer._request_id ?? undefined };
      },
    );
  };

  const findPicture = async (handle: RolloutHandle, context: { readonly scratchDir?: string }) => {
    const data: HandleData = parseHandleData(handleDataSchema, handle);
    if ("reason" in data) return { ok: false, reason: data.reason } as const;
    return await readScratchFile(data.picture, context);
  };

  return {
    id: model.id,
    version: VERSION,
    kind: "image",
    params: {
      host: "openai",
      model: entry.model,
      fixed: entry.fixed,
      entry: sha256Json(entry),
    },
    host: {
      id: "openai",
      ...price,
      deadlineMs,
      preview: (request) => {
        const { fields, warnings } = buildEdit(model, entry, request);
        return {
          host: "openai",
          method: "POST",
          url: `${http.baseUrl}/images/edits`,
          body: { ...fields, image: describePicture(request.firstFramePng) },
          warnings,
        };
      },
    },
    start: async (request, context) => {
      const { fields, warnings } = buildEdit(model, entry, request);
      const { answer, requestId } = await edit(request, fields, context);
      return {
        generator: model.id,
        id: requestId ?? `${request.instanceId}-${request.seed}`,
        data: await keepPicture(answer, context.scratchDir),
        warnings,
      };
    },
    status: async (handle, context) => {
      const found = await findPicture(handle, context);
      return found.ok ? { state: "succeeded" } : { state: "failed", reason: found.reason };
    },
    result: async (handle, destination, context) => {
      const found = await findPicture(handle, context);
      if (!found.ok) throw new ProviderError(found.reason, { context: { host: "openai" } });
      await writeFileAtomic(destination, found.bytes);
      return { path: destination, kind: "image", warnings: [] };
    },
    // The answer ends the job: there is nothing that could still be stopped.
    cancel: async () => undefined,
  };
}

/** @throws StoreError when the picture cannot be written */
async function keepPicture(answer: unknown, scratchDir: string): Promise<HandleData> {
  const picture = readPicture(answer);
  if (!picture.ok) return { reason: picture.reason };
  const folder = resolve(scratchDir);
  try {
    const { sha256 } = await saveBytes(picture.bytes, join(folder, FILE), "image");
    const kept: ScratchFile = { file: FILE, folder, sha256 };
    return { picture: kept };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { reason: error.message };
  }
}
