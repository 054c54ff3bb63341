import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import type { RgbaImage, RgbImage } from "../../core/image.ts";
import { findFfmpeg } from "../../core/media/index.ts";
import {
  type ClipFolder,
  cutFrames,
  EXACT_H264,
  makeClipFolder,
  PLAIN_H264,
  turnClip,
  writeClip,
} from "../../tests/helpers/clips/clip-folder.ts";
import {
  drawNumber,
  drawNumbers,
  pixelAt,
  readNumber,
} from "../../tests/helpers/clips/numbered-frames.ts";
import { decodeFrames, streamFrames } from "./decode-frames.ts";
import { analysisSize } from "./decode-pass.ts";
import { probeClip } from "./probe-clip.ts";
import { sampleFrames } from "./sample-frames.ts";

let folder: ClipFolder;
let clip: string;
beforeAll(async () => {
  folder = makeClipFolder();
  clip = await writeClip(folder.file("clip.mp4"), drawNumbers(40, 64, 48));
});
afterAll(() => folder.remove());

/** A picture of one colour with a quarter at the top left in another; both as RGBA. */
function drawQuarter(
  widthPx: number,
  heightPx: number,
  rest: readonly number[],
  quarter: readonly number[],
): RgbaImage {
  const data = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const isQuarter = x < widthPx / 2 && y < heightPx / 2;
      data.set(isQuarter ? quarter : rest, 4 * (y * widthPx + x));
    }
  }
  return { widthPx, heightPx, data };
}

/** Colours at the centres of the four quarters: top left, top right, bottom left, bottom right. */
function quarters(image: RgbImage): readonly (readonly number[])[] {
  const [left, right] = [Math.floor(image.widthPx / 4), Math.floor((image.widthPx * 3) / 4)];
  const [top, bottom] = [Math.floor(image.heightPx / 4), Math.floor((image.heightPx * 3) / 4)];
  return [
    pixelAt(image, left, top),
    pixelAt(image, right, top),
    pixelAt(image, left, bottom),
    pixelAt(image, right, bottom),
  ];
}

async function firstFrame(path: string): Promise<RgbImage> {
  const { frames } = await sampleFrames(path, { count: 1 });
  const [frame] = frames;
  if (frame === undefined) throw new Error("expected a frame");
  return frame.image;
}

function expectColours(image: RgbImage, wanted: readonly (readonly number[])[], tolerance: number) {
  for (const [i, colour] of quarters(image).entries()) {
    for (const [c, value] of colour.entries()) {
      const far = Math.abs(value - (wanted[i]?.[c] ?? -999));
      expect(far, `quarter ${i}: ${colour} instead of ${wanted[i]}`).toBeLessThanOrEqual(tolerance);
    }
  }
}

const REALTIME = ["-deadline", "realtime", "-crf", "4", "-b:v", "2M"] as const;
const RED = [255, 0, 0, 255] as const;
const BLUE = [0, 0, 255, 255] as const;
const rgb = (colour: readonly number[]) => colour.slice(0, 3);
const redInBlue = (widthPx: number, heightPx: number) => drawQuarter(widthPx, heightPx, BLUE, RED);

describe("decodeFrames", () => {
  it("gives the frames that are asked for, and stops there", async () => {
    const info = await probeClip(clip);
    const frames = await decodeFrames(clip, info, [0, 3, 39]);
    expect(frames.map(({ image }) => readNumber(image))).toEqual([0, 3, 39]);
    expect(frames.map(({ timeSec }) => timeSec)).toEqual([0, 3 / 16, 39 / 16]);
    expect(await decodeFrames(clip, info, [])).toEqual([]);
  });

  it.each([[[1, 1]], [[2, 1]], [[40]], [[-1]], [[0.5]]])("refuses the indices %j", async (bad) => {
    const info = await probeClip(clip);
    await expect(decodeFrames(clip, info, bad)).rejects.toThrow(UsageError);
  });
});

