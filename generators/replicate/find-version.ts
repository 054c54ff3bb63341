/** The version of a community model that runs: the one in the table, or the latest at the host. */
import { z } from "zod";
import { ProviderError } from "../../core/errors.ts";
import { errorDetail } from "../common/error-detail.ts";
import { parseJson } from "../common/parse-json.ts";
import type { CallContext } from "../generator.ts";
import type { HttpHost } from "../http/types.ts";
import type { ReplicateEntry } from "../models/schema.ts";

const modelSchema = z.looseObject({
  latest_version: z.looseObject({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
});

/**
 * 64 hex digits, or undefined for official models, which have none.
 *
 * @throws ProviderError when the host does not say; nothing has been charged
 */
export async function findVersion(
  http: HttpHost,
  { model, version }: Pick<ReplicateEntry, "model" | "version">,
  redact: (text: string) => string,
  context: CallContext,
): Promise<string | undefined> {
  if (version !== "latest") return version;
  const answer = await http.read({ method: "GET", path: `/models/${model}` }, context);
  const found = answer.status < 300 ? modelSchema.safeParse(parseJson(answer.text())) : undefined;
  if (found?.success === true) return found.data.latest_version.id;
  throw new ProviderError(
    `expected replicate to name the latest version of ${model} but received ${answer.status}: ` +
      `${errorDetail(answer.text(), redact)}. ` +
      (http.adviseOnKey(answer.status) ?? "Name one in a file for --models"),
    { context: { host: "replicate", status: answer.status, model } },
  );
}
