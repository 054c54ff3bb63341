/** Whether a file that was downloaded is all there: decoded once, at a small size. */
import { readFile } from "node:fs/promises";
import { loadImage } from "@napi-rs/canvas";
import { MediaError } from "../../core/errors.ts";
import { sampleFrames } from "../../cv-diagnostics/frames/index.ts";
import { isWholePicture } from "./is-whole-picture.ts";

export type ClipCheck =
  | { readonly state: "whole" }
  /** Fewer frames can be decoded than its index promises, or a part of the picture. */
  | { readonly state: "short"; readonly reason: string }
  /** Nothing can be decoded. */
  | { readonly state: "broken"; readonly reason: string };

export type CheckClip = (
  file: string,
  kind: "video" | "image",
  signal: AbortSignal,
) => Promise<ClipCheck>;

/** Decoding is what costs; the pictures are not looked at. */
const LONG_SIDE_PX = 64;

export const checkClip: CheckClip = async (file, kind, signal) => {
  try {
    if (kind === "image") {
      const bytes = await readFile(file);
      await loadImage(bytes);
      if (isWholePicture(bytes)) return { state: "whole" };
      return { state: "short", reason: "the picture breaks off before its end" };
    }
    const { info } = await sampleFrames(file, { count: 2, longSidePx: LONG_SIDE_PX, signal });
    const promised = info.declaredFrames ?? info.totalFrames;
    if (info.totalFrames >= promised) return { state: "whole" };
    return {
      state: "short",
      reason: `${info.totalFrames} of the ${promised} frames that its index promises can be decoded`,
    };
  } catch (error) {
    if (signal.aborted || (kind === "video" && !(error instanceof MediaError))) throw error;
    return { state: "broken", reason: error instanceof Error ? error.message : String(error) };
  }
};
