/** Where chat models are reached: base URL and key, from an option and the environment. Pure. */
import { parseBaseUrl } from "../../generators/common/base-url.ts";
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
  const address = parseBaseUrl(given === "" ? OPENAI_BASE_URL : given, {
    field,
    example: "http://127.0.0.1:8000/v1",
    keyVariable: baseUrl === undefined ? "OPENAI_API_KEY" : "CHAT_API_KEY",
  });
  const { origin } = new URL(address);
  const isOf = (other: string | undefined): boolean =>
    URL.parse(other?.trim() ?? "")?.origin === origin;
  const needsKey = isOf(OPENAI_BASE_URL);
  const own = needsKey || isOf(env["OPENAI_BASE_URL"]) ? env["OPENAI_API_KEY"] : undefined;
  const chat = needsKey ? undefined : env["CHAT_API_KEY"];
  const key = (chat ?? "").trim() || (own ?? "").trim();
  return {
    baseUrl: address,
    key: key === "" ? NO_SERVER_KEY : key,
    missing:
      needsKey && key === ""
        ? "OPENAI_API_KEY (https://platform.openai.com/api-keys), or --base-url for a server of your own"
        : undefined,
  };
}
