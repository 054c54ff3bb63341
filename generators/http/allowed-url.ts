/** From where files may be fetched. Pure. */

/**
 * Why a URL may not be fetched; undefined when it may.
 *
 * @param allowedHosts exact names, with or without a port, or "*.example.org" for any name below it
 * @param ownOrigin the base URL's origin, chosen by the user: plain http is fine there
 */
export function refuseUrl(
  url: URL,
  allowedHosts: readonly string[],
  ownOrigin: string,
): string | undefined {
  if (url.username !== "" || url.password !== "") return "a URL with a name or password in it";
  const isPlainFine = isLoopback(url.hostname) || url.origin === ownOrigin;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isPlainFine)) {
    return `${url.protocol}//${url.host}`;
  }
  return allowedHosts.some((pattern) => matches(pattern.toLowerCase(), url)) ? undefined : url.host;
}

function matches(pattern: string, url: URL): boolean {
  if (pattern.startsWith("*.")) return url.hostname.endsWith(pattern.slice(1));
  return pattern === url.hostname || pattern === url.host;
}

/** Whether a name of a URL means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
