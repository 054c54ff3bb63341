/**
 * Connections: kept ones and ones of a single request, through the proxy that the environment names
 * where it names one. Leaves out what is sent, and all bounds but that on connecting.
 */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { isLoopback } from "./allowed-url.ts";

const CONNECT_TIMEOUT_MS = 10_000;
// Time is bounded by each attempt: long answers are no fault.
const OPTIONS = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT_MS } };
/**
 * For what is charged: a connection of its own for each request. On one that was kept, the server's
 * closing it could not be told from a loss after the request was taken.
 */
const FRESH_OPTIONS = { ...OPTIONS, pipelining: 0 };

const direct = { kept: new Agent(OPTIONS), fresh: new Agent(FRESH_OPTIONS) };
const proxied = new Map<string, Dispatcher>();

/**
 * What a request to `url` goes through. Proxies are asked for a tunnel, so that a request is known to
 * have left only when it stands; NO_PROXY is obeyed.
 *
 * @throws TypeError when the variable of the proxy holds no URL
 */
export function connectionTo(url: URL, isFresh: boolean): Dispatcher {
  if (!mayBeProxied(url)) return isFresh ? direct.fresh : direct.kept;
  // Named here, as undici takes a variable that is empty for the last word of its kind.
  const proxies = {
    httpProxy: firstSet("http_proxy", "HTTP_PROXY") ?? "",
    httpsProxy: firstSet("https_proxy", "HTTPS_PROXY") ?? "",
    noProxy: firstSet("no_proxy", "NO_PROXY") ?? "",
  };
  const key = JSON.stringify([isFresh, proxies]);
  const known = proxied.get(key);
  if (known !== undefined) return known;
  const agent = new EnvHttpProxyAgent({ ...(isFresh ? FRESH_OPTIONS : OPTIONS), ...proxies });
  proxied.set(key, agent);
  return agent;
}

/** Whether the environment names a proxy. Servers on this machine are never asked through one. */
export function mayBeProxied({ hostname }: URL): boolean {
  return !isLoopback(hostname) && firstSet(...PROXY_VARIABLES) !== undefined;
}

const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"] as const;

function firstSet(...names: readonly string[]): string | undefined {
  return names.map((name) => process.env[name] ?? "").find((value) => value !== "");
}
