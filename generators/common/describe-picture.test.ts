import { expect, it } from "vitest";
import { describePicture } from "./describe-picture.ts";

it("tells size and hash, and none of the bytes", () => {
  // sha256("abc") is the published test vector ba7816bf 8f01cfea...
  expect(describePicture(new TextEncoder().encode("abc"))).toBe(
    "<png, 3 bytes, sha256 ba7816bf8f01…>",
  );
});