describe("pictures", () => {
  it("stay as large as they are up to the analysis size, and shrink beyond", () => {
    const sizes = (widthPx: number, heightPx: number) => {
      const size = analysisSize({ widthPx, heightPx });
      return [size.widthPx, size.heightPx];
    };
    expect(sizes(832, 480)).toEqual([832, 480]);
    expect(sizes(480, 832)).toEqual([480, 832]);
    expect(sizes(1, 1)).toEqual([1, 1]);
    expect(sizes(1280, 720)).toEqual([832, 468]);
    expect(sizes(704, 1280)).toEqual([458, 832]);
    expect(sizes(8192, 1)).toEqual([832, 1]);
  });

  it("come smaller where less is asked for, and never larger", async () => {
    const { frames } = await sampleFrames(clip, { count: 5, longSidePx: 32 });
    expect(frames.map(({ image }) => [image.widthPx, image.heightPx])).toEqual(
      Array(5).fill([32, 24]),
    );
    expect(frames.map(({ image }) => readNumber(image))).toEqual(frames.map(({ index }) => index));
    expect(analysisSize({ widthPx: 1664, heightPx: 960 }, 5000).widthPx).toBe(832);
    for (const bad of [0, -1, Number.NaN]) {
      expect(() => analysisSize({ widthPx: 4, heightPx: 4 }, bad)).toThrow(UsageError);
    }
  });

  it.each([
    [1664, 960],
    [960, 1664],
  ])("of %sx%s come out at half the size, right way up", async (widthPx, heightPx) => {
    const path = folder.file(`large-${widthPx}.mp4`);
    await writeClip(path, [redInBlue(widthPx, heightPx)], { output: EXACT_H264 });
    const image = await firstFrame(path);
    expect([image.widthPx, image.heightPx]).toEqual([widthPx / 2, heightPx / 2]);
    expectColours(image, [RED, BLUE, BLUE, BLUE].map(rgb), 1);
  });

  it.each([
    [1, 1],
    [2, 2],
    [2, 64],
    [33, 17],
  ])("of %sx%s pixels are read", async (widthPx, heightPx) => {
    const path = folder.file(`tiny-${widthPx}-${heightPx}.mkv`);
    await writeClip(path, [drawQuarter(widthPx, heightPx, RED, RED)], { output: EXACT_H264 });
    const image = await firstFrame(path);
    expect([image.widthPx, image.heightPx]).toEqual([widthPx, heightPx]);
    expect(pixelAt(image, widthPx - 1, heightPx - 1)).toEqual(rgb(RED));
  });

  const codecs: readonly (readonly [string, string, readonly string[]])[] = [
    ["VP8", "webm", ["-c:v", "libvpx", "-pix_fmt", "yuv420p", ...REALTIME]],
    ["VP9", "webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", ...REALTIME]],
    ["H.264 4:4:4", "mp4", ["-c:v", "libx264", "-pix_fmt", "yuv444p", "-crf", "4"]],
    ["HEVC", "mkv", ["-c:v", "libx265", "-pix_fmt", "yuv420p", "-crf", "4"]],
    ["HEVC of 10 bits", "mkv", ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-crf", "4"]],
    ["FFV1", "mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"]],
    ["GIF", "gif", ["-c:v", "gif"]],
  ];
  it.each(codecs)("in %s are read at odd sizes", async (name, ending, output) => {
    const path = folder.file(`odd-${name.replace(/\W/g, "")}.${ending}`);
    const isEven = name.startsWith("HEVC");
    const [widthPx, heightPx] = isEven ? [46, 34] : [45, 33];
    await writeClip(
      path,
      [0, 1, 2].map(() => redInBlue(widthPx, heightPx)),
      { output },
    );
    const image = await firstFrame(path);
    expect([image.widthPx, image.heightPx]).toEqual([widthPx, heightPx]);
    expectColours(image, [RED, BLUE, BLUE, BLUE].map(rgb), name === "GIF" ? 4 : 14);
  });

  it("are turned as the clip says", async () => {
    const upright = await writeClip(folder.file("upright.mp4"), [redInBlue(64, 48)]);
    const turned = turnClip(upright, folder.file("turned.mp4"));
    const image = await firstFrame(turned);
    expect([image.widthPx, image.heightPx]).toEqual([48, 64]);
    // A quarter turn clockwise: top left goes to top right.
    expectColours(image, [BLUE, RED, BLUE, BLUE].map(rgb), 14);
  });

  it("are stretched where pixels are not square", async () => {
    const path = folder.file("wide.mp4");
    const output = [...PLAIN_H264, "-aspect", "8:3"];
    await writeClip(path, [drawNumber(5, 64, 48)], { output });
    const image = await firstFrame(path);
    expect([image.widthPx, image.heightPx]).toEqual([128, 48]);
    expect(readNumber(image)).toBe(5);
  });

  const transparent: readonly (readonly [string, string, readonly string[], number])[] = [
    ["QuickTime Animation", "mov", ["-c:v", "qtrle", "-pix_fmt", "argb"], 1],
    ["PNG", "mov", ["-c:v", "png", "-pix_fmt", "rgba"], 1],
    ["VP8", "webm", ["-c:v", "libvpx", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0"], 14],
    ["VP9", "webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"], 14],
  ];
  it.each(transparent)("in %s are laid on black", async (name, ending, output, tolerance) => {
    const path = folder.file(`alpha-${name.replace(/\W/g, "")}.${ending}`);
    const frame = drawQuarter(64, 48, [255, 255, 255, 0], [255, 0, 0, 128]);
    const other = drawQuarter(64, 48, [0, 0, 255, 0], RED);
    const quality = ending === "webm" ? REALTIME : [];
    await writeClip(path, [frame, other], { output: [...output, ...quality] });
    expect(await probeClip(path)).toMatchObject({ hasAlpha: true, totalFrames: 2 });
    expectColours(await firstFrame(path), [[128, 0, 0], ...Array(3).fill([0, 0, 0])], tolerance);
  });

  it("carry the colours of large clips that do not say their colour matrix as BT.601", async () => {
    const path = folder.file("untagged.mp4");
    await writeClip(path, [redInBlue(1280, 720)]);
    expectColours(await firstFrame(path), [RED, BLUE, BLUE, BLUE].map(rgb), 4);
  });
});

