/** What was imagined, as pictures that a chat model is shown: PNG, kept in the episode's folder. */
import { readFile } from "node:fs/promises";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { MediaError } from "../../core/errors.ts";
import type { RgbImage } from "../../core/image.ts";
import { encodePng } from "../../core/media/encode-png.ts";
import { episodePath, imaginedFrameFile } from "../../core/store/run-layout.ts";
import { sampleFrames } from "../../cv-diagnostics/frames/index.ts";
import type { Picture } from "../reasoners/agent-prompt.ts";
import type { Clip } from "../rollouts/clip.ts";
import type { Keep } from "./observer.ts";

/** Pictures of a rollout. @throws MediaError when it cannot be decoded */
export type ShowRollout = (clip: Clip, ordinal: number) => Promise<readonly Picture[]>;

export type ShowOptions = {
  readonly kind: "image" | "video";
  readonly instanceId: string;
  /** Evenly spaced frames that are shown of a clip, first and last among them. */
  readonly clipFrames: number;
  readonly keep: Keep;
  readonly signal: AbortSignal;
};

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

export function createShow(options: ShowOptions): ShowRollout {
  const { kind, instanceId, clipFrames, keep, signal } = options;
  const keepFrame = async (png: Uint8Array, ordinal: number, frame: number): Promise<Picture> => {
    const file = imaginedFrameFile(ordinal, frame);
    await keep(file, png);
    return { type: "image", png, path: episodePath(instanceId, file) };
  };
  if (kind === "image") {
    return async (clip, ordinal) => {
      const bytes = new Uint8Array(await readFile(clip.file));
      const pixels = await decodePicture(bytes, clip.ref.path);
      const isPng = PNG_SIGNATURE.every((byte, index) => bytes[index] === byte);
      return isPng
        ? [{ type: "image", png: bytes, path: clip.ref.path }]
        : [await keepFrame(await encodePng(pixels), ordinal, 0)];
    };
  }
  return async (clip, ordinal) => {
    const { frames } = await sampleFrames(clip.file, { count: clipFrames, signal });
    return Promise.all(
      frames.map(async ({ image }, frame) =>
        keepFrame(await encodePng(withAlpha(image)), ordinal, frame),
      ),
    );
  };
}

async function decodePicture(bytes: Uint8Array, path: string) {
  try {
    const image = await loadImage(Buffer.from(bytes));
    const context = createCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return { widthPx: image.width, heightPx: image.height, data };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MediaError(`expected a picture for ${path} but received other bytes (${reason})`, {
      cause: error,
    });
  }
}

function withAlpha({ widthPx, heightPx, data }: RgbImage) {
  const pixels = widthPx * heightPx;
  const rgba = new Uint8Array(4 * pixels).fill(255);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    rgba.set(data.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
  }
  return { widthPx, heightPx, data: rgba };
}
