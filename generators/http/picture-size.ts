/**
 * Width and height of a picture by its header, before anything decodes it: a few bytes can stand for
 * more pixels than there is memory. PNG (third edition, 11.2.1), JPEG (ITU-T T.81, B.1 and B.2), WebP
 * (RFC 9649). Pure.
 */

export type PixelSize = { readonly widthPx: number; readonly heightPx: number };

/** Undefined when the bytes are another kind of file, or end before the size is told. */
export function pictureSize(bytes: Uint8Array): PixelSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (hasText(bytes, 1, "PNG")) {
      return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
    }
    if (hasText(bytes, 0, "RIFF") && hasText(bytes, 8, "WEBP")) return sizeOfWebp(bytes, view);
    return view.getUint16(0) === JPEG_START ? sizeOfJpeg(view) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const JPEG_START = 0xffd8;
/** Start of frame: C0 to CF but for tables (C4), a reserved one (C8), and arithmetic conditioning (CC). */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

function sizeOfJpeg(view: DataView): PixelSize | undefined {
  // Each round goes on by two bytes at least; the end of the bytes ends it.
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    if (marker === 0xffff) {
      // Fill bytes may stand before any marker.
      at += 1;
      continue;
    }
    const code = marker & 0xff;
    if (marker < 0xff00 || code === 0xda || code === 0xd9) return undefined;
    if (code >= 0xc0 && code <= 0xcf && !NO_FRAMES.has(code)) {
      return { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    }
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
}

function sizeOfWebp(bytes: Uint8Array, view: DataView): PixelSize | undefined {
  if (hasText(bytes, 12, "VP8X")) {
    const read24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return { widthPx: read24(24) + 1, heightPx: read24(27) + 1 };
  }
  if (hasText(bytes, 12, "VP8L")) {
    const bits = view.getUint32(21, true);
    return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!hasText(bytes, 12, "VP8 ")) return undefined;
  return {
    widthPx: view.getUint16(26, true) & 0x3fff,
    heightPx: view.getUint16(28, true) & 0x3fff,
  };
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
}
