/**
 * Any size -> the nearest one that GPT-Image-2 makes. Pure. Limits as OpenAI's guide to image generation
 * gives them: sides divisible by 16 and at most 3840 px, ratio 1:3 to 3:1, 655,360 to 8,294,400 pixels.
 */

const MAX_SIDE_PX = 3840;
const MAX_RATIO = 3;
const MIN_PIXELS = 655_360;
const MAX_PIXELS = 8_294_400;
/** A shape that differs is worse than an area that differs: everything drawn is stretched by it. */
const SHAPE_WEIGHT = 2;

export type PictureSize = { readonly widthPx: number; readonly heightPx: number };

/** What the limits are, for warnings. */
export const PICTURE_LIMITS =
  `sides of at most ${MAX_SIDE_PX}, at most ${MAX_RATIO}:1, ` +
  `${MIN_PIXELS} to ${MAX_PIXELS} pixels`;

/**
 * The allowed size of the most similar shape and area.
 *
 * @param step sides are divisible by it, 1 to 3840/3
 */
export function fitPictureSize(wanted: PictureSize, step: number): PictureSize {
  let best: PictureSize = wanted;
  let least = Number.POSITIVE_INFINITY;
  const ratio = wanted.widthPx / wanted.heightPx;
  const clamped = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio));
  for (let widthPx = step; widthPx <= MAX_SIDE_PX; widthPx += step) {
    const below = Math.floor(widthPx / clamped / step) * step;
    for (const heightPx of [below, below + step]) {
      if (!isAllowed(widthPx, heightPx)) continue;
      const shape = Math.abs(Math.log(widthPx / heightPx / ratio));
      const area = Math.abs(Math.log((widthPx * heightPx) / (wanted.widthPx * wanted.heightPx)));
      const mismatch = area + SHAPE_WEIGHT * shape;
      if (mismatch < least) [best, least] = [{ widthPx, heightPx }, mismatch];
    }
  }
  return best;
}

function isAllowed(widthPx: number, heightPx: number): boolean {
  const [short, long] = widthPx < heightPx ? [widthPx, heightPx] : [heightPx, widthPx];
  const pixels = short * long;
  return (
    short > 0 &&
    long <= MAX_SIDE_PX &&
    long <= MAX_RATIO * short &&
    pixels >= MIN_PIXELS &&
    pixels <= MAX_PIXELS
  );
}
