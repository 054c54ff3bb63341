import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, it } from "vitest";
import { isWholePicture } from "./is-whole-picture.ts";

const canvas = createCanvas(40, 30);
canvas.getContext("2d").fillRect(5, 5, 20, 10);

describe("isWholePicture", () => {
  it.each([
    ["png", canvas.toBuffer("image/png")],
    ["jpeg", canvas.toBuffer("image/jpeg")],
    ["webp", canvas.toBuffer("image/webp")],
  ])("tells a whole %s from the first part of one", (_, bytes) => {
    expect(isWholePicture(bytes)).toBe(true);
    expect(isWholePicture(bytes.subarray(0, bytes.length - 70))).toBe(false);
    expect(isWholePicture(bytes.subarray(0, 12))).toBe(false);
  });

  it("says nothing against what it does not know", () => {
    expect(isWholePicture(new Uint8Array())).toBe(true);
    expect(isWholePicture(new TextEncoder().encode("GIF89a"))).toBe(true);
  });
});
