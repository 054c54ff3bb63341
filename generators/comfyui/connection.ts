/** Address and headers of a ComfyUI server, from the environment. Pure. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { Env } from "../host.ts";

export const KEY_VARIABLE = "COMFYUI_API_KEY";

export type ComfyuiConnection = {
  /** Without a slash at the end, without user and password. */
  readonly baseUrl: string;
  /** Name and port of the server. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What must not be repeated, by the names that stand in its place. */
  readonly secrets: Readonly<Record<string, string>>;
};

/**
 * A user and password in the address become a header: they must not stand in messages.
 *
 * @throws UsageError when it is none of http or https, or has a query, which would not be sent
 */
export function readConnection(env: Env): ComfyuiConnection {
  const url = URL.parse(env["COMFYUI_URL"] ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      describeMismatch(
        "COMFYUI_URL",
        "an address that begins with http:// or https://",
        url === null ? "something else" : url.protocol,
        "Such as http://127.0.0.1:8188",
      ),
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new UsageError(
      `expected an address of a server and a path for COMFYUI_URL but received one on ${url.host} with ` +
        `more than that. Leave out query and fragment; a key goes into ${KEY_VARIABLE}`,
    );
  }
  const key = (env[KEY_VARIABLE] ?? "").trim();
  const password = decode(url.password);
  const login = `${decode(url.username)}:${password}`;
  const authorization =
    key !== ""
      ? `Bearer ${key}`
      : login === ":"
        ? undefined
        : `Basic ${Buffer.from(login).toString("base64")}`;
  return {
    baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, "")}`,
    host: url.host,
    headers: authorization === undefined ? {} : { authorization },
    secrets: { [KEY_VARIABLE]: key, COMFYUI_PASSWORD: password },
  };
}

/** A "%" that encodes nothing stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
