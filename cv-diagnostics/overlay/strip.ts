/** The clip at a glance: a headline, every check's outcome, and the frames that tell the story. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { assertNever } from "../../core/errors.ts";
import { applyHomography, type Point } from "../../core/geometry/homography.ts";
import type { Outcome } from "../../core/schema/common.ts";
import { ensureFont, fontOf } from "../../tasks/scene/font.ts";
import { createSurface, type Surface } from "../../tasks/scene/surface.ts";
import { type Crop, drawFrame, type OverlayFrame, violationsOf } from "./frame.ts";
import type { OverlaySource } from "./index.ts";
import { OVERLAY_COLOURS } from "./style.ts";

const COLUMNS = 4;
const MAX_FRAMES = 8;
const TILE_WIDTH_PX = 312;
const GAP_PX = 8;
const LINE_PX = 22;

/** Room around the board, as a share of its size. */
const MARGIN_RATIO = 0.04;

/** @param frames the chosen samples in order, one or more */
export function drawStrip(source: OverlaySource, frames: readonly OverlayFrame[]): Surface {
  ensureFont();
  const crop = cropToBoard(source, frames);
  const tiles = frames.map((frame) => drawFrame(source, frame, crop, TILE_WIDTH_PX));
  const rows = Math.ceil(tiles.length / COLUMNS);
  const tileHeight = Math.max(1, ...tiles.map((tile) => tile.heightPx));
  const width = COLUMNS * (TILE_WIDTH_PX + GAP_PX) + GAP_PX;
  const { checks } = source.verdict;
  const checkLines = Math.ceil(checks.length / COLUMNS);
  const head = GAP_PX + 30 + checkLines * LINE_PX + GAP_PX;
  const surface = createSurface(width, head + rows * (tileHeight + GAP_PX));
  const { context } = surface;
  context.fillStyle = OVERLAY_COLOURS.panel;
  context.fillRect(0, 0, surface.widthPx, surface.heightPx);
  drawHeadline(context, source, width);
  checks.forEach((check, i) => {
    const x = GAP_PX + (i % COLUMNS) * (TILE_WIDTH_PX + GAP_PX);
    const y = GAP_PX + 30 + Math.floor(i / COLUMNS) * LINE_PX + LINE_PX / 2;
    const sign = outcomeSign(check.outcome);
    context.font = fontOf(700, 15);
    context.textAlign = "left";
    context.fillStyle = sign.colour;
    context.fillText(sign.text, x, y);
    context.fillStyle = OVERLAY_COLOURS.text;
    context.fillText(check.name, x + 24, y, TILE_WIDTH_PX - 28);
  });
  tiles.forEach((tile, i) => {
    const x = GAP_PX + (i % COLUMNS) * (TILE_WIDTH_PX + GAP_PX);
    const y = head + Math.floor(i / COLUMNS) * (tileHeight + GAP_PX);
    context.drawImage(tile.canvas, x, y);
  });
  return surface;
}

function drawHeadline(context: SKRSContext2D, source: OverlaySource, width: number): void {
  const { verdict } = source;
  const text = verdict.processValidSuccess
    ? "process-valid success"
    : verdict.processValid
      ? `process valid, terminal ${verdict.terminal.outcome}`
      : `not process valid, terminal ${verdict.terminal.outcome}`;
  context.textBaseline = "middle";
  context.font = fontOf(800, 20);
  context.textAlign = "left";
  context.fillStyle = verdict.processValidSuccess
    ? OVERLAY_COLOURS.ok
    : verdict.processValid
      ? OVERLAY_COLOURS.moving
      : OVERLAY_COLOURS.violation;
  context.fillText(text, GAP_PX, GAP_PX + 13);
  context.textAlign = "right";
  context.font = fontOf(700, 15);
  context.fillStyle = OVERLAY_COLOURS.dim;
  context.fillText(verdict.instanceId, width - GAP_PX, GAP_PX + 13);
}

/** Outcomes are told apart by sign as well as by colour. */
function outcomeSign(outcome: Outcome): { readonly text: string; readonly colour: string } {
  switch (outcome) {
    case "pass":
      return { text: "\u2713", colour: OVERLAY_COLOURS.ok };
    case "fail":
      return { text: "\u2717", colour: OVERLAY_COLOURS.violation };
    case "undetermined":
      return { text: "?", colour: OVERLAY_COLOURS.unread };
    case "not_applicable":
      return { text: "\u2013", colour: OVERLAY_COLOURS.dim };
    default:
      return assertNever(outcome);
  }
}

/** First and last frame, the samples at which violations begin, and evenly spaced ones between. */
export function chooseSamples(source: OverlaySource): readonly number[] {
  const { frames } = source.clip;
  const last = frames.length - 1;
  const chosen = new Set<number>([0, last]);
  for (const violation of violationsOf(source)) {
    if (chosen.size >= MAX_FRAMES - 2) break;
    const at = frames.findIndex((frame) => frame.index >= violation.frame);
    if (at >= 0) chosen.add(at);
  }
  for (let k = 1; chosen.size < MAX_FRAMES && k < 2 * MAX_FRAMES; k++) {
    chosen.add(Math.round((k * last) / (MAX_FRAMES - 1)) % (last + 1));
  }
  return [...chosen].sort((a, b) => a - b).slice(0, MAX_FRAMES);
}

/** One crop for all tiles that holds the board wherever it was found; undefined for the whole frame. */
function cropToBoard(source: OverlaySource, frames: readonly OverlayFrame[]): Crop | undefined {
  const { left, top, right, bottom } = source.extent;
  const corners: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  const points = frames.flatMap(({ observation, analysedScale }) => {
    const { boardToPixel } = observation ?? {};
    if (!boardToPixel) return [];
    return corners.map((corner) => {
      const [x, y] = applyHomography(boardToPixel, corner);
      return [x * analysedScale, y * analysedScale] as const;
    });
  });
  const image = frames[0]?.frame.image;
  if (points.length === 0 || !image) return undefined;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const margin = MARGIN_RATIO * (Math.max(...xs) - Math.min(...xs));
  const x0 = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y0 = Math.max(0, Math.floor(Math.min(...ys) - margin));
  const x1 = Math.min(image.widthPx, Math.ceil(Math.max(...xs) + margin));
  const y1 = Math.min(image.heightPx, Math.ceil(Math.max(...ys) + margin));
  if (!(x1 - x0 > 8 && y1 - y0 > 8)) return undefined;
  return { left: x0, top: y0, width: x1 - x0, height: y1 - y0 };
}
