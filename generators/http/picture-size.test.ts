import { createCanvas } from "@napi-rs/canvas";
import { expect, it } from "vitest";
import { pictureSize } from "./picture-size.ts";

const canvas = createCanvas(300, 17);
const [png, jpeg, webp] = [
  canvas.toBuffer("image/png"),
  canvas.toBuffer("image/jpeg"),
  canvas.toBuffer("image/webp"),
];

it.each([
  ["PNG", png],
  ["JPEG", jpeg],
  ["WebP", webp],
])("reads the size of a %s, and of one that is cut behind its header", (_, bytes) => {
  expect(pictureSize(bytes)).toEqual({ widthPx: 300, heightPx: 17 });
  expect(pictureSize(bytes.subarray(0, 8))).toBeUndefined();
});

it("reads a JPEG whose size stands behind a long comment and fill bytes", () => {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd)]);
  const long = Buffer.concat([jpeg.subarray(0, 2), comment, Buffer.from([0xff]), jpeg.subarray(2)]);
  expect(pictureSize(long)).toEqual({ widthPx: 300, heightPx: 17 });
  expect(pictureSize(long.subarray(0, 4100))).toBeUndefined();
});

it.each([
  // "VP8 " of 640x480, "VP8L" of 300x17, "VP8X" of 70000x2, by the words of RFC 9649.
  ["VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01], 640, 480],
  ["VP8L", [0x2f, 0x2b, 0x01, 0x04, 0x00], 300, 17],
  ["VP8X", [0, 0, 0, 0, 0x6f, 0x11, 0x01, 0x01, 0, 0], 70_000, 2],
])("reads the header %s of WebP", (name, body, widthPx, heightPx) => {
  const head = Buffer.from(`RIFF\0\0\0\0WEBP${name}\0\0\0\0`, "latin1");
  expect(pictureSize(Buffer.concat([head, Buffer.from(body)]))).toEqual({ widthPx, heightPx });
});

it("knows no size of other bytes", () => {
  expect(pictureSize(new Uint8Array())).toBeUndefined();
  expect(pictureSize(new TextEncoder().encode("<html>not a picture</html>"))).toBeUndefined();
  // A marker that is none, and a picture whose data begins before its size.
  expect(pictureSize(Uint8Array.from([0xff, 0xd8, 0x00, 0x01, 0, 0]))).toBeUndefined();
  expect(pictureSize(Uint8Array.from([0xff, 0xd8, 0xff, 0xda, 0, 2]))).toBeUndefined();
});
