/** What the generators of this host share: made once from the options, handed to each. Sends nothing. */
import { sha256Json } from "../../core/hash/sha256.ts";
import type { RequestFields } from "../common/merge-fields.ts";
import type { Generator, RolloutRequest } from "../generator.ts";
import type { CreateOptions } from "../host.ts";
import type { HttpHost } from "../http/types.ts";
import type { VideosApiEntry } from "../models/schema.ts";
import type { Dialect, DialectId } from "./dialect.ts";
import { describeForm, type FormPicture } from "./form.ts";
import { sglang } from "./sglang.ts";
import { vllmOmni } from "./vllm-omni.ts";

export const HOST_ID = "videos-api";

/** Raised when the same request would give something else than before. */
export const ADAPTER_VERSION = "1";

const DIALECTS: Readonly<Record<DialectId, Dialect>> = { "vllm-omni": vllmOmni, sglang };

export function dialectNamed(id: DialectId): Dialect {
  return DIALECTS[id];
}

/** A server as far as it matters to a rollout. */
export type KnownServer = { readonly dialect: Dialect; readonly warnings: readonly string[] };

export type Setup = {
  readonly options: CreateOptions;
  readonly entry: VideosApiEntry;
  /** Name of the model at the server. */
  readonly modelName: string;
  /** Names model and host in warnings. */
  readonly who: string;
  readonly http: HttpHost;
  /** Asked once, before the first request that is charged. @throws ProviderError when it cannot be reached */
  readonly server: (context: { readonly signal: AbortSignal }) => Promise<KnownServer>;
  /** What is known without asking: for previews. */
  readonly assumed: KnownServer;
};

/** What changes the output, without address and key. */
export function paramsOf({ entry, modelName }: Setup): Readonly<Record<string, unknown>> {
  return {
    host: HOST_ID,
    model: modelName,
    fixed: entry.fixed,
    entry: sha256Json(entry),
  };
}

/** Length of a clip in frames, where a model is asked for seconds or for nothing at all. */
export function framesOf(
  fitted: { readonly frames?: number; readonly seconds?: number; readonly fps?: number },
  request: Pick<RolloutRequest, "frames" | "fps">,
): number {
  if (fitted.frames !== undefined) return fitted.frames;
  if (fitted.seconds === undefined) return request.frames;
  return Math.max(1, Math.round(fitted.seconds * (fitted.fps ?? request.fps)));
}

/** A request as it is sent, and what it cannot meet. */
export type Composed = {
  readonly fields: RequestFields;
  readonly picture: FormPicture;
  readonly warnings: readonly string[];
};

/** What is told of a generator at this host before anything is asked. */
export function describeHost(
  { options, http }: Setup,
  path: string,
  compose: (request: RolloutRequest) => Composed,
): NonNullable<Generator["host"]> {
  return {
    id: HOST_ID,
    ...options.price,
    deadlineMs: options.deadlineMs,
    preview: (request) => {
      const { fields, picture, warnings } = compose(request);
      return {
        host: HOST_ID,
        method: "POST",
        url: `${http.baseUrl}${path}`,
        body: describeForm(fields, picture),
        warnings,
      };
    },
  };
}
