import { describe, expect, it } from "vitest";
import type { RolloutRequest } from "../generator.ts";
import { replicateEntrySchema } from "../models/schema.ts";
import { buildInput } from "./build-input.ts";
import { REQUEST } from "./testing/set-up.ts";

const MODEL = { id: "wan2.2", kind: "video" } as const;
const WAN = {
  model: "wan-video/wan-2.2-i2v-a14b",
  fields: {
    frames: "num_frames",
    fps: "frames_per_second",
    size: "resolution",
    seed: "seed",
  },
  capabilities: {
    frames: { min: 81, max: 100 },
    fps: { min: 5, max: 24 },
    sizes: [{ name: "480p", widthPx: 832, heightPx: 480 }],
    seed: true,
  },
};
const build = (entry: unknown, request: Partial<RolloutRequest> = {}) =>
  buildInput(MODEL, replicateEntrySchema.parse(entry), { ...REQUEST, ...request }, "data:,");

describe("names and values", () => {
  it("are those of the table row, seed 0 included", () => {
    expect(build(WAN)).toEqual({
      input: {
        prompt: "turn the pipe",
        image: "data:,",
        num_frames: 81,
        frames_per_second: 16,
        resolution: "480p",
        seed: 0,
      },
      warnings: [],
    });
  });

  it("follow the row where it names prompt and image otherwise", () => {
    const entry = { ...WAN, fields: { ...WAN.fields, prompt: "text", image: "first_frame" } };
    expect(build(entry).input).toMatchObject({ text: "turn the pipe", first_frame: "data:," });
    expect(build(entry).input).not.toHaveProperty("prompt");
  });

  it("give way to fixed inputs, false and 0 included", () => {
    const { input, warnings } = build({
      ...WAN,
      fixed: { generate_audio: false, sample_shift: 0, num_frames: 90 },
    });
    expect(input).toMatchObject({ generate_audio: false, sample_shift: 0, num_frames: 90 });
    expect(warnings).toEqual(["wan2.2 at replicate: num_frames is fixed at 90, 81 is not sent"]);
  });
});

describe("what cannot be asked for", () => {
  it("is warned of when the row has no field for it", () => {
    const { input, warnings } = build({ ...WAN, fields: {} });
    expect(Object.keys(input)).toEqual(["prompt", "image"]);
    expect(warnings).toEqual([
      "wan2.2 at replicate: the number of frames cannot be chosen, 81 were wanted",
      "wan2.2 at replicate: the frame rate cannot be chosen, 16 was wanted",
      "wan2.2 at replicate: takes no seed: 0 is not sent",
    ]);
  });

  it("is no warning when only one value exists and it is the wanted one", () => {
    const entry = {
      model: "thudm/cogvideox-i2v",
      fields: { seed: "seed" },
      capabilities: { frames: { min: 49, max: 49 }, fps: { min: 8, max: 8 }, seed: true },
    };
    const fitting = build(entry, { frames: 49, fps: 8 });
    expect(fitting.warnings.filter((text) => /frame/.test(text))).toEqual([]);
    expect(fitting.input).not.toHaveProperty("frames");
    expect(build(entry, { frames: 81, fps: 8 }).warnings).toContain(
      "wan2.2 at replicate: frames 81 is not offered (49 to 49), asked for 49",
    );
  });

  it("is the end of a prompt that is longer than the model reads", () => {
    const entry = { ...WAN, capabilities: { ...WAN.capabilities, promptTokens: 2 } };
    expect(build(entry).warnings).toEqual([
      expect.stringMatching(
        /^wan2\.2 at replicate: reads 2 tokens of a prompt, and this one has 3/,
      ),
    ]);
  });

  it("names the size as the host does, and warns of the nearest", () => {
    const { input, warnings } = build(WAN, { widthPx: 512, heightPx: 512 });
    expect(input).toMatchObject({ resolution: "480p" });
    expect(warnings).toEqual([
      "wan2.2 at replicate: size 512x512 is not offered, asked for 480p (832x480)",
    ]);
  });
});
