import { copyFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MediaError, UsageError } from "../../core/errors.ts";
import {
  type ClipFolder,
  cutFrames,
  EXACT_H264,
  filterClip,
  joinStreams,
  makeClipFolder,
  PLAIN_H264,
  remuxClip,
  writeClip,
} from "../../tests/helpers/clips/clip-folder.ts";
import { drawNumber, drawNumbers, readNumber } from "../../tests/helpers/clips/numbered-frames.ts";
import { probeClip } from "./probe-clip.ts";
import { decodeBetween, sampleFrames } from "./sample-frames.ts";
import { sampleIndices } from "./sample-indices.ts";
import type { SampledClip } from "./types.ts";

let folder: ClipFolder;
let clip81: string;
beforeAll(async () => {
  folder = makeClipFolder();
  clip81 = await writeClip(folder.file("81.mp4"), drawNumbers(81, 64, 48));
});
afterAll(() => folder.remove());

const numbersIn = (clip: SampledClip) => clip.frames.map(({ image }) => readNumber(image));
const indicesIn = (clip: SampledClip) => clip.frames.map(({ index }) => index);

describe("sampleFrames", () => {
  it("gives exactly the 41 frames that it names, with their times", async () => {
    const clip = await sampleFrames(clip81);
    expect(indicesIn(clip)).toEqual(sampleIndices(81));
    expect(numbersIn(clip)).toEqual(indicesIn(clip));
    expect(clip.frames.map(({ timeSec }) => timeSec)).toEqual(
      indicesIn(clip).map((index) => index / 16),
    );
    expect(clip.frames.some(({ repeated }) => repeated)).toBe(false);
    expect(clip.info).toMatchObject({
      ...{ totalFrames: 81, fps: 16, widthPx: 64, heightPx: 48, codec: "avc" },
      ...{ durationSec: 81 / 16, countedBy: "container", hasAlpha: false },
    });
    expect(clip.info).not.toHaveProperty("declaredFrames");
    expect(clip.frames[0]?.image).toMatchObject({ widthPx: 64, heightPx: 48 });
    expect(clip.frames[0]?.image.data).toHaveLength(3 * 64 * 48);
  });

  it("gives each frame memory of its own", async () => {
    const { frames } = await sampleFrames(clip81);
    expect(new Set(frames.map(({ image }) => image.data.buffer)).size).toBe(41);
  });

  it("names the right frames where they are stored out of order", async () => {
    const reordered = ["-c:v", "libx264", "-preset", "medium", "-bf", "3", "-pix_fmt", "yuv420p"];
    const path = await writeClip(folder.file("b-frames.mp4"), drawNumbers(60, 64, 48), {
      output: [...reordered, "-x264-params", "b-adapt=0:b-pyramid=normal"],
    });
    const clip = await sampleFrames(path);
    expect(clip.info).toMatchObject({ totalFrames: 60, countedBy: "container" });
    expect(numbersIn(clip)).toEqual(sampleIndices(60));
  });

  it("repeats frames of a short clip, marked, as the same picture", async () => {
    const path = await writeClip(folder.file("short.mp4"), drawNumbers(5, 64, 48));
    const { frames } = await sampleFrames(path);
    expect(frames).toHaveLength(41);
    expect(frames.map(({ index }) => index)).toEqual(sampleIndices(5));
    expect(frames.map(({ image }) => readNumber(image))).toEqual(sampleIndices(5));
    expect(frames.filter(({ repeated }) => !repeated).map(({ index }) => index)).toEqual([
      0, 1, 2, 3, 4,
    ]);
    for (const [i, frame] of frames.entries()) {
      if (frame.repeated) expect(frame.image).toBe(frames[i - 1]?.image);
    }
  });

  it("samples a clip of one frame", async () => {
    const path = await writeClip(folder.file("one.mp4"), [drawNumber(9, 64, 48)]);
    const clip = await sampleFrames(path);
    expect(clip.frames).toHaveLength(41);
    expect(new Set(numbersIn(clip))).toEqual(new Set([9]));
    expect(clip.frames.filter(({ repeated }) => repeated)).toHaveLength(40);
    expect(clip.info).toMatchObject({ totalFrames: 1, fps: 0, timestampsSec: [0] });
  });

  it.each([
    [1, [0]],
    [3, [0, 40, 80]],
    ["all" as const, sampleIndices(81, "all")],
    [300, sampleIndices(81, 300)],
  ])("samples %s frames", async (count, indices) => {
    const clip = await sampleFrames(clip81, { count });
    expect(indicesIn(clip)).toEqual(indices);
    expect(numbersIn(clip)).toEqual(indices);
  });

  it("samples more frames than one expression holds", async () => {
    const path = await writeClip(folder.file("400.mp4"), drawNumbers(400, 32, 24));
    const clip = await sampleFrames(path, { count: 300 });
    expect(numbersIn(clip)).toEqual(sampleIndices(400, 300));
  });

  it("keeps the times of a variable frame rate", async () => {
    // Frame n is shown at n * n / 100 s.
    const path = await filterClip(
      clip81,
      folder.file("variable.mkv"),
      "select=lt(n\\,20),settb=1/100,setpts=N*N",
      [...PLAIN_H264, "-enc_time_base", "1:100"],
    );
    const { frames, info } = await sampleFrames(path);
    expect(info).toMatchObject({ totalFrames: 20, countedBy: "container" });
    for (const { index, timeSec, image } of frames) {
      expect(readNumber(image)).toBe(index);
      expect(timeSec).toBeCloseTo((index * index) / 100, 5);
    }
    expect(info.fps).toBeCloseTo(19 / 3.61, 5);
  });

  it("is right where the picture size changes within the clip", async () => {
    const small = await writeClip(folder.file("s.h264"), drawNumbers(20, 64, 48));
    const frames = Array.from({ length: 20 }, (_, i) => drawNumber(20 + i, 128, 96));
    const large = await writeClip(folder.file("l.h264"), frames);
    const path = await joinStreams([small, large], folder.file("sizes.mp4"));
    const clip = await sampleFrames(path, { count: 21 });
    expect(clip.info.totalFrames).toBe(40);
    expect(numbersIn(clip)).toEqual(sampleIndices(40, 21));
    expect(new Set(clip.frames.map(({ image }) => image.widthPx))).toEqual(new Set([64]));
  });
});

