/**
 * Pictures by `/v1/images/edits`. The answer is itself the picture: it is kept in the rollout's folder,
 * and the handle says where. There is no job at the server to ask for or to stop.
 */
import { join, resolve } from "node:path";
import { z } from "zod";
import { ProviderError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { mergeFields, type RequestFields } from "../common/merge-fields.ts";
import { parseHandleData } from "../common/parse-handle-data.ts";
import { parseJson } from "../common/parse-json.ts";
import { readScratchFile, scratchFileSchema } from "../common/scratch-file.ts";
import { asRetryableUnlessGone } from "../common/still-there.ts";
import type { Generator, RolloutRequest } from "../generator.ts";
import { saveBytes } from "../http/index.ts";
import type { HttpAnswer } from "../http/types.ts";
import { fitRequest } from "../models/fit-request.ts";
import { encodeForm } from "./form.ts";
import { readPictureAnswer } from "./picture-answer.ts";
import { explainRefusal } from "./refusal.ts";
import {
  ADAPTER_VERSION,
  type Composed,
  describeHost,
  HOST_ID,
  paramsOf,
  type Setup,
} from "./setup.ts";

const EDIT_PATH = "/images/edits";
const NAME_DIGITS = 12;
/** A large PNG in base64. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

const handleSchema = z.union([
  scratchFileSchema,
  /** Path of the picture at the server, query included. */
  z.strictObject({ picturePath: z.string().startsWith("/") }),
  /** Why an answer that may be charged holds no picture. */
  z.strictObject({ reason: z.string() }),
]);
type HandleData = z.infer<typeof handleSchema>;

export function createImageGenerator(setup: Setup): Generator {
  const { options, http } = setup;
  const origin = new URL(http.baseUrl).origin;
  return {
    id: options.model.id,
    version: ADAPTER_VERSION,
    kind: "image",
    params: paramsOf(setup),
    host: describeHost(setup, EDIT_PATH, (request) => composeEdit(setup, request)),
    start: async (request, context) => {
      const { warnings: ofServer } = await setup.server(context);
      const { fields, picture, warnings } = composeEdit(setup, request);
      const answer = await explainRefusal(
        http.create(
          {
            method: "POST",
            path: EDIT_PATH,
            body: encodeForm(fields, picture),
            timeoutMs: options.deadlineMs,
            maxBytes: MAX_ANSWER_BYTES,
          },
          context,
        ),
      );
      return {
        generator: options.model.id,
        id: `${request.instanceId}-${request.seed}`,
        data: await keepPicture(answer, setup, context.scratchDir),
        warnings: [...ofServer, ...warnings].map(options.redact),
      };
    },
    status: async (handle, context) => {
      const data = parseHandleData(handleSchema, handle);
      if ("picturePath" in data) return { state: "succeeded" };
      if ("reason" in data) return { state: "failed", reason: data.reason };
      const kept = await readScratchFile(data, context);
      return kept.ok ? { state: "succeeded" } : { state: "failed", reason: kept.reason };
    },
    result: async (handle, destination, context) => {
      const data = parseHandleData(handleSchema, handle);
      if ("reason" in data) throw new ProviderError(data.reason);
      if ("picturePath" in data) {
        const download = {
          url: `${origin}${data.picturePath}`,
          destination,
          allowedHosts: [new URL(origin).host],
          sendHeaders: true,
          accept: "image",
        } as const;
        await http.download(download, context).catch((error: unknown) => {
          throw asRetryableUnlessGone(error);
        });
      } else {
        const kept = await readScratchFile(data, context);
        if (!kept.ok) throw new ProviderError(kept.reason);
        await saveBytes(kept.bytes, destination, "image");
      }
      return { path: destination, kind: "image", warnings: [] };
    },
    cancel: async () => {},
  };
}

function composeEdit({ entry, modelName, who }: Setup, request: RolloutRequest): Composed {
  const fitted = fitRequest(who, entry.capabilities, request, "image");
  const asked: RequestFields = {
    prompt: request.prompt,
    model: modelName,
    ...(fitted.size === undefined
      ? {}
      : { size: `${fitted.size.widthPx}x${fitted.size.heightPx}` }),
    ...(fitted.seed === undefined ? {} : { seed: fitted.seed }),
    n: 1,
    response_format: "b64_json",
    // SGLang's own default is JPEG: its blocks would count as changes of the board.
    output_format: "png",
  };
  const { fields, warnings } = mergeFields(who, asked, entry.fixed);
  return {
    fields,
    picture: { field: "image", png: request.firstFramePng },
    warnings: [...fitted.warnings, ...warnings],
  };
}

/**
 * The server has answered 2xx: what cannot be used has been made nevertheless, and is a job that failed.
 *
 * @throws StoreError when the picture cannot be written
 */
async function keepPicture(
  answer: HttpAnswer,
  { http, options: { redact } }: Setup,
  scratchDir: string,
): Promise<HandleData> {
  const found = readPictureAnswer(parseJson(answer.text()), http.baseUrl);
  if (found.kind === "path") return { picturePath: found.path };
  if (found.kind === "none") {
    return {
      reason: redact(`expected a picture in the answer of ${HOST_ID} but received ${found.reason}`),
    };
  }
  const folder = resolve(scratchDir);
  const file = `answer-${sha256(found.bytes).slice(0, NAME_DIGITS)}`;
  try {
    const saved = await saveBytes(found.bytes, join(folder, file), "image");
    return { file, folder, sha256: saved.sha256 };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { reason: redact(error.message) };
  }
}
