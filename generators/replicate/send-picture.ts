/** The first frame as Replicate wants it: inside the request when small, else uploaded before it. */
import { z } from "zod";
import { ProviderError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { errorDetail } from "../common/error-detail.ts";
import { parseJson } from "../common/parse-json.ts";
import type { CallContext } from "../generator.ts";
import type { HttpHost } from "../http/types.ts";

/** Longest data URI, in characters: the host advises them below 1 MB. */
const MAX_DATA_URI = 1_000_000;
const UPLOAD_TIMEOUT_MS = 120_000;

const fileSchema = z.looseObject({ urls: z.looseObject({ get: z.url() }) });

/** The picture as a data URI, when it is small enough to be one. */
export function asDataUri(png: Uint8Array): string | undefined {
  const uri = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  return uri.length < MAX_DATA_URI ? uri : undefined;
}

/**
 * What goes into the `image` field of an input. An upload costs nothing and is repeated when it fails.
 *
 * @throws ProviderError; nothing has been charged
 */
export async function sendPicture(
  http: HttpHost,
  png: Uint8Array,
  redact: (text: string) => string,
  context: CallContext,
): Promise<string> {
  const uri = asDataUri(png);
  if (uri !== undefined) return uri;
  const body = new FormData();
  const name = `observation-${sha256(png).slice(0, 12)}.png`;
  body.append("content", new File([new Uint8Array(png)], name, { type: "image/png" }));
  const answer = await http.read(
    { method: "POST", path: "/files", body, timeoutMs: UPLOAD_TIMEOUT_MS },
    context,
  );
  const file = answer.status < 300 ? fileSchema.safeParse(parseJson(answer.text())) : undefined;
  if (file?.success === true) return file.data.urls.get;
  const advice = http.adviseOnKey(answer.status);
  throw new ProviderError(
    `expected replicate to take the first frame (${png.byteLength} bytes) but received ` +
      `${answer.status}: ${errorDetail(answer.text(), redact)}` +
      (advice === undefined ? "" : `. ${advice}`),
    { context: { host: "replicate", status: answer.status } },
  );
}