describe("frames that are stored and not shown", () => {
  it("are not counted", async () => {
    const path = folder.file("hidden.webm");
    const output = [
      "-c:v",
      "libvpx",
      "-pix_fmt",
      "yuv420p",
      "-auto-alt-ref",
      "1",
      "-lag-in-frames",
      "16",
      "-b:v",
      "1M",
    ];
    await writeClip(path, drawNumbers(60, 64, 48), { output: [...output, "-arnr-maxframes", "5"] });
    const sample = await sampleFrames(path);
    expect(sample.info.totalFrames).toBe(60);
    expect(sample.frames.map(({ image }) => readNumber(image))).toEqual(
      sample.frames.map(({ index }) => index),
    );
  });
});

describe("streamFrames", () => {
  it("gives every frame in order", async () => {
    const info = await probeClip(clip);
    const seen: number[] = [];
    for await (const { index, timeSec, image } of streamFrames(clip, info)) {
      expect(readNumber(image)).toBe(index);
      expect(timeSec).toBe(index / 16);
      seen.push(index);
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it("can be left early, and ends its process", async () => {
    const info = await probeClip(clip);
    for await (const { index } of streamFrames(clip, info)) if (index === 2) break;
    const stream = streamFrames(clip, info);
    await stream.next();
    expect((await stream.return()).done).toBe(true);
    expect((await stream.next()).done).toBe(true);
  });

  it("passes errors on: abort, time limit, a cut clip", async () => {
    const info = await probeClip(clip);
    const drain = async (...args: Parameters<typeof streamFrames>) => {
      let frames = 0;
      for await (const _ of streamFrames(...args)) frames += 1;
      return frames;
    };
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(drain(clip, info, { signal })).rejects.toThrow("enough");
    await expect(drain(clip, info, { timeoutMs: 1 })).rejects.toThrow(/time limit/);
    const half = await cutFrames(clip, folder.file("half.mp4"), 0.5);
    await expect(drain(half, info)).rejects.toThrow(/40 frames that decode/);
  });

  it("uses the ffmpeg that it is given", async () => {
    const info = await probeClip(clip);
    const tool = { ...(await findFfmpeg()), path: folder.file("no-ffmpeg") };
    await expect(decodeFrames(clip, info, [0], { tool })).rejects.toThrow(/no-ffmpeg/);
  });
});