describe("sampleFrames on clips that are cut or damaged", () => {
  it.each([0.9, 0.6, 0.3])("samples what decodes of the first %s of the bytes", async (ratio) => {
    const path = await cutFrames(clip81, folder.file(`cut-${ratio}.mp4`), ratio);
    const clip = await sampleFrames(path);
    const { totalFrames } = clip.info;
    expect(totalFrames).toBeLessThan(81);
    expect(totalFrames).toBeGreaterThan(1);
    expect(clip.info).toMatchObject({ countedBy: "decoder", declaredFrames: 81 });
    expect(clip.info.timestampsSec).toHaveLength(totalFrames);
    expect(indicesIn(clip)).toEqual(sampleIndices(totalFrames));
    expect(numbersIn(clip)).toEqual(indicesIn(clip));
  });

  it("leaves out the picture in the middle of which the file ends", async () => {
    const output = ["-c:v", "mjpeg", "-q:v", "2"];
    const path = await writeClip(folder.file("jpeg.mov"), drawNumbers(8, 320, 240), { output });
    const whole = await sampleFrames(path, { count: "all" });
    for (const ratio of [0.54, 0.57, 0.6]) {
      const cut = await cutFrames(path, folder.file("cut.mov"), ratio);
      const clip = await sampleFrames(cut, { count: "all" });
      expect(clip.info.totalFrames).toBeLessThan(8);
      for (const { index, image } of clip.frames) {
        expect(Buffer.compare(image.data, whole.frames[index]?.image.data ?? image.data)).toBe(0);
      }
    }
  });

  it("refuses what has an index and no frame left", async () => {
    const path = await cutFrames(clip81, folder.file("head.mp4"), 0);
    await expect(sampleFrames(path)).rejects.toThrow(MediaError);
    await expect(sampleFrames(path)).rejects.toThrow(/head\.mp4/);
  });

  it("leaves out frames before the start that an edit list sets", async () => {
    const keyed = await writeClip(folder.file("keyed.mp4"), drawNumbers(40, 64, 48), {
      output: [...PLAIN_H264, "-g", "20"],
    });
    const path = await remuxClip(keyed, folder.file("edited.mp4"), [], ["-ss", "1.5"]);
    const clip = await sampleFrames(path, { count: "all" });
    const numbers = numbersIn(clip);
    expect(numbers).toHaveLength(clip.info.totalFrames);
    expect(numbers).toEqual(numbers.map((_, i) => 40 - numbers.length + i));
    expect(numbers[0]).toBe(24);
  });
});

