import { expect, it } from "vitest";
import { describeForm, encodeForm, mergeFields } from "./form.ts";

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

it("lets fixed fields win, and says what is not sent", () => {
  const merged = mergeFields("demo", { seed: 0, num_frames: 81 }, { num_frames: 49, steps: 0 });
  expect(merged.fields).toEqual({ seed: 0, num_frames: 49, steps: 0 });
  expect(merged.warnings).toEqual(["demo: num_frames is fixed at 49, 81 is not sent"]);
});

it("says nothing of a fixed field that equals what is asked", () => {
  expect(mergeFields("demo", { fps: 16 }, { fps: 16 }).warnings).toEqual([]);
});

it("shows the picture as size and hash", () => {
  expect(describeForm({ seed: 0 }, { field: "image", png })).toEqual({
    seed: 0,
    image: expect.stringMatching(/^<png, 3 bytes, sha256 ba7816bf8f01/),
  });
});
