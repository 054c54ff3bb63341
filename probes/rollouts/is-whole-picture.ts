/** Whether the bytes of a picture go on to their end: decoders draw what there is, and say nothing. Pure. */

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47]);
const PNG_END = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);
const RIFF = new TextEncoder().encode("RIFF");
/** Writers may put a few bytes behind the end. */
const TAIL_BYTES = 64;

/** PNG: the chunk IEND; JPEG: the marker EOI; WebP: the length in its RIFF header. True for other formats. */
export function isWholePicture(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-TAIL_BYTES));
  if (startsWith(bytes, PNG)) return tail.includes(PNG_END);
  if (startsWith(bytes, JPEG)) return tail.includes(JPEG_END);
  if (startsWith(bytes, RIFF) && bytes.length >= 8) {
    return bytes.length >= new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8;
  }
  return true;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}
