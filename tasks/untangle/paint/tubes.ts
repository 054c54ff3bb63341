/**
 * Ropes as tubes: their curves cut into short pieces, and the pixels that each piece covers. Owns
 * geometry in pixels; light and shadows are added later.
 */

import type { Vec3 } from "../../scene/camera/vector.ts";
import { HOLE_SPACING } from "../board.ts";
import { SIZES } from "../look.ts";
import { pointOnPiece } from "../physics/curve.ts";
import type { RopePose } from "../pose.ts";
import type { RopeColour } from "../state.ts";
import type { Viewer } from "../views.ts";
import { worldOfBoard } from "../views.ts";
import { type Box, type Buffers, claimBox, OWNERS_A_ROPE } from "./buffers.ts";
import { ropeShades, shadeOf } from "./shade-table.ts";
import { stripSpan } from "./strip.ts";

/** Pieces to each segment of a rope. */
const PIECES = 3;

/** A short straight piece of a tube. */
export type Piece = {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly colour: RopeColour;
  /** Rope and segment, see OWNERS_A_ROPE. */
  readonly owner: number;
};

/** The pieces of a rope that are drawn, in the world. @param index the rope's place in the pose */
export function tubePieces(gridSize: number, rope: RopePose, index: number): Piece[] {
  const corners = rope.points.map(([x, y, height]) => worldOfBoard(gridSize, x, y, height));
  const count = (corners.length - 1) * PIECES;
  const points = Array.from({ length: count + 1 }, (_, at): Vec3 => {
    const segment = Math.min(corners.length - 2, Math.floor(at / PIECES));
    const [x, y, z] = pointOnPiece(corners, segment, at / PIECES - segment);
    return [x, y + HOLE_SPACING * shiftAt(rope, at / count), z];
  });
  return points.slice(1).flatMap((to, piece) => {
    const from = points[piece] ?? to;
    const share = (piece + 0.5) / count;
    const isIn = (part: { from: number; to: number }): boolean =>
      share >= part.from && share < part.to;
    if (rope.gaps?.some(isIn)) return [];
    const colour = rope.recoloured?.find(isIn)?.colour ?? rope.colour;
    return [{ from, to, colour, owner: index * OWNERS_A_ROPE + Math.floor(piece / PIECES) }];
  });
}

/** How much higher a rope is drawn at a share of its length; softly at the ends of a part. */
function shiftAt({ shifted = [] }: RopePose, share: number): number {
  return shifted.reduce((sum, { from, to, by }) => {
    const inside = Math.min(share - from, to - share) / (0.25 * (to - from));
    return sum + by * Math.min(1, Math.max(0, inside));
  }, 0);
}

/** Tubes that nearly point at the viewer are not drawn higher than this many radii. */
const MAX_RISE = 1.8;

const box: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** Writes the pixels of a piece. */
export function paintPiece(
  buffers: Buffers,
  viewer: Viewer,
  { from, to, colour, owner }: Piece,
): void {
  const [x1, y1] = viewer.toPixel(from);
  const [x2, y2] = viewer.toPixel(to);
  const near1 = viewer.nearness(from);
  const near2 = viewer.nearness(to);
  const radius1 = SIZES.ropeRadius * viewer.scaleAt(from);
  const radius2 = SIZES.ropeRadius * viewer.scaleAt(to);
  const ux = x2 - x1;
  const uy = y2 - y1;
  const squared = ux * ux + uy * uy;
  const length = Math.sqrt(squared);
  // Across the piece, and how far its upper side leans along it when it climbs towards the viewer.
  const [acrossX, acrossY] = length > 1e-6 ? [-uy / length, ux / length] : [1, 0];
  const climb = ((near2 - near1) * (radius1 + radius2)) / 2 / SIZES.ropeRadius;
  const lean = -climb / Math.sqrt(squared + climb * climb || 1);
  const [leanX, leanY] = length > 1e-6 ? [(lean * ux) / length, (lean * uy) / length] : [0, 0];
  // A tube that climbs is higher above its axis, along the line of sight, than one that lies level.
  const rise =
    SIZES.ropeRadius * Math.min(MAX_RISE, 1 / Math.sqrt(Math.max(1e-6, 1 - lean * lean)));
  const first = ropeShades(colour);
  const { near, shade, height, edgeNear, edgeShade, edgeCover, edgeHeight, widthPx } = buffers;
  claimBox(buffers, x1, y1, x2, y2, Math.max(radius1, radius2) + 1, box);
  const reach = (Math.max(radius1, radius2) + 0.5) * length;
  for (let y = box.top; y < box.bottom; y++) {
    const py = y + 0.5 - y1;
    const { left, right: end } = stripSpan(py, ux, uy, reach, x1, box.left, box.right);
    for (let x = left; x < end; x++) {
      const px = x + 0.5 - x1;
      const along = squared > 0 ? (px * ux + py * uy) / squared : 0;
      const share = Math.max(0, Math.min(1, along));
      const dx = px - ux * share;
      const dy = py - uy * share;
      const radius = radius1 + (radius2 - radius1) * share;
      const distanceSquared = dx * dx + dy * dy;
      if (distanceSquared >= (radius + 0.5) * (radius + 0.5)) continue;
      const distance = Math.sqrt(distanceSquared);
      const side = Math.min(1, distance / radius);
      const facing = Math.sqrt(1 - side * side);
      const axisNear = near1 + (near2 - near1) * share;
      const at = y * widthPx + x;
      const sign = dx * acrossX + dy * acrossY < 0 ? -side : side;
      const right = acrossX * sign + leanX * facing;
      const up = -(acrossY * sign + leanY * facing);
      if (distance <= radius - 0.5) {
        const isCap = along < 0 || along > 1;
        const surface = axisNear + (isCap ? SIZES.ropeRadius : rise) * facing;
        if (surface <= (near[at] as number)) continue;
        near[at] = surface;
        shade[at] = shadeOf(first, right, up);
        buffers.owner[at] = owner;
        height[at] = from[1] + (to[1] - from[1]) * share;
        continue;
      }
      const cover = radius + 0.5 - distance;
      const known = edgeNear[at] as number;
      const isNearer = axisNear > known + SIZES.ropeRadius;
      const isWider = axisNear > known - SIZES.ropeRadius && cover > (edgeCover[at] as number);
      if (!isNearer && !isWider) continue;
      edgeNear[at] = axisNear;
      edgeCover[at] = cover;
      buffers.edgeOwner[at] = owner;
      edgeShade[at] = shadeOf(first, right, up);
      edgeHeight[at] = from[1] + (to[1] - from[1]) * share;
    }
  }
}
