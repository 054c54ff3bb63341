import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MediaError, UsageError } from "../errors.ts";
import type { RgbaImage } from "../image.ts";
import { type EncodeClipOptions, encodeClip } from "./encode-clip.ts";
import { fileUrl, runFfmpeg } from "./run-ffmpeg.ts";

const SIZE = { widthPx: 32, heightPx: 24 } as const;
let folder: string;
let destination: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "topoprobe-encode-"));
  destination = join(folder, "clip.mp4");
});
afterEach(() => rmSync(folder, { recursive: true }));

function plain(rgb: readonly number[], size: Omit<RgbaImage, "data"> = SIZE): RgbaImage {
  const data = new Uint8Array(4 * size.widthPx * size.heightPx);
  for (let at = 0; at < data.length; at += 4) data.set([...rgb, 255], at);
  return { ...size, data };
}

function* steps(count: number): Generator<RgbaImage> {
  for (let i = 0; i < count; i += 1) yield plain([20 * i, 255 - 20 * i, 128]);
}

function encode(
  frames: Iterable<RgbaImage> | AsyncIterable<RgbaImage>,
  options: Partial<EncodeClipOptions> = {},
): Promise<void> {
  return encodeClip(frames, { destination, ...SIZE, fps: 16, ...options });
}

async function decode(path: string): Promise<readonly Uint8Array[]> {
  const pieces: Buffer[] = [];
  const output = ["-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"];
  await runFfmpeg(["-loglevel", "error", "-i", fileUrl(path), ...output], {
    subject: path,
    onStdout: (chunk) => void pieces.push(chunk),
  });
  const all = Buffer.concat(pieces);
  const bytes = 3 * SIZE.widthPx * SIZE.heightPx;
  return Array.from({ length: all.length / bytes }, (_, i) => all.subarray(i * bytes));
}

describe("encodeClip", () => {
  it("writes every frame in its colours, within 4 of 255", async () => {
    await encode(steps(12));
    const frames = await decode(destination);
    expect(frames).toHaveLength(12);
    for (const [i, frame] of frames.entries()) {
      const wanted = [20 * i, 255 - 20 * i, 128];
      for (const [c, value] of wanted.entries()) {
        expect(Math.abs((frame[c] ?? -99) - value)).toBeLessThanOrEqual(4);
      }
    }
    expect(readdirSync(folder)).toEqual(["clip.mp4"]);
  });

  it("gives the same bytes for the same frames, from any iterable", async () => {
    const other = join(folder, "other.mp4");
    // High enough for several threads.
    const size = { widthPx: 32, heightPx: 256 };
    const frames = Array.from({ length: 20 }, (_, i) => plain([10 * i, 255, 0], size));
    async function* later() {
      yield* frames;
    }
    await encode(frames, size);
    await encode(later(), { ...size, destination: other });
    expect(readFileSync(other).equals(readFileSync(destination))).toBe(true);
    // What x264 writes of itself into the stream: machines with more cores give the same bytes.
    expect(readFileSync(destination).includes(" threads=1 ")).toBe(true);
  });

  it("puts the index in front, and says nothing of place or time", async () => {
    await encode(steps(3));
    const bytes = readFileSync(destination);
    expect(bytes.indexOf("moov")).toBeGreaterThan(0);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    // Seconds since 1904 in the movie header: not set.
    const header = bytes.indexOf("mvhd");
    expect(bytes.subarray(header + 8, header + 16).every((byte) => byte === 0)).toBe(true);
    expect(bytes.includes("Lavf")).toBe(false);
  });

  it("takes frames whose memory is used again", async () => {
    function* reused(): Generator<RgbaImage> {
      const frame = plain([0, 0, 0]);
      for (const level of [0, 128, 255]) {
        frame.data.fill(level);
        yield frame;
      }
    }
    await encode(reused(), { crf: 0 });
    const levels = (await decode(destination)).map((frame) => frame[0]);
    expect(levels).toEqual([0, 128, 255]);
  });

  it("obeys quality and preset", async () => {
    const noisy = Array.from({ length: 8 }, (_, n) => {
      const frame = plain([0, 0, 0]);
      for (let at = 0; at < frame.data.length; at += 1) frame.data[at] = (at * (n + 7) * 31) % 251;
      return frame;
    });
    await encode(noisy, { crf: 0, preset: "ultrafast" });
    const large = readFileSync(destination).length;
    await encode(noisy, { crf: 40 });
    expect(readFileSync(destination).length).toBeLessThan(large / 2);
  });

  it.each([
    [{ widthPx: 33 }, /even number.*widthPx/],
    [{ heightPx: 0 }, /heightPx/],
    [{ widthPx: 40_000 }, /widthPx/],
    [{ fps: 0 }, /fps/],
    [{ fps: Number.NaN }, /fps/],
    [{ crf: 52 }, /crf/],
  ])("refuses %j", async (options, message) => {
    await expect(encode(steps(1), options)).rejects.toThrow(UsageError);
    await expect(encode(steps(1), options)).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses a frame of another size, and no frames at all", async () => {
    const frames = [plain([0, 0, 0]), plain([0, 0, 0], { widthPx: 24, heightPx: 32 })];
    await expect(encode(frames)).rejects.toThrow(/32x24 RGBA picture for frame 1.*24x32/);
    await expect(encode([])).rejects.toThrow(/at least one frame/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves an earlier clip as it was when drawing, encoder or abort stops it", async () => {
    writeFileSync(destination, "earlier");
    function* broken(): Generator<RgbaImage> {
      yield* steps(2);
      throw new Error("cannot draw");
    }
    await expect(encode(broken())).rejects.toThrow("cannot draw");
    await expect(encode(steps(2), { preset: "no-such-preset" })).rejects.toThrow(MediaError);
    const controller = new AbortController();
    function* aborting(): Generator<RgbaImage> {
      yield* steps(2);
      controller.abort(new Error("enough"));
      yield* steps(2);
    }
    await expect(encode(aborting(), { signal: controller.signal })).rejects.toThrow("enough");
    expect(readdirSync(folder)).toEqual(["clip.mp4"]);
    expect(readFileSync(destination, "utf8")).toBe("earlier");
  });

  it("says when the folder cannot be written", async () => {
    const missing = join(folder, "missing", "clip.mp4");
    await expect(encode(steps(1), { destination: missing })).rejects.toThrow(
      /place that can be written.*ENOENT/,
    );
    writeFileSync(join(folder, "file"), "");
    const inFile = join(folder, "file", "clip.mp4");
    await expect(encode(steps(1), { destination: inFile })).rejects.toThrow(MediaError);
  });

  it("does not destroy a folder that has the clip's name", async () => {
    mkdirSync(destination);
    await expect(encode(steps(1))).rejects.toThrow(MediaError);
    expect(readdirSync(folder)).toEqual(["clip.mp4"]);
  });
});
