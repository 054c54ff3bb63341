/** What a page of ours may load: said once for every page that is written. Pure. */
import { createHash } from "node:crypto";

/**
 * Exactly this script and this style, pictures and clips from the page's own place, nothing else.
 * @param script, style texts of the only elements of their kind
 */
export function contentPolicy(script: string, style: string): string {
  return [
    "default-src 'none'",
    "img-src 'self' file:",
    "media-src 'self' file:",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`;
}
