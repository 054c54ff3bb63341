import { expect, it } from "vitest";
import { openaiEntrySchema } from "../models/schema.ts";
import { buildEdit } from "./build-edit.ts";
import { REQUEST } from "./testing/set-up.ts";

const MODEL = { id: "gpt-image-2", kind: "image" } as const;
const build = (entry: Record<string, unknown>, request = {}) =>
  buildEdit(MODEL, openaiEntrySchema.parse({ model: "gpt-image-2", ...entry }), {
    ...REQUEST,
    ...request,
  });
const FREE = { capabilities: { sizeStep: 16 } };

it("asks for model, prompt and size, and warns of the seed only", () => {
  expect(build(FREE, { frames: 81, fps: 16 })).toEqual({
    fields: { model: "gpt-image-2", prompt: "turn the pipe", size: "1024x1024" },
    warnings: ["gpt-image-2 at openai: takes no seed: 0 is not sent"],
  });
});

it("asks for the nearest size that is made, and warns once", () => {
  const { fields, warnings } = build(FREE, { widthPx: 832, heightPx: 480 });
  expect(fields).toMatchObject({ size: "1072x624" });
  expect(warnings.filter((text) => text.includes("size"))).toEqual([
    "gpt-image-2 at openai: size 832x480 is not offered (multiples of 16, sides of at most 3840, " +
      "at most 3:1, 655360 to 8294400 pixels), asked for 1072x624",
  ]);
});

it("takes the sizes of a row that lists them", () => {
  const sizes = [{ widthPx: 512, heightPx: 512 }];
  expect(build({ capabilities: { sizes } }, { widthPx: 500, heightPx: 500 }).fields).toMatchObject({
    size: "512x512",
  });
});

it("sends no size where none can be chosen, and fixed fields as they are", () => {
  const { fields } = build({ capabilities: {}, fixed: { quality: "low" } });
  expect(fields).toEqual({ model: "gpt-image-2", prompt: "turn the pipe", quality: "low" });
});

it("warns of what a fixed field takes the place of, and of one that cannot", () => {
  const { fields, warnings } = build({ ...FREE, fixed: { size: "1536x1024", model: "other" } });
  expect(fields).toMatchObject({ size: "1536x1024", model: "gpt-image-2" });
  expect(warnings.slice(1)).toEqual([
    'gpt-image-2 at openai: size is fixed at 1536x1024, "1024x1024" is not sent',
    "gpt-image-2 at openai: model is gpt-image-2, other is not sent",
  ]);
});