describe("decodeBetween", () => {
  it("gives the frames strictly between", async () => {
    const info = await probeClip(clip81);
    const frames = await decodeBetween(clip81, info, 40, 44);
    expect(frames.map(({ index }) => index)).toEqual([41, 42, 43]);
    expect(frames.map(({ image }) => readNumber(image))).toEqual([41, 42, 43]);
    expect(frames.map(({ timeSec }) => timeSec)).toEqual([41 / 16, 42 / 16, 43 / 16]);
    expect(await decodeBetween(clip81, info, 3, 4)).toEqual([]);
    expect(await decodeBetween(clip81, info, 3, 3)).toEqual([]);
  });

  it.each([
    [-1, 3],
    [4, 3],
    [0, 81],
    [0.5, 3],
  ])("refuses the span %s to %s", async (from, to) => {
    const info = await probeClip(clip81);
    await expect(decodeBetween(clip81, info, from, to)).rejects.toThrow(UsageError);
  });

  it("works from the corrected facts of a cut clip, and refuses the promised ones", async () => {
    const path = await cutFrames(clip81, folder.file("half.mp4"), 0.5);
    const { info } = await sampleFrames(path);
    const between = await decodeBetween(path, info, 2, info.totalFrames - 1);
    expect(between.map(({ image }) => readNumber(image))).toEqual(
      between.map(({ index }) => index),
    );
    expect(between).toHaveLength(info.totalFrames - 4);
    const promised = await probeClip(path);
    await expect(decodeBetween(path, promised, 70, 80)).rejects.toThrow(/none for frame 71/);
  });
});

describe("limits", () => {
  it("refuses frames that would fill the memory", async () => {
    const path = folder.file("copy.mp4");
    copyFileSync(clip81, path);
    const info = { ...(await probeClip(path)), widthPx: 832, heightPx: 832, totalFrames: 2000 };
    await expect(decodeBetween(path, info, 0, 1999)).rejects.toThrow(/at most \d+ bytes/);
  });

  it("kills ffmpeg when the time is up, and on abort", async () => {
    await expect(sampleFrames(clip81, { timeoutMs: 1 })).rejects.toThrow(/time limit/);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(sampleFrames(clip81, { signal })).rejects.toThrow("enough");
  });

  it("decodes exactly where the codec does", async () => {
    const path = await writeClip(folder.file("exact.mkv"), drawNumbers(3, 37, 23), {
      output: EXACT_H264,
    });
    const { frames } = await sampleFrames(path, { count: "all" });
    for (const { index, image } of frames) {
      const drawn = drawNumber(index, 37, 23).data;
      expect(image.data).toEqual(Uint8Array.from(drawn.filter((_, at) => at % 4 !== 3)));
    }
  });
});
