/** What bytes really are, by their beginning. Leaves out whether the rest can be decoded. */
import { fileTypeFromBuffer } from "file-type";
import { shorten } from "./error-body.ts";

/** Bytes that are enough to tell (file-type's own sample size). */
export const SNIFF_BYTES = 4100;

const MAX_TEXT = 120;

const ACCEPTED = {
  video: [
    "video/mp4",
    "video/x-m4v",
    "video/webm",
    "video/quicktime",
    "video/matroska",
    "video/x-matroska",
    "image/gif",
  ],
  image: ["image/png", "image/jpeg", "image/webp"],
} as const;

export type Sniffed =
  | { readonly ok: true; readonly mime: string }
  /** `expected` and `received` for a message. */
  | { readonly ok: false; readonly expected: string; readonly received: string };

/** @param redact for a text that stands in place of a file */
export async function sniff(
  start: Uint8Array,
  accept: "video" | "image",
  redact: (text: string) => string = (text) => text,
): Promise<Sniffed> {
  const mime = (await fileTypeFromBuffer(start.subarray(0, SNIFF_BYTES)))?.mime;
  const accepted: readonly string[] = ACCEPTED[accept];
  if (mime !== undefined && accepted.includes(mime)) return { ok: true, mime };
  const expected =
    accept === "video" ? "a video (MP4, WebM, MOV, MKV, GIF)" : "an image (PNG, JPEG, WebP)";
  if (start.byteLength === 0) return { ok: false, expected, received: "nothing" };
  return { ok: false, expected, received: mime ?? describeStart(start, redact) };
}

/** A page or a message in place of a file explains itself best. */
function describeStart(start: Uint8Array, redact: (text: string) => string): string {
  const text = new TextDecoder().decode(start.subarray(0, SNIFF_BYTES)).replace(/\s+/g, " ").trim();
  return /^[\x20-\x7e]+$/.test(text)
    ? `the text "${shorten(redact(text), MAX_TEXT)}"`
    : "bytes of no known kind";
}
