/** Pictures in requests that people read: size and hash in place of the bytes. Pure. */
import { sha256 } from "../../core/hash/sha256.ts";

const HASH_DIGITS = 12;

/** `<png, 20481 bytes, sha256 0123456789ab…>`. */
export function describePicture(png: Uint8Array): string {
  return `<png, ${png.byteLength} bytes, sha256 ${sha256(png).slice(0, HASH_DIGITS)}…>`;
}
