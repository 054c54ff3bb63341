/** Puts the parts of an HTTP host together. */

import { UsageError } from "../../core/errors.ts";
import type { CallContext, StartContext } from "../generator.ts";
import { create } from "./create.ts";
import { download } from "./download.ts";
import { adviseOnKey } from "./errors.ts";
import { createFetch } from "./fetch-as.ts";
import { createHostCore } from "./host-core.ts";
import { read } from "./read.ts";
import type { HttpBounds, HttpHost, HttpHostOptions } from "./types.ts";

/**
 * A host to talk to. Limits are shared by all that are made for the same id, origin and numbers.
 *
 * @throws TypeError when the base URL is none
 * @throws UsageError when a header cannot be sent: a key that was copied with something else
 */
export function createHttpHost(options: HttpHostOptions): HttpHost {
  refuseUnsendable(options);
  const host = createHostCore(options);
  type Submitting = Parameters<StartContext["onSubmit"]>[0];
  function fetchAs(kind: "read", bounds: HttpBounds, context: CallContext): typeof fetch;
  function fetchAs(
    kind: "create",
    bounds: HttpBounds,
    context: StartContext,
    submitting?: Submitting,
  ): typeof fetch;
  function fetchAs(
    kind: "read" | "create",
    bounds: HttpBounds,
    context: CallContext | StartContext,
    submitting?: Submitting,
  ): typeof fetch {
    if (kind === "read")
      return createFetch(kind, bounds, (request) => read(host, request, context));
    if (!("onSubmit" in context)) throw new TypeError("expected a StartContext for create");
    return createFetch(kind, bounds, (request) => create(host, request, context, submitting));
  }
  return {
    id: host.id,
    baseUrl: host.baseUrl,
    adviseOnKey: (status) => adviseOnKey(host, status),
    read: (request, context) => read(host, request, context),
    create: (request, context, submitting) => create(host, request, context, submitting),
    fetchAs,
    download: (request, context) => download(host, request, context),
  };
}

/** Header values are printable ASCII. What is wrong is not repeated: it may be most of a key. */
function refuseUnsendable({ id, headers = {}, keyVariable }: HttpHostOptions): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\x20-\x7e]*$/.test(value)) continue;
    throw new UsageError(
      `expected letters, digits and signs of ASCII for the key of ${id} (${name.toLowerCase()}) but ` +
        `received others. Copy the key into ${keyVariable ?? "its variable"} anew, without quotes, dots or ` +
        "line ends around it",
    );
  }
}
