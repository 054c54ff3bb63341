/**
 * Pictures and clip of one item, written below the raters' folder under the item's opaque id. Owns
 * files; leaves out which items there are and what is asked of them.
 */
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { StoreError } from "../../core/errors.ts";
import { sha256File } from "../../core/hash/sha256.ts";
import { writeFileAtomic } from "../../core/store/atomic-file.ts";
import { toStoreError } from "../../core/store/fs-errors.ts";
import { makeFolders } from "../../core/store/make-folder.ts";
import { ARTEFACTS, episodePath, inRun } from "../../core/store/run-layout.ts";
import {
  decodeFrames,
  probeClip,
  type SourceFrame,
  sampleIndices,
} from "../../cv-diagnostics/frames/index.ts";
import { safeExtension } from "../safe-extension.ts";
import type { Candidate } from "./candidates.ts";
import { type DrawReading, readAgain } from "./reading.ts";

/** Frames on one picture, row by row. */
export type FrameSheet = {
  /** Relative to the raters' folder. */
  readonly href: string;
  readonly columns: number;
  readonly tileWidthPx: number;
  readonly tileHeightPx: number;
  readonly frames: readonly { readonly index: number; readonly timeSec: number }[];
};

export type ItemMedia = {
  readonly clip: string;
  /** A browser can be expected to play it. */
  readonly isPlayable: boolean;
  /** The puzzle's start picture; null when the run has lost it. */
  readonly start: string | null;
  /** The board to reach, where the task shows one. */
  readonly goal: string | null;
  readonly frames: FrameSheet;
  /** The same frames with the judge's reading drawn over, without any verdict; null when there is none. */
  readonly reading: string | null;
  /** What the generator was asked; null when it is not shown or lost. */
  readonly prompt: string | null;
};

export type MediaOptions = {
  /** Folder that goes to the raters. */
  readonly folder: string;
  readonly item: string;
  readonly withReading: boolean;
  readonly withPrompt: boolean;
};

/** Frames shown of a clip, as published; a verdict on fewer frames shows those. */
const SHOWN_FRAMES = 41;
/** Long side of a frame on the sheet, in pixels: large enough to follow a piece, small to send. */
const TILE_LONG_SIDE_PX = 640;
const COLUMNS = 7;
/** JPEG: WebP takes half the space, and six times as long to write. */
const QUALITY = 82;

/** Copies the clip, and draws its frames with and without the reading. */
export async function writeItemMedia(
  candidate: Candidate,
  options: MediaOptions,
): Promise<ItemMedia> {
  const { folder, item } = options;
  const at = (file: string): string => join(folder, "items", item, file);
  const href = (file: string): string => `items/${item}/${file}`;
  await makeFolders(join(folder, "items", item));
  const source = inRun(candidate.runPath, candidate.clip.path);
  const clip = `clip${safeExtension(candidate.clip.path)}`;
  await copyClip(source, at(clip), candidate.clip.sha256);

  const { indices } = candidate.verdict.sampling;
  const shown = sampleIndices(indices.length, Math.min(SHOWN_FRAMES, indices.length));
  const wanted = [...new Set(shown.map((sample) => indices[sample] ?? 0))];
  const info = await probeClip(at(clip));
  const frames = await decodeFrames(at(clip), info, wanted, { longSidePx: TILE_LONG_SIDE_PX });
  await writeFileAtomic(at("frames.jpg"), await drawFrameSheet(frames));
  const drawReading = options.withReading ? await readAgain(candidate, at(clip)) : undefined;
  if (drawReading !== undefined) {
    await writeFileAtomic(at("reading.jpg"), await drawFrameSheet(frames, drawReading));
  }
  const { widthPx: tileWidthPx = 1, heightPx: tileHeightPx = 1 } = frames[0]?.image ?? {};
  return {
    clip: href(clip),
    isPlayable: /\.(mp4|m4v|webm|mov)$/.test(clip),
    start: (await copyPicture(candidate, ARTEFACTS.observation, at("start.png")))
      ? href("start.png")
      : null,
    goal: (await copyPicture(candidate, ARTEFACTS.goal, at("goal.png"))) ? href("goal.png") : null,
    frames: {
      href: href("frames.jpg"),
      columns: COLUMNS,
      tileWidthPx,
      tileHeightPx,
      frames: frames.map(({ index, timeSec }) => ({ index, timeSec })),
    },
    reading: drawReading === undefined ? null : href("reading.jpg"),
    prompt: options.withPrompt ? await readPrompt(candidate) : null,
  };
}

/** @throws StoreError when the clip is not the one that was judged */
async function copyClip(from: string, to: string, sha256: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    throw toStoreError(error, from, "a clip that can be copied");
  }
  const copied = await sha256File(to);
  if (copied === sha256) return;
  throw new StoreError(
    `expected the clip that was judged (sha256 ${sha256.slice(0, 12)}) for ${from} but received another ` +
      `(${copied.slice(0, 12)}). Judge the run again with probe run, or restore the clip`,
  );
}

async function copyPicture(
  { runPath, instanceId }: Candidate,
  name: string,
  to: string,
): Promise<boolean> {
  try {
    await copyFile(inRun(runPath, episodePath(instanceId, name)), to);
    return true;
  } catch {
    // Not every task has a goal picture, and a run passed on without its pictures still has clips.
    return false;
  }
}

async function readPrompt(candidate: Candidate): Promise<string | null> {
  const path = inRun(candidate.runPath, episodePath(candidate.instanceId, ARTEFACTS.prompt));
  return readFile(path, "utf8").catch(() => null);
}

async function drawFrameSheet(
  frames: readonly SourceFrame[],
  drawReading?: DrawReading,
): Promise<Uint8Array> {
  const { widthPx = 1, heightPx = 1 } = frames[0]?.image ?? {};
  const columns = Math.min(COLUMNS, frames.length);
  const canvas = createCanvas(columns * widthPx, Math.ceil(frames.length / columns) * heightPx);
  const context = canvas.getContext("2d");
  for (const [i, frame] of frames.entries()) {
    const left = (i % columns) * widthPx;
    const top = Math.floor(i / columns) * heightPx;
    const pixels = context.createImageData(widthPx, heightPx);
    const { data } = frame.image;
    for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
      pixels.data[to] = data[from] ?? 0;
      pixels.data[to + 1] = data[from + 1] ?? 0;
      pixels.data[to + 2] = data[from + 2] ?? 0;
      pixels.data[to + 3] = 255;
    }
    context.putImageData(pixels, left, top);
    if (drawReading === undefined) continue;
    context.save();
    context.beginPath();
    context.rect(left, top, widthPx, heightPx);
    context.clip();
    drawReading(context, frame, left, top);
    context.restore();
  }
  return canvas.encode("jpeg", QUALITY);
}
