import { expect, it } from "vitest";
import { describeForm, encodeForm } from "./form.ts";

const png = new TextEncoder().encode("abc");

it("sends zero and false, and the picture with its type", async () => {
  const form = encodeForm({ prompt: "turn", seed: 0, loop: false }, { field: "image", png });
  expect([...form.entries()].slice(0, 3)).toEqual([
    ["prompt", "turn"],
    ["seed", "0"],
    ["loop", "false"],
  ]);
  const file = form.get("image");
  expect(file).toBeInstanceOf(File);
  if (!(file instanceof File)) return;
  expect([file.type, file.name, await file.text()]).toEqual([
    "image/png",
    "first-frame.png",
    "abc",
  ]);
});

it("shows the picture as size and hash", () => {
  expect(describeForm({ seed: 0 }, { field: "image", png })).toEqual({
    seed: 0,
    image: expect.stringMatching(/^<png, 3 bytes, sha256 ba7816bf8f01/),
  });
});
