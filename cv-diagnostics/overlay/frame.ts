/** One sampled frame with the reading and the violations that it is evidence of. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import {
  applyHomography,
  compose,
  type Homography,
  localScale,
  scaleThenShift,
} from "../../core/geometry/homography.ts";
import type { RgbImage } from "../../core/image.ts";
import type { Violation } from "../../core/schema/verdict.ts";
import { ensureFont, fontOf } from "../../tasks/scene/font.ts";
import { createSurface, type Surface } from "../../tasks/scene/surface.ts";
import type { SourceFrame } from "../frames/index.ts";
import type { Observation } from "../judge.ts";
import type { OverlaySource } from "./index.ts";
import { OVERLAY_COLOURS } from "./style.ts";

/** Height of the caption under a frame, as a share of the frame's height. */
const CAPTION_RATIO = 0.085;

/** A violation of one check, as the overlay needs it. */
export type NamedViolation = Violation & { readonly check: string };

/** All violations of a verdict in order of time. */
export function violationsOf(source: OverlaySource): readonly NamedViolation[] {
  return source.verdict.checks
    .flatMap((check) => check.violations.map((violation) => ({ ...violation, check: check.name })))
    .sort((a, b) => a.frame - b.frame);
}

/** One sample, decoded for people to look at. */
export type OverlayFrame = {
  /** Position among the samples, 0-based. */
  readonly sample: number;
  readonly frame: SourceFrame;
  readonly observation: Observation<unknown> | undefined;
  /** Pixels of `frame.image` per pixel of the frame that was read. */
  readonly analysedScale: number;
};

/** A part of a frame, in its pixels. */
export type Crop = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Draws a sample with its reading, its violations and a caption below it.
 * @param crop part to show @default the whole frame
 * @param widthPx width of the drawing @default the crop's
 */
export function drawFrame(
  source: OverlaySource,
  { sample, frame, observation, analysedScale }: OverlayFrame,
  crop: Crop = { left: 0, top: 0, width: frame.image.widthPx, height: frame.image.heightPx },
  widthPx: number = crop.width,
): Surface {
  ensureFont();
  const scale = widthPx / crop.width;
  const height = Math.max(1, Math.round(crop.height * scale));
  const caption = Math.max(18, Math.round(Math.min(height, widthPx) * CAPTION_RATIO));
  const surface = createSurface(Math.max(1, Math.round(widthPx)), height + caption);
  const { context } = surface;
  context.fillStyle = OVERLAY_COLOURS.panel;
  context.fillRect(0, 0, surface.widthPx, surface.heightPx);
  context.save();
  context.beginPath();
  context.rect(0, 0, surface.widthPx, height);
  context.clip();
  const { image } = frame;
  context.drawImage(
    toCanvas(image),
    -crop.left * scale,
    -crop.top * scale,
    image.widthPx * scale,
    image.heightPx * scale,
  );
  const here = violationsOf(source).filter((violation) => isEvidence(violation, sample, source));
  if (observation?.state !== undefined && observation.boardToPixel) {
    const k = analysedScale * scale;
    const toPixel = compose(
      scaleThenShift(k, k, -crop.left * scale, -crop.top * scale),
      observation.boardToPixel,
    );
    source.judge.drawState(context, observation.state, toPixel);
    for (const part of new Set(here.flatMap(({ where }) => where.split(" and ")))) {
      markPlace(context, source, observation, part, toPixel);
    }
  }
  context.restore();
  drawCaption(context, {
    top: height,
    height: caption,
    width: surface.widthPx,
    left: `#${frame.index}  ${frame.timeSec.toFixed(2)} s`,
    right:
      here.length > 0
        ? [...new Set(here.map((v) => v.check))].join(", ")
        : (observation?.label ?? "not_found"),
    isBad: here.length > 0,
  });
  return surface;
}

/** The violation falls on this sample, or between it and the one before. */
function isEvidence(violation: Violation, sample: number, source: OverlaySource): boolean {
  const at = source.clip.frames[sample]?.index ?? 0;
  const previous = source.clip.frames[sample - 1]?.index ?? -1;
  const last = violation.toFrame ?? violation.frame;
  return violation.frame <= at && last > previous;
}

/** Outlines and rings a place; one that the frame does not show is marked where it was seen last. */
function markPlace(
  context: SKRSContext2D,
  { judge, grid, observations }: OverlaySource,
  here: Observation<unknown>,
  where: string,
  toPixel: Homography,
): void {
  const earlier = observations.filter(({ index }) => index < here.index).reverse();
  for (const { index, state } of [here, ...earlier]) {
    const place = state === undefined ? undefined : judge.locate(where, grid, state);
    if (place === undefined) continue;
    const scale = localScale(toPixel, place);
    context.lineCap = "round";
    context.setLineDash(index === here.index ? [] : [0.1 * scale, 0.2 * scale]);
    for (const line of judge.outline?.(where, state) ?? []) {
      const points = line.map((point) => applyHomography(toPixel, point));
      for (const [colour, width] of [
        [OVERLAY_COLOURS.panel, 0.13],
        [OVERLAY_COLOURS.violation, 0.075],
      ] as const) {
        context.beginPath();
        for (const [x, y] of points) context.lineTo(x, y);
        context.lineWidth = Math.max(2, width * scale);
        context.strokeStyle = colour;
        context.stroke();
      }
    }
    context.setLineDash([]);
    const [x, y] = applyHomography(toPixel, place);
    const radius = scale * 0.47;
    ring(context, x, y, radius, Math.max(2, radius * 0.11));
    return;
  }
}

function ring(context: SKRSContext2D, x: number, y: number, radius: number, line: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.lineWidth = line;
  context.strokeStyle = OVERLAY_COLOURS.violation;
  context.stroke();
}

function drawCaption(
  context: SKRSContext2D,
  caption: {
    readonly top: number;
    readonly height: number;
    readonly width: number;
    readonly left: string;
    readonly right: string;
    readonly isBad: boolean;
  },
): void {
  const size = Math.round(caption.height * 0.56);
  const middle = caption.top + caption.height / 2;
  const pad = size * 0.6;
  context.textBaseline = "middle";
  context.font = fontOf(700, size);
  context.fillStyle = OVERLAY_COLOURS.text;
  context.textAlign = "left";
  context.fillText(caption.left, pad, middle);
  const room = caption.width - context.measureText(caption.left).width - 3 * pad;
  context.fillStyle = caption.isBad ? OVERLAY_COLOURS.violation : OVERLAY_COLOURS.dim;
  context.textAlign = "right";
  context.fillText(caption.right, caption.width - pad, middle, room);
}

/** An RGB frame as a picture that can be drawn. */
function toCanvas(image: RgbImage): Surface["canvas"] {
  const { canvas, context } = createSurface(image.widthPx, image.heightPx);
  const pixels = context.createImageData(image.widthPx, image.heightPx);
  for (let i = 0, j = 0; i < image.data.length; i += 3, j += 4) {
    pixels.data[j] = image.data[i] ?? 0;
    pixels.data[j + 1] = image.data[i + 1] ?? 0;
    pixels.data[j + 2] = image.data[i + 2] ?? 0;
    pixels.data[j + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}
