/**
 * A picture -> a real MP4 that shows it, unmoved, for as many frames as asked. Owns the cache. Clips of
 * the demo solve nothing.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import { sha256 } from "../../core/hash/sha256.ts";
import { fileUrl, runFfmpeg } from "../../core/media/index.ts";
import { type Picture, toPixels } from "./picture.ts";

/** Clips kept; the oldest are dropped first. */
const MAX_CACHED = 256;

/** Clips made at the same time. */
const MAX_ENCODERS = 2;

export type ClipShape = {
  readonly frames: number;
  readonly fps: number;
  /** Odd sides are made even, downwards. */
  readonly widthPx: number;
  readonly heightPx: number;
};

export type ClipMaker = {
  /** The same bytes for the same picture and shape. @throws MediaError when it cannot be encoded */
  readonly make: (picture: Picture, shape: ClipShape) => Promise<Uint8Array>;
};

export function createClipMaker(): ClipMaker {
  const cache = new Map<string, Promise<Uint8Array>>();
  const limit = pLimit(MAX_ENCODERS);
  return {
    make: (picture, shape) => {
      const key = `${sha256(picture.png)} ${JSON.stringify(shape)}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const clip = limit(() => encodeStill(picture, shape));
      cache.set(key, clip);
      clip.catch(() => cache.delete(key));
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      return clip;
    },
  };
}

/**
 * One frame goes to ffmpeg, which repeats it: 81 frames of 832x480 take 0.15 s of one thread, where
 * sending all of them through a pipe takes 0.45 s.
 */
async function encodeStill(picture: Picture, shape: ClipShape): Promise<Uint8Array> {
  const widthPx = toEven(shape.widthPx);
  const heightPx = toEven(shape.heightPx);
  const { data } = await toPixels(picture, widthPx, heightPx);
  const folder = await mkdtemp(join(tmpdir(), "probe-demo-"));
  try {
    const path = join(folder, "clip.mp4");
    const filters = [
      "scale=out_color_matrix=bt601:out_range=tv",
      "format=yuv420p",
      `loop=loop=${shape.frames - 1}:size=1:start=0`,
    ];
    await runFfmpeg(
      [
        ...["-loglevel", "error", "-y"],
        ...["-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", `${widthPx}x${heightPx}`],
        ...["-framerate", String(shape.fps), "-i", "pipe:0", "-vf", filters.join(",")],
        ...["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"],
        ...["-threads", "1", "-c:v", "libx264", "-preset", "superfast", "-crf", "18"],
        ...["-colorspace", "smpte170m", "-color_range", "tv"],
        ...["-color_primaries", "bt709", "-color_trc", "iec61966-2-1"],
        ...["-frames:v", String(shape.frames)],
        ...["-movflags", "+faststart", "-f", "mp4", fileUrl(path)],
      ],
      {
        subject: "clip of the demo server",
        stdin: [new Uint8Array(data.buffer, data.byteOffset, data.length)],
      },
    );
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toEven(px: number): number {
  return Math.max(2, px - (px % 2));
}
