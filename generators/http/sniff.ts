/** What bytes really are, by their beginning. Leaves out whether the rest can be decoded. */
import { fileTypeFromBuffer } from "file-type";
import { shorten } from "./error-body.ts";
import { pictureSize } from "./picture-size.ts";

/** Bytes that are enough to tell (file-type's own sample size). */
export const SNIFF_BYTES = 4100;

const MAX_TEXT = 120;
/** Of a picture, as of a frame of a clip: it is decoded whole, 4 bytes a pixel. */
const MAX_SIDE_PX = 8192;

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

/**
 * @param start of the file; of a picture as much as there is, for its size may stand behind other things
 * @param redact for a text that stands in place of a file
 */
export async function sniff(
  start: Uint8Array,
  accept: "video" | "image",
  redact: (text: string) => string = (text) => text,
): Promise<Sniffed> {
  const mime = (await fileTypeFromBuffer(start.subarray(0, SNIFF_BYTES)))?.mime;
  const accepted: readonly string[] = ACCEPTED[accept];
  if (mime !== undefined && accepted.includes(mime)) {
    return (accept === "image" ? refusePixels(start) : undefined) ?? { ok: true, mime };
  }
  const expected =
    accept === "video" ? "a video (MP4, WebM, MOV, MKV, GIF)" : "an image (PNG, JPEG, WebP)";
  if (start.byteLength === 0) return { ok: false, expected, received: "nothing" };
  return { ok: false, expected, received: mime ?? describeStart(start, redact) };
}

function refusePixels(picture: Uint8Array): Sniffed | undefined {
  const { widthPx, heightPx } = pictureSize(picture) ?? { widthPx: 0, heightPx: 0 };
  if (widthPx * heightPx <= MAX_SIDE_PX ** 2) return undefined;
  return {
    ok: false,
    expected: `an image of at most ${MAX_SIDE_PX} x ${MAX_SIDE_PX} pixels`,
    received: `${widthPx} x ${heightPx}`,
  };
}

/** A page or a message in place of a file explains itself best. */
function describeStart(start: Uint8Array, redact: (text: string) => string): string {
  const text = new TextDecoder().decode(start.subarray(0, SNIFF_BYTES)).replace(/\s+/g, " ").trim();
  return /^[\x20-\x7e]+$/.test(text)
    ? `the text "${shorten(redact(text), MAX_TEXT)}"`
    : "bytes of no known kind";
}
