/**
 * Draws what was read over a frame, as a knot diagram: centre lines, broken where another rope lies
 * over them, ends, and whatever is wrong with a rope.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import {
  applyHomography,
  type Homography,
  localScale,
  type Point,
} from "../../core/geometry/homography.ts";
import { OVERLAY_COLOURS } from "../overlay/style.ts";
import { visiblePieces } from "./pieces.ts";
import { holePoint } from "./raster.ts";
import type { RopeFrameState } from "./state.ts";

const HALO = "rgba(12,16,24,0.85)";
const RADII = { end: 0.2, flaw: 0.24, crossing: 0.09, hole: 0.22 } as const;

export function drawRopeState(
  context: SKRSContext2D,
  state: RopeFrameState,
  toPixel: Homography,
): void {
  const middle = (state.gridSize - 1) / 2;
  const unit = localScale(toPixel, [middle, middle]);
  const at = (point: Point): Point => applyHomography(toPixel, point);
  const ring = (place: Point, radius: number, colour: string): void => {
    const [x, y] = at(place);
    context.beginPath();
    context.arc(x, y, radius * unit, 0, 2 * Math.PI);
    strokeTwice(context, colour, Math.max(1.4, unit * 0.035));
  };
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const rope of state.ropes) {
    for (const piece of visiblePieces(rope)) {
      context.beginPath();
      for (const [k, point] of piece.entries()) {
        const [x, y] = at(point);
        if (k === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      strokeTwice(context, OVERLAY_COLOURS.read, Math.max(1.2, unit * 0.03));
    }
  }
  for (const [k, rope] of state.ropes.entries()) {
    for (const { at: place, other, isOver } of rope.crossings) {
      if (other < k || isOver !== undefined) continue;
      ring(place, RADII.crossing, OVERLAY_COLOURS.unread);
    }
    for (const end of rope.ends ?? []) {
      const colour = end.hole === null ? OVERLAY_COLOURS.moving : OVERLAY_COLOURS.ok;
      ring(end.at, RADII.end, end.isSeen ? colour : OVERLAY_COLOURS.unread);
    }
    for (const { at: place } of [...rope.gaps, ...rope.extra]) {
      ring(place, RADII.flaw, OVERLAY_COLOURS.violation);
    }
    for (const place of rope.extraPlugs) ring(place, RADII.flaw, OVERLAY_COLOURS.violation);
  }
  for (const { at: place } of state.foreign) ring(place, RADII.flaw, OVERLAY_COLOURS.violation);
  for (const hole of state.missingHoles) {
    ring(holePoint(state.gridSize, hole), RADII.hole, OVERLAY_COLOURS.violation);
  }
  for (const place of state.strayHoles) ring(place, RADII.hole, OVERLAY_COLOURS.unread);
}

function strokeTwice(context: SKRSContext2D, colour: string, width: number): void {
  context.strokeStyle = HALO;
  context.lineWidth = width * 2.2;
  context.stroke();
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}
