/** Where the server is, from the environment. Pure. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { Env } from "../host.ts";

export const ADDRESS_HINT =
  "the address of a vLLM-Omni or SGLang server with /v1 at the end, such as http://127.0.0.1:8000/v1";

/**
 * Base URL without a slash at the end.
 *
 * @throws UsageError when VIDEOS_API_URL is no http address, or holds a password: messages show addresses
 */
export function baseUrlFromEnv(env: Env): string {
  const given = (env["VIDEOS_API_URL"] ?? "").trim();
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(
      describeMismatch("VIDEOS_API_URL", "an http address", given, `Give ${ADDRESS_HINT}`),
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError(
      "expected an address without user, password, query and fragment for VIDEOS_API_URL but " +
        `received one on ${url.host}. Put a key into VIDEOS_API_KEY`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
