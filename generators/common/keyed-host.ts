/**
 * Hosts of models at a published address, behind a key. Owns what they take from the environment, and
 * what they refuse; requests and answers are each host's own.
 */
import { UsageError } from "../../core/errors.ts";
import type { Generator } from "../generator.ts";
import type { CreateOptions, Host } from "../host.ts";
import { createHttpHost, type HttpHost, type HttpLimits } from "../http/index.ts";
import type { Model } from "../models/schema.ts";
import { parseBaseUrl } from "./base-url.ts";
import { missingVariable, refuseMissing } from "./missing-variable.ts";
import { redactAlso } from "./redact-also.ts";

export type KeyedHost<Entry> = Pick<Host, "id" | "title"> & {
  /** Variable that holds the key, and what that is, such as "a token, from https://…". */
  readonly key: { readonly variable: string; readonly hint: string };
  /** Variable that takes the place of the published address. */
  readonly address: { readonly variable: string; readonly published: string };
  readonly limits: HttpLimits;
  /** Such as "an image model". */
  readonly serves: string;
  /** The model's table row for this host; undefined when it does not serve the model. */
  readonly entryOf: (model: Model) => Entry | undefined;
  readonly createGenerator: (options: CreateOptions, entry: Entry, http: HttpHost) => Generator;
};

export function createKeyedHost<Entry>(host: KeyedHost<Entry>): Host {
  const { id, title, key, address } = host;
  const missing: Host["missing"] = (env) => missingVariable(env, key.variable, key.hint);
  return {
    ...{ id, title, missing },
    create: (options) => {
      const { model, env, firstPauseMs } = options;
      const entry = host.entryOf(model);
      if (entry === undefined) {
        throw new UsageError(
          `expected ${host.serves} that ${id} serves for --gen but received ${model.id}. ` +
            "Choose another --via, or add the model with --models FILE",
        );
      }
      refuseMissing(id, missing(env));
      const given = (env[address.variable] ?? "").trim();
      const secret = (env[key.variable] ?? "").trim();
      const redact = redactAlso(options.redact, { [key.variable]: secret });
      const http = createHttpHost({
        id,
        baseUrl: parseBaseUrl(given === "" ? address.published : given, {
          field: address.variable,
          example: address.published,
          keyVariable: key.variable,
        }),
        headers: { Authorization: `Bearer ${secret}` },
        keyVariable: key.variable,
        limits: host.limits,
        redact,
        ...(firstPauseMs === undefined ? {} : { firstPauseMs }),
      });
      return host.createGenerator({ ...options, redact }, entry, http);
    },
  };
}
