import { describe, expect, it } from "vitest";
import { sniff } from "./sniff.ts";

const ascii = (text: string) => [...Buffer.from(text, "latin1")];
// First bytes by the formats' own descriptions: ISO 14496-12 (ftyp), RFC 8794 (EBML, DocType 0x4282),
// GIF89a, PNG (RFC 2083, section 3.1), JFIF, RIFF.
const ftyp = (brand: string) => [
  0,
  0,
  0,
  24,
  ...ascii(`ftyp${brand}`),
  0,
  0,
  2,
  0,
  ...ascii("isomiso2"),
];
const ebml = (type: string) => [
  0x1a,
  0x45,
  0xdf,
  0xa3,
  0x80 + type.length + 3,
  0x42,
  0x82,
  0x80 + type.length,
  ...ascii(type),
];
const PNG = [
  0x89,
  ...ascii("PNG\r\n\x1a\n"),
  0,
  0,
  0,
  13,
  ...ascii("IHDR"),
  ...Array<number>(17).fill(0),
  0,
  0,
  0,
  0,
  ...ascii("IDAT"),
];
const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 16, ...ascii("JFIF\0")];
const WEBP = [...ascii("RIFF"), 26, 0, 0, 0, ...ascii("WEBPVP8L")];

const of = (bytes: number[]) => Uint8Array.from([...bytes, ...Array<number>(64).fill(0)]);

describe("sniff", () => {
  it.each([
    ["MP4", ftyp("isom"), "video/mp4"],
    ["MOV", ftyp("qt  "), "video/quicktime"],
    ["M4V", ftyp("M4V "), "video/x-m4v"],
    ["WebM", ebml("webm"), "video/webm"],
    ["Matroska", ebml("matroska"), "video/matroska"],
    ["GIF", ascii("GIF89a"), "image/gif"],
  ])("takes %s for a video, not for an image", async (_, bytes, mime) => {
    expect(await sniff(of(bytes), "video")).toEqual({ ok: true, mime });
    expect(await sniff(of(bytes), "image")).toMatchObject({ ok: false, received: mime });
  });

  it.each([
    ["PNG", PNG, "image/png"],
    ["JPEG", JPEG, "image/jpeg"],
    ["WebP", WEBP, "image/webp"],
  ])("takes %s for an image, not for a video", async (_, bytes, mime) => {
    expect(await sniff(of(bytes), "image")).toEqual({ ok: true, mime });
    expect(await sniff(of(bytes), "video")).toMatchObject({ ok: false, received: mime });
  });

  it("repeats a text that came in place of a file, without secrets", async () => {
    const text = Buffer.from(`{"detail":"${"x".repeat(95)} secret-key is\n wrong"}`);
    const sniffed = await sniff(text, "video", (given) => given.replaceAll("secret-key", "***"));
    if (sniffed.ok) throw new Error("taken for a video");
    expect(sniffed.received).toContain('the text "{"detail":"xxx');
    expect(sniffed.received).not.toContain("secret");
    expect(sniffed.received.length).toBeLessThan(140);
  });

  it.each([
    ["nothing", new Uint8Array(0), "nothing"],
    ["noise", Uint8Array.from([1, 2, 3, 250]), "bytes of no known kind"],
  ])("refuses %s", async (_, bytes, received) => {
    expect(await sniff(bytes, "image")).toMatchObject({ ok: false, received });
  });
});

it("refuses a picture of more pixels than can be decoded, whatever its bytes", async () => {
  const bomb = of(PNG);
  new DataView(bomb.buffer).setUint32(16, 60_000);
  new DataView(bomb.buffer).setUint32(20, 50_000);
  expect(await sniff(bomb, "image")).toEqual({
    ok: false,
    expected: "an image of at most 8192 x 8192 pixels",
    received: "60000 x 50000",
  });
});
