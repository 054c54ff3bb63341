/** Addresses of hosts, as people give them. Pure. */
import { describeValue, UsageError } from "../../core/errors.ts";

export type BaseUrlField = {
  /** What the address was given with, such as "VIDEOS_API_URL". */
  readonly field: string;
  /** One that would do. */
  readonly example: string;
  /** Variable of the environment that a key belongs into. */
  readonly keyVariable: string;
};

/**
 * The address without a slash at the end.
 *
 * @throws UsageError when it is no http address, or has more than server and path: messages, previews
 * and lists show addresses, so that a password in one would be written down. It is not repeated
 */
export function parseBaseUrl(given: string, { field, example, keyVariable }: BaseUrlField): string {
  const text = given.trim();
  const url = URL.parse(text);
  const isHttp = url !== null && /^https?:$/.test(url.protocol);
  if (isHttp && [url.username, url.password, url.search, url.hash].every((part) => part === "")) {
    return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  }
  throw new UsageError(
    `expected an http address of a server and a path, such as ${example}, for ${field} but received ` +
      `${isHttp ? `one on ${url.host} with more than that` : describeOther(text)}. Leave out user, ` +
      `password and query; a key goes into ${keyVariable}`,
  );
}

/** What stands before an at sign, or after a question mark, may be a password. */
function describeOther(text: string): string {
  return /[@?#]/.test(text) ? "something else" : describeValue(text);
}
