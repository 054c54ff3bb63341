/** Where chat models are reached: base URL and key, from an option and the environment. Pure. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { Env } from "../../generators/host.ts";

const OPENAI_BASE_URL = "https://api.openai.com/v1";
/** What servers get that ask for no key: an empty header is refused by some of them. */
const NO_SERVER_KEY = "none";

export type ChatServer = {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** What is missing, in words that say how to supply it; undefined when ready. */
  readonly missing: string | undefined;
};

/**
 * OPENAI_API_KEY goes to OpenAI and to the server of OPENAI_BASE_URL only: a server that an option names
 * may be somebody else's, and gets CHAT_API_KEY, or no key.
 *
 * @param baseUrl `--base-url`; wins over OPENAI_BASE_URL, and that over OpenAI's own
 * @throws UsageError when the base URL cannot be one
 */
export function findChatServer(env: Env, baseUrl?: string): ChatServer {
  const field = baseUrl === undefined ? "OPENAI_BASE_URL" : "--base-url";
  const given = (baseUrl ?? env["OPENAI_BASE_URL"] ?? "").trim();
  const url = parseBaseUrl(field, given === "" ? OPENAI_BASE_URL : given);
  const isOf = (address: string | undefined): boolean =>
    URL.parse(address?.trim() ?? "")?.origin === url.origin;
  const needsKey = isOf(OPENAI_BASE_URL);
  const own = needsKey || isOf(env["OPENAI_BASE_URL"]) ? env["OPENAI_API_KEY"] : undefined;
  const chat = needsKey ? undefined : env["CHAT_API_KEY"];
  const key = (chat ?? "").trim() || (own ?? "").trim();
  return {
    baseUrl: url.href.replace(/\/+$/, ""),
    key: key === "" ? NO_SERVER_KEY : key,
    missing:
      needsKey && key === ""
        ? "OPENAI_API_KEY (https://platform.openai.com/api-keys), or --base-url for a server of your own"
        : undefined,
  };
}

function parseBaseUrl(field: string, given: string): URL {
  const url = URL.parse(given);
  const isPlain = url !== null && url.username === "" && url.password === "" && url.search === "";
  if (url !== null && isPlain && /^https?:$/.test(url.protocol)) {
    url.hash = "";
    return url;
  }
  // What is not plain may hold a password: it is not repeated.
  const received = url === null || isPlain ? given : `${url.protocol}//${url.host}, and more`;
  throw new UsageError(
    describeMismatch(
      field,
      "a URL such as http://127.0.0.1:8000/v1",
      received,
      "Leave out user, password and query; a key goes into CHAT_API_KEY.",
    ),
  );
}
