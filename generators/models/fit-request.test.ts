import { describe, expect, it } from "vitest";
import { fitRequest } from "./fit-request.ts";
import { type Capabilities, capabilitiesSchema } from "./schema.ts";

const wanted = { frames: 81, fps: 16, widthPx: 512, heightPx: 512, seed: 0 };
const able = (given: unknown): Capabilities => capabilitiesSchema.parse(given);
/** wan-2.2-i2v-a14b as published. */
const wan = able({
  frames: { min: 81, max: 100 },
  fps: { min: 5, max: 24 },
  sizes: [
    { widthPx: 480, heightPx: 480, name: "480p" },
    { widthPx: 720, heightPx: 720, name: "720p" },
  ],
  seed: true,
});

describe("frames, rate and seed", () => {
  it("sends what is offered as it is, seed 0 included", () => {
    const { warnings, ...sent } = fitRequest("wan", wan, {
      ...wanted,
      widthPx: 480,
      heightPx: 480,
    });
    expect(sent).toEqual({
      frames: 81,
      fps: 16,
      size: { widthPx: 480, heightPx: 480, name: "480p" },
      seed: 0,
    });
    expect(warnings).toEqual([]);
  });

  it.each([
    // min 1, step 4: 1, 5, ..., 41, 45, ...; 43 lies between 41 and 45: the larger one.
    [41, 41],
    [42, 41],
    [43, 45],
    [44, 45],
    [0.2, 1],
    [1000, 81],
  ])("asks for the nearest count: %d frames -> %d", (frames, expected) => {
    const stepped = able({ frames: { min: 1, max: 83, step: 4 }, seed: true });
    const fitted = fitRequest("x", stepped, { ...wanted, frames });
    expect(fitted.frames).toBe(expected);
    expect(fitted.warnings.some((text) => text.includes(`frames ${frames} is not offered`))).toBe(
      frames !== expected,
    );
  });

  it("warns of each option that the model lacks", () => {
    const { warnings, ...sent } = fitRequest("cogvideox at replicate", able({}), wanted);
    expect(sent).toEqual({});
    expect(warnings).toEqual([
      "cogvideox at replicate: the number of frames cannot be chosen, 81 were wanted",
      "cogvideox at replicate: the frame rate cannot be chosen, 16 was wanted",
      "cogvideox at replicate: the size cannot be chosen, 512x512 was wanted",
      "cogvideox at replicate: takes no seed: 0 is not sent",
    ]);
  });

  it("asks for seconds where frames cannot be chosen, and warns when the length differs", () => {
    const ltx = able({ seconds: { min: 6, max: 20, step: 2 }, seed: true });
    const fitted = fitRequest("ltx", ltx, wanted);
    expect(fitted.seconds).toBe(6);
    // 81 frames / 16 fps = 5.0625 s, three digits
    expect(fitted.warnings).toContain("ltx: a length of 5.063 s is not offered, asked for 6 s");
    const exact = fitRequest("ltx", ltx, { ...wanted, frames: 96 });
    expect(exact.warnings.filter((text) => text.includes("length"))).toEqual([]);
  });
});

describe("size", () => {
  it("takes the size of the nearest area and shape, and warns", () => {
    const fitted = fitRequest("wan", wan, wanted);
    expect(fitted.size?.name).toBe("480p");
    expect(fitted.warnings).toEqual(["wan: size 512x512 is not offered, asked for 480p (480x480)"]);
  });

  it("rounds to the step of the sides, never to zero", () => {
    const stepped = able({ sizeStep: 16, seed: true });
    const fitted = fitRequest("x", stepped, { ...wanted, widthPx: 500, heightPx: 3 }, "image");
    expect(fitted.size).toEqual({ widthPx: 496, heightPx: 16, name: "496x16" });
  });
});

describe("image models", () => {
  it("are not told of frames, rate or length, whatever their entry says", () => {
    for (const capabilities of [
      able({ sizeStep: 16 }),
      { ...wan, seed: false, sizes: undefined },
    ]) {
      const { warnings, ...sent } = fitRequest("gpt", able(capabilities), wanted, "image");
      expect(Object.keys(sent).filter((key) => key !== "size")).toEqual([]);
      expect(warnings.filter((text) => /frame|rate|length/.test(text))).toEqual([]);
      expect(warnings).toContain("gpt: takes no seed: 0 is not sent");
    }
  });
});

describe("prompts", () => {
  const short = able({ ...wan, promptTokens: 4 });
  const lengthOf = (prompt: string) =>
    fitRequest("wan", short, { ...wanted, widthPx: 480, heightPx: 480, prompt }).warnings;

  it("warns when words and signs are more than the model reads", () => {
    expect(lengthOf("Turn x=1.")).toEqual([
      expect.stringMatching(/reads 4 tokens .* has 5 or more: its end is not read/),
    ]);
  });

  it("says nothing of prompts that fit, or of models whose length is not known", () => {
    expect(lengthOf("Turn x = 1")).toEqual([]);
    expect(lengthOf("")).toEqual([]);
    const long = { ...wanted, widthPx: 480, heightPx: 480, prompt: "word ".repeat(9999) };
    expect(fitRequest("wan", wan, long).warnings).toEqual([]);
  });
});
