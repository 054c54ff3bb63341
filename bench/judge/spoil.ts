/** Ways in which a clip becomes unreadable, or its camera moves, applied to drawn frames. */
import type { RgbaImage } from "../../core/image.ts";
import { createMt19937 } from "../../core/rng/mt19937.ts";
import { createSurface, type Surface, toRgba } from "../../tasks/scene/surface.ts";
import type { Size } from "./clips.ts";

/** Maps frame `index` of `count` to the picture shown. */
export type Spoiler = (frame: RgbaImage, index: number, count: number) => RgbaImage;

function paint(frame: RgbaImage): Surface {
  const surface = createSurface(frame.widthPx, frame.heightPx);
  const pixels = surface.context.createImageData(frame.widthPx, frame.heightPx);
  pixels.data.set(frame.data);
  surface.context.putImageData(pixels, 0, 0);
  return surface;
}

/** Share of the second half that has passed, 0 before the middle. */
const late = (index: number, count: number): number =>
  Math.max(0, (index - count / 2) / (count / 2));

/** Fades to black within half a second from the middle on. */
export const fadeToBlack: Spoiler = (frame, index, count) => {
  const done = Math.min(1, late(index, count) * 5);
  if (done === 0) return frame;
  const { canvas, context, ...size } = createSurface(frame.widthPx, frame.heightPx);
  context.fillStyle = "#000";
  context.fillRect(0, 0, size.widthPx, size.heightPx);
  context.globalAlpha = 1 - done;
  context.drawImage(paint(frame).canvas, 0, 0);
  return toRgba({ canvas, context, ...size });
};

/** Cuts to a picture that has nothing to do with the board. */
export function replaceBy(seed: number): Spoiler {
  let other: RgbaImage | undefined;
  return (frame, index, count) => {
    if (late(index, count) === 0) return frame;
    other ??= randomPicture(frame, seed);
    return other;
  };
}

/** Overlapping discs and bars in random colours. */
function randomPicture({ widthPx, heightPx }: Size, seed: number): RgbaImage {
  const rng = createMt19937(seed);
  const surface = createSurface(widthPx, heightPx);
  const { context } = surface;
  const colour = (): string => `rgb(${rng.below(256)},${rng.below(256)},${rng.below(256)})`;
  context.fillStyle = colour();
  context.fillRect(0, 0, widthPx, heightPx);
  for (let i = 0; i < 60; i++) {
    context.fillStyle = colour();
    const [x, y, r] = [rng.below(widthPx), rng.below(heightPx), 8 + rng.below(90)];
    if (i % 2 === 0) {
      context.beginPath();
      context.arc(x, y, r, 0, 2 * Math.PI);
      context.fill();
    } else {
      context.fillRect(x, y, r, 8 + rng.below(60));
    }
  }
  return toRgba(surface);
}

/** Blurs from the middle on until a tenth of the picture's height runs together. */
export const blurAway: Spoiler = (frame, index, count) => {
  const done = Math.min(1, late(index, count) * 5);
  if (done === 0) return frame;
  const surface = createSurface(frame.widthPx, frame.heightPx);
  surface.context.filter = `blur(${(done * frame.heightPx * 0.07).toFixed(2)}px)`;
  surface.context.drawImage(paint(frame).canvas, 0, 0);
  return toRgba(surface);
};

/** A camera path: scale about the centre, and shift in shares of the width. */
function camera(
  path: (t: number) => { readonly scale: number; readonly dx: number; readonly dy: number },
): Spoiler {
  return (frame, index, count) => {
    const { scale, dx, dy } = path(index / Math.max(1, count - 1));
    const { widthPx, heightPx } = frame;
    const surface = createSurface(widthPx, heightPx);
    const { context } = surface;
    context.fillStyle = `rgb(${frame.data[0]},${frame.data[1]},${frame.data[2]})`;
    context.fillRect(0, 0, widthPx, heightPx);
    context.imageSmoothingQuality = "high";
    context.translate(widthPx / 2 + dx * widthPx, heightPx / 2 + dy * widthPx);
    context.scale(scale, scale);
    context.drawImage(paint(frame).canvas, -widthPx / 2, -heightPx / 2);
    return toRgba(surface);
  };
}

/** A slow wander of one percent of the width. */
export const drift = camera((t) => ({
  scale: 1 + 0.01 * Math.sin(3 * t),
  dx: 0.01 * Math.sin(5 * t),
  dy: 0.008 * Math.sin(4 * t),
}));
export const zoomIn = camera((t) => ({ scale: 1 + 0.1 * t, dx: 0, dy: 0 }));
export const pan = camera((t) => ({ scale: 1, dx: 0.05 * t, dy: 0 }));

/** Cuts the sides off to 4:3. The picture gets narrower. */
export const cropTo43: Spoiler = (frame) => {
  const widthPx = 2 * Math.round((frame.heightPx * 4) / 6);
  const surface = createSurface(widthPx, frame.heightPx);
  surface.context.drawImage(paint(frame).canvas, (widthPx - frame.widthPx) / 2, 0);
  return toRgba(surface);
};

/** Shrinks the picture into a 4:3 frame with black bars above and below. */
export const letterbox: Spoiler = (frame) => {
  const widthPx = 2 * Math.round((frame.heightPx * 4) / 6);
  const scale = widthPx / frame.widthPx;
  const surface = createSurface(widthPx, frame.heightPx);
  const { context } = surface;
  context.fillStyle = "#000";
  context.fillRect(0, 0, widthPx, frame.heightPx);
  context.imageSmoothingQuality = "high";
  context.drawImage(
    paint(frame).canvas,
    0,
    (frame.heightPx * (1 - scale)) / 2,
    widthPx,
    frame.heightPx * scale,
  );
  return toRgba(surface);
};

export const SPOILERS = Object.freeze({ fadeToBlack, blurAway });
export const CAMERAS = Object.freeze({ drift, zoomIn, pan, cropTo43, letterbox });
