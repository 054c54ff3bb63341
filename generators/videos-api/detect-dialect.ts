/** Which server answers: from the environment, otherwise from its list of models. */
import { z } from "zod";
import { describeMismatch, UsageError } from "../../core/errors.ts";
import { parseJson } from "../common/parse-json.ts";
import type { CallContext } from "../generator.ts";
import type { Env } from "../host.ts";
import type { HttpHost } from "../http/types.ts";
import { DIALECT_IDS, type DialectId } from "./dialect.ts";

/** The dialect taken when a server does not say what it is. */
export const FALLBACK_DIALECT: DialectId = "vllm-omni";

/** @throws UsageError when VIDEOS_API_DIALECT names none */
export function dialectFromEnv(env: Env): DialectId | undefined {
  const named = env["VIDEOS_API_DIALECT"];
  if (named === undefined || named === "") return undefined;
  const known = DIALECT_IDS.find((id) => id === named);
  if (known !== undefined) return known;
  throw new UsageError(
    describeMismatch(
      "VIDEOS_API_DIALECT",
      DIALECT_IDS.join(" or "),
      named,
      "Leave it out to have the server asked",
    ),
  );
}

const cardSchema = z.looseObject({
  id: z.string().optional().catch(undefined),
  owned_by: z.string().optional().catch(undefined),
  pipeline_class: z.unknown().optional(),
});

/** A list as at OpenAI; older versions of SGLang answer with one object that has no list around it. */
const modelsSchema = z.union([
  z.looseObject({ data: z.array(cardSchema).min(1) }).transform(({ data }) => data),
  z
    .looseObject({ model_path: z.string(), pipeline_class: z.string() })
    .transform((card) => [{ ...card, id: card.model_path, owned_by: "sglang" }]),
]);

/** What a server says of itself. */
export type Server = {
  readonly dialect: DialectId;
  /** Names of the models that it serves; empty when it does not say. */
  readonly models: readonly string[];
};

/** Reads the answer of `GET /models`; undefined when it does not tell which server it is. Pure. */
export function serverOfModels(answer: unknown): Server | undefined {
  const parsed = modelsSchema.safeParse(answer);
  if (!parsed.success) return undefined;
  const models = parsed.data.flatMap(({ id }) => (id === undefined ? [] : [id]));
  for (const { owned_by: owner = "", pipeline_class: pipeline } of parsed.data) {
    if (/sglang/i.test(owner) || pipeline !== undefined) return { dialect: "sglang", models };
    if (/vllm/i.test(owner)) return { dialect: "vllm-omni", models };
  }
  return undefined;
}

/**
 * Asks the server what it is: `/models` below the base URL, then `/models` of the server itself, where
 * older versions of SGLang have it.
 *
 * @returns undefined when it answers, but does not say
 * @throws ProviderError when it cannot be reached
 */
export async function askServer(http: HttpHost, context: CallContext): Promise<Server | undefined> {
  const root = http.baseUrl.replace(/\/v1$/, "");
  const paths = root === http.baseUrl ? ["/models"] : ["/models", `${root}/models`];
  for (const path of paths) {
    const answer = await http.read({ method: "GET", path }, context);
    const server = answer.status < 300 ? serverOfModels(parseJson(answer.text())) : undefined;
    if (server !== undefined) return server;
  }
  return undefined;
}
