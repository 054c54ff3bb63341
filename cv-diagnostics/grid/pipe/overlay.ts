/** Draws what was read in each cell over a frame: openings, resting or moving, doubt, source. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { applyHomography, type Homography, localScale } from "../../../core/geometry/homography.ts";
import { OVERLAY_COLOURS } from "../../overlay/style.ts";
import { isAtRest } from "./expect-board.ts";
import { PIECE_SHAPES } from "./pieces.ts";
import type { PipeFrameState } from "./state.ts";

/** Length of an arm as drawn by the renderer, in cells. */
const ARM_LENGTH = 0.4;

export function drawPipeReading(
  context: SKRSContext2D,
  state: PipeFrameState,
  toPixel: Homography,
): void {
  const unit = localScale(toPixel, [state.gridSize / 2, state.gridSize / 2]);
  const path = (points: readonly (readonly [number, number])[]): void => {
    context.beginPath();
    points.forEach((point, i) => {
      const [x, y] = applyHomography(toPixel, point);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
  };
  state.cells.forEach((cell, index) => {
    const left = index % state.gridSize;
    const top = Math.floor(index / state.gridSize);
    path([
      [left, top],
      [left + 1, top],
      [left + 1, top + 1],
      [left, top + 1],
    ]);
    context.closePath();
    context.lineWidth = Math.max(1, unit * 0.012);
    context.strokeStyle = OVERLAY_COLOURS.grid;
    context.stroke();
    const centre = applyHomography(toPixel, [left + 0.5, top + 0.5]);
    if (!cell.isRead) {
      context.font = `700 ${Math.round(unit * 0.5)}px "Topoprobe Sans"`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillStyle = OVERLAY_COLOURS.unread;
      context.fillText("?", centre[0], centre[1]);
      return;
    }
    if (cell.kind === "empty") return;
    context.strokeStyle = isAtRest(cell) ? OVERLAY_COLOURS.read : OVERLAY_COLOURS.moving;
    context.lineWidth = Math.max(1.5, unit * 0.035);
    const { mask } = PIECE_SHAPES[cell.kind];
    for (let side = 0; side < 4; side++) {
      if ((mask & (1 << side)) === 0) continue;
      const angle = ((cell.angleDeg + 90 * side) * Math.PI) / 180;
      path([
        [left + 0.5, top + 0.5],
        [left + 0.5 + ARM_LENGTH * Math.sin(angle), top + 0.5 - ARM_LENGTH * Math.cos(angle)],
      ]);
      context.stroke();
    }
    if (cell.isSource) {
      context.beginPath();
      context.arc(centre[0], centre[1], unit * 0.2, 0, 2 * Math.PI);
      context.stroke();
    }
  });
}
