/** The answer of `/v1/images/edits` -> the picture in it, or where it lies. Pure. */
import { z } from "zod";

/** An odd field beside the picture does not lose it. */
const text = z.string().nullish().catch(undefined);
const answerSchema = z.looseObject({
  data: z.array(z.looseObject({ b64_json: text, url: text })).min(1),
});

export type PictureAnswer =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Below the origin of the server, with a slash in front. */
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "none"; readonly reason: string };

/**
 * @param baseUrl of the server, without a slash at the end. SGLang answers with paths that begin with
 * `/v1`: behind a proxy with a path of its own they are taken to lie where the base URL's `/v1` is
 */
export function readPictureAnswer(answer: unknown, baseUrl: string): PictureAnswer {
  const parsed = answerSchema.safeParse(answer);
  const first = parsed.success ? parsed.data.data[0] : undefined;
  if (first === undefined) return { kind: "none", reason: "no picture" };
  if (first.b64_json !== undefined && first.b64_json !== null && first.b64_json !== "") {
    return bytesOf(first.b64_json);
  }
  if (first.url === undefined || first.url === null || first.url === "") {
    return { kind: "none", reason: "neither b64_json nor url" };
  }
  const inline = /^data:image\/[\w.+-]+;base64,/.exec(first.url);
  if (inline !== null) return bytesOf(first.url.slice(inline[0].length));
  const base = new URL(baseUrl);
  const prefix = base.pathname.endsWith("/v1") ? base.pathname.slice(0, -"/v1".length) : "";
  const given = first.url.startsWith("/v1/") ? `${prefix}${first.url}` : first.url;
  if (!URL.canParse(given, base)) return { kind: "none", reason: "a url that is none" };
  const url = new URL(given, base);
  return url.origin === base.origin
    ? { kind: "path", path: `${url.pathname}${url.search}` }
    : { kind: "none", reason: `a picture at ${url.hostname}, not at the server itself` };
}

function bytesOf(base64: string): PictureAnswer {
  return { kind: "bytes", bytes: Uint8Array.from(Buffer.from(base64, "base64")) };
}
