/**
 * Pixel buffers that painters share, kept from frame to frame. A pixel knows the nearest surface that
 * covers it whole, and the nearest outline that covers a part of it; both carry a normal's shade and
 * how nearly they look up. Owns memory, no drawing.
 */

import { ImageData } from "@napi-rs/canvas";

/** Light taken from lower things, by the highest that takes it. */
export type Taken = {
  /** 0..1; 0 where nothing is above. */
  readonly share: Float32Array;
  /** Height of what takes it, and whose it is. */
  readonly height: Float32Array;
  readonly owner: Int16Array;
};

export type Buffers = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Nearness of the surface in world units; NO_SURFACE where there is none. */
  readonly near: Float32Array;
  /** Index into the shade tables of the surface: material and normal. */
  readonly shade: Int32Array;
  /** Height above the board of the axis of the rope or of the plug that is seen, and whose it is. */
  readonly height: Float32Array;
  readonly owner: Int16Array;
  /** The same of outlines, and the share of the pixel that they cover, 0..1. */
  readonly edgeNear: Float32Array;
  readonly edgeShade: Int32Array;
  readonly edgeCover: Float32Array;
  readonly edgeHeight: Float32Array;
  readonly edgeOwner: Int16Array;
  /** Share of sunlight taken from the board, 0..1. */
  readonly groundShadow: Float32Array;
  /** Sunlight taken at the height of ropes. */
  readonly ropeShadow: Taken;
  /** All light taken by what lies straight above. */
  readonly cover: Taken;
  /** The finished picture. */
  readonly image: ImageData;
  /** Pixels that anything was written to since the last reset. */
  readonly dirty: { left: number; top: number; right: number; bottom: number };
};

export const NO_SURFACE = -1e9;

/** Owners of one rope follow each other along it; those of two ropes are far apart. */
export const OWNERS_A_ROPE = 64;

/** Sizes kept, the most recently used ones. */
const KEPT = 2;
const kept: Buffers[] = [];

/** Clean buffers of a size. The same ones come back: nobody may keep them. */
export function takeBuffers(widthPx: number, heightPx: number): Buffers {
  const index = kept.findIndex((own) => own.widthPx === widthPx && own.heightPx === heightPx);
  const [known] = index < 0 ? [] : kept.splice(index, 1);
  const buffers = known ?? createBuffers(widthPx, heightPx);
  kept.unshift(buffers);
  kept.length = Math.min(kept.length, KEPT);
  clean(buffers);
  return buffers;
}

function createBuffers(widthPx: number, heightPx: number): Buffers {
  const floats = (): Float32Array => new Float32Array(widthPx * heightPx);
  const owners = (): Int16Array => new Int16Array(widthPx * heightPx);
  const taken = (): Taken => ({ share: floats(), height: floats(), owner: owners() });
  const indices = (): Int32Array => new Int32Array(widthPx * heightPx);
  return {
    widthPx,
    heightPx,
    near: floats().fill(NO_SURFACE),
    shade: indices(),
    height: floats(),
    owner: owners(),
    edgeNear: floats().fill(NO_SURFACE),
    edgeShade: indices(),
    edgeCover: floats(),
    edgeHeight: floats(),
    edgeOwner: owners(),
    groundShadow: floats(),
    ropeShadow: taken(),
    cover: taken(),
    image: new ImageData(widthPx, heightPx),
    dirty: { left: widthPx, top: heightPx, right: 0, bottom: 0 },
  };
}

/** Resets what was written; heights and shades need none, they are read with their owners only. */
function clean(buffers: Buffers): void {
  const { widthPx, heightPx, dirty } = buffers;
  for (let y = dirty.top; y < dirty.bottom; y++) {
    const from = y * widthPx + dirty.left;
    const to = y * widthPx + dirty.right;
    buffers.near.fill(NO_SURFACE, from, to);
    buffers.edgeNear.fill(NO_SURFACE, from, to);
    buffers.edgeCover.fill(0, from, to);
    buffers.groundShadow.fill(0, from, to);
    for (const { share, height } of [buffers.ropeShadow, buffers.cover]) {
      share.fill(0, from, to);
      height.fill(0, from, to);
    }
  }
  dirty.left = widthPx;
  dirty.top = heightPx;
  dirty.right = 0;
  dirty.bottom = 0;
}

/** A box of whole pixels, right and bottom excluded. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** The pixels around two points, at most `reach` away, inside the picture; they become dirty. */
export function claimBox(
  { widthPx, heightPx, dirty }: Buffers,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  reach: number,
  box: Box,
): Box {
  box.left = Math.max(0, Math.floor(Math.min(x1, x2) - reach));
  box.top = Math.max(0, Math.floor(Math.min(y1, y2) - reach));
  box.right = Math.min(widthPx, Math.ceil(Math.max(x1, x2) + reach) + 1);
  box.bottom = Math.min(heightPx, Math.ceil(Math.max(y1, y2) + reach) + 1);
  if (box.left >= box.right || box.top >= box.bottom) return box;
  dirty.left = Math.min(dirty.left, box.left);
  dirty.top = Math.min(dirty.top, box.top);
  dirty.right = Math.max(dirty.right, box.right);
  dirty.bottom = Math.max(dirty.bottom, box.bottom);
  return box;
}
