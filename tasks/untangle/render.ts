/**
 * The published untangle scene: ropes as lit tubes over a peg board, drawn pixel by pixel so that
 * what lies over hides what lies under exactly. Owns scenes and the order of painting; nothing here
 * decides anything.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Scene } from "../../core/schema/scene.ts";
import type { RenderOptions } from "../task.ts";
import { HEIGHTS, SIZES } from "./look.ts";
import { type Buffers, OWNERS_A_ROPE, takeBuffers } from "./paint/buffers.ts";
import { composePicture } from "./paint/compose.ts";
import { groundOf } from "./paint/ground.ts";
import { paletteOf } from "./paint/palette.ts";
import { paintPlug } from "./paint/plugs.ts";
import { shadeTable } from "./paint/shade-table.ts";
import { type Caster, castShadows } from "./paint/shadows.ts";
import { type Piece, paintPiece, tubePieces } from "./paint/tubes.ts";
import type { UntanglePose } from "./pose.ts";
import {
  boardExtent,
  chooseUntangleView,
  pitchAtCentre,
  type Viewer,
  viewerOf,
  viewerOfScene,
  worldOfBoard,
} from "./views.ts";

/**
 * Geometry and colours of the picture of a board. `boardToPixel` maps the plane of the holes, hole
 * (row, col) at (row, col): rows count to the right, columns downwards, as published. See
 * `parallaxMap` for other heights.
 * @throws UsageError when the view is unknown
 */
export function untangleScene({ gridSize }: { gridSize: number }, options: RenderOptions): Scene {
  const { widthPx, heightPx } = options;
  const view = chooseUntangleView(options.view);
  const viewer = viewerOf(gridSize, view, { widthPx, heightPx });
  const boardToPixel = viewer.homography(gridSize, HEIGHTS.hole);
  return {
    schema: "topoprobe.scene/1",
    task: "untangle",
    widthPx,
    heightPx,
    view,
    boardToPixel: [...boardToPixel],
    grid: { rows: gridSize, cols: gridSize },
    extent: boardExtent(viewer, gridSize),
    pitchPx: pitchAtCentre(boardToPixel, gridSize),
    palette: paletteOf(viewer),
  };
}

/** Draws the whole picture. @throws UsageError when the scene's view is unknown */
export function drawUntangle(context: SKRSContext2D, scene: Scene, pose: UntanglePose): void {
  const viewer = viewerOfScene(scene);
  const { widthPx, heightPx } = scene;
  const buffers = takeBuffers(widthPx, heightPx);
  paintRopes(buffers, viewer, pose);
  const colours = pose.ropes.flatMap(({ colour, recoloured = [] }) => [
    colour,
    ...recoloured.map((part) => part.colour),
  ]);
  composePicture(buffers, groundOf(viewer, scene, pose), shadeTable(viewer, colours));
  context.putImageData(buffers.image, 0, 0);
}

function paintRopes(buffers: Buffers, viewer: Viewer, pose: UntanglePose): void {
  const casters: Caster[] = [];
  for (const [index, rope] of pose.ropes.entries()) {
    const pieces = tubePieces(pose.gridSize, rope, index);
    for (const piece of pieces) paintPiece(buffers, viewer, piece);
    casters.push(...joinPieces(pieces));
    for (const [end, { x, y, height, state }] of rope.ends.entries()) {
      if (state === "absent") continue;
      const owner = index * OWNERS_A_ROPE + (end === 0 ? 0 : rope.points.length - 2);
      const centre = worldOfBoard(pose.gridSize, x, y, height);
      const isPlugged = state === "plugged";
      paintPlug(buffers, viewer, { centre, colour: rope.colour, owner, isPlugged });
      casters.push({ from: centre, to: centre, radius: SIZES.plugBottomRadius, owner });
    }
  }
  castShadows(buffers, viewer, casters);
}

/** Shadows are soft: a segment throws one, whatever its pieces. */
function joinPieces(pieces: readonly Piece[]): Caster[] {
  const casters: Caster[] = [];
  let first: Piece | undefined;
  for (const [index, piece] of pieces.entries()) {
    first ??= piece;
    const next = pieces[index + 1];
    if (next?.from === piece.to && next.owner === piece.owner) continue;
    const { from, owner } = first;
    casters.push({ from, to: piece.to, radius: SIZES.ropeRadius, owner });
    first = undefined;
  }
  return casters;
}
