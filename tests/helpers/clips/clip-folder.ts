/** A temporary folder of test clips, and the ways to make them: good ones and broken ones. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RgbaImage } from "../../../core/image.ts";
import { fileUrl, findFfmpeg, passthroughArgs, runFfmpeg } from "../../../core/media/index.ts";

export type ClipFolder = {
  readonly path: string;
  readonly file: (name: string) => string;
  readonly remove: () => void;
};

export function makeClipFolder(): ClipFolder {
  const path = mkdtempSync(join(tmpdir(), "topoprobe-clips-"));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Lossless H.264 in full colour: exact pixels at any size, odd ones too. */
export const EXACT_H264 = ["-c:v", "libx264rgb", "-preset", "ultrafast", "-qp", "0"] as const;

/** Small and quick H.264 as generators make it. */
export const PLAIN_H264 = [
  ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "10", "-pix_fmt", "yuv420p"],
] as const;

export type WriteClipOptions = {
  /** @default 16 */
  readonly fps?: number;
  /** Options of the output, codec included. @default PLAIN_H264 */
  readonly output?: readonly string[];
};

/** Writes frames of one size in the container that the name's ending says. */
export async function writeClip(
  destination: string,
  frames: Iterable<RgbaImage>,
  options: WriteClipOptions = {},
): Promise<string> {
  const all = [...frames];
  const [first] = all;
  if (first === undefined) throw new Error("expected at least one frame for a test clip");
  const size = `${first.widthPx}x${first.heightPx}`;
  await ffmpeg(
    destination,
    [
      ...["-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", size],
      ...["-framerate", String(options.fps ?? 16), "-i", "pipe:0"],
      ...[...(options.output ?? PLAIN_H264), "-y", fileUrl(destination)],
    ],
    all.map((frame) => new Uint8Array(frame.data)),
  );
  return destination;
}

/** Copies a clip's packets, with other options on the way in or out. */
export async function remuxClip(
  source: string,
  destination: string,
  output: readonly string[] = [],
  input: readonly string[] = [],
): Promise<string> {
  await ffmpeg(destination, [
    ...[...input, "-i", fileUrl(source), "-c", "copy"],
    ...[...output, "-y", fileUrl(destination)],
  ]);
  return destination;
}

/** Writes what ffmpeg's own sources give, for what frames cannot: sound, for one. */
export async function writeFromSource(
  destination: string,
  source: string,
  output: readonly string[],
): Promise<string> {
  await ffmpeg(destination, ["-f", "lavfi", "-i", source, ...output, "-y", fileUrl(destination)]);
  return destination;
}

/** Decodes and encodes again, every frame as it comes, through a filter. */
export async function filterClip(
  source: string,
  destination: string,
  filter: string,
  output: readonly string[] = PLAIN_H264,
): Promise<string> {
  const passthrough = passthroughArgs(await findFfmpeg());
  await ffmpeg(destination, [
    ...["-i", fileUrl(source), "-vf", filter, ...passthrough],
    ...[...output, "-y", fileUrl(destination)],
  ]);
  return destination;
}

/** Keeps the first `keepRatio` (0 to 1) of the bytes. */
export function cutFile(source: string, destination: string, keepRatio: number): string {
  const bytes = readFileSync(source);
  writeFileSync(destination, bytes.subarray(0, Math.floor(bytes.length * keepRatio)));
  return destination;
}

/**
 * Copies an MP4 with its whole index, which is put in front, and the first `keepRatio` (0 to 1) of
 * its frames' bytes.
 */
export async function cutFrames(
  source: string,
  destination: string,
  keepRatio: number,
): Promise<string> {
  await remuxClip(source, destination, ["-movflags", "+faststart"]);
  const bytes = readFileSync(destination);
  const start = bytes.indexOf("mdat") + 4;
  const end = start + Math.floor((bytes.length - start) * keepRatio);
  writeFileSync(destination, bytes.subarray(0, end));
  return destination;
}

/** Copies an MP4 and marks it to be shown a quarter turn clockwise; its frames stay as they are. */
export function turnClip(source: string, destination: string): string {
  const bytes = readFileSync(source);
  // Track header: 40 bytes from its version to the matrix a b u, c d v, x y w in 16.16 numbers.
  const matrix = bytes.indexOf("tkhd") + 4 + 40;
  for (const [i, value] of [0, 1, 0, -1, 0].entries()) {
    bytes.writeInt32BE(value * 65_536, matrix + 4 * i);
  }
  writeFileSync(destination, bytes);
  return destination;
}

/** One video track out of several bare H.264 streams (.h264), sizes and all. */
export async function joinStreams(
  sources: readonly string[],
  destination: string,
): Promise<string> {
  const joined = `${destination}.h264`;
  writeFileSync(joined, Buffer.concat(sources.map((source) => readFileSync(source))));
  return remuxClip(joined, destination, [], ["-r", "16"]);
}

/** Overwrites a stretch of the bytes, given as ratios of the length, with noise of a fixed seed. */
export function scrambleFile(
  source: string,
  destination: string,
  fromRatio: number,
  toRatio: number,
): string {
  const bytes = readFileSync(source);
  let state = 1;
  for (let i = Math.floor(bytes.length * fromRatio); i < bytes.length * toRatio; i += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = state >>> 24;
  }
  writeFileSync(destination, bytes);
  return destination;
}

async function ffmpeg(
  subject: string,
  args: readonly string[],
  stdin?: Iterable<Uint8Array>,
): Promise<void> {
  await runFfmpeg(["-loglevel", "error", ...args], {
    ...{ subject, timeoutMs: 20_000 },
    ...(stdin === undefined ? {} : { stdin }),
  });
}
