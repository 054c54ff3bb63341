/**
 * One decoded frame prepared for reading: a chain of halved copies with their luma, so that every
 * reader samples at about its own resolution and no threshold depends on the clip's.
 */
import { compose, type Homography, scaleThenShift } from "../../core/geometry/homography.ts";
import type { RgbImage } from "../../core/image.ts";
import { halveRgb } from "./resample.ts";

/** 8-bit luma, row-major. */
export type LumaImage = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array;
};

export type FrameLevel = {
  readonly rgb: RgbImage;
  /** Made when first asked for. */
  readonly luma: LumaImage;
  /** Size of this level relative to the decoded frame: 1, 1/2, 1/4, … */
  readonly scale: number;
};

/** The levels are made when first asked for and kept. */
export type WorkingFrame = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Level k is 2^k times smaller; k is limited so that the short side keeps 8 pixels. */
  level(k: number): FrameLevel;
};

export function createWorkingFrame(image: RgbImage): WorkingFrame {
  const levels: FrameLevel[] = [];
  const level = (k: number): FrameLevel => {
    const known = levels[k];
    if (known) return known;
    const above = k > 0 ? level(k - 1) : undefined;
    if (above && Math.min(above.rgb.widthPx, above.rgb.heightPx) < 16) return above;
    const rgb = above ? halveRgb(above.rgb) : image;
    let luma: LumaImage | undefined;
    const made: FrameLevel = {
      rgb,
      get luma() {
        luma ??= toLuma(rgb);
        return luma;
      },
      scale: above ? above.scale / 2 : 1,
    };
    levels[k] = made;
    return made;
  };
  return { widthPx: image.widthPx, heightPx: image.heightPx, level };
}

/**
 * The level at which one board unit spans between `wantedPx` and twice that, so that samples
 * taken `wantedPx` to the unit neither skip pixels nor repeat them.
 */
export function levelForPitch(frame: WorkingFrame, pitchPx: number, wantedPx: number): FrameLevel {
  const k = Math.max(0, Math.floor(Math.log2(Math.max(1, pitchPx / wantedPx))));
  return frame.level(k);
}

/** A board-to-pixel map of the decoded frame, expressed in the pixels of one of its levels. */
export function atLevel(boardToPixel: Homography, level: FrameLevel): Homography {
  if (level.scale === 1) return boardToPixel;
  return compose(scaleThenShift(level.scale, level.scale, 0, 0), boardToPixel);
}

function toLuma(rgb: RgbImage): LumaImage {
  const data = new Uint8Array(rgb.widthPx * rgb.heightPx);
  const source = rgb.data;
  for (let i = 0, j = 0; i < data.length; i++, j += 3) {
    const r = source[j] as number;
    const g = source[j + 1] as number;
    const b = source[j + 2] as number;
    data[i] = (77 * r + 150 * g + 29 * b + 128) >> 8;
  }
  return { widthPx: rgb.widthPx, heightPx: rgb.heightPx, data };
}
