/**
 * Soft shadows of ropes and plugs: on the board, on ropes that lie lower, and the darkness right
 * under a rope that lies on another one, which tells over from under. Writes shares of light taken.
 */
import type { Vec3 } from "../../scene/camera/vector.ts";
import { HEIGHTS, SUN } from "../look.ts";
import type { Viewer } from "../views.ts";
import { type Box, type Buffers, claimBox, type Taken } from "./buffers.ts";
import { localPlane } from "./plane.ts";
import { stripSpan } from "./strip.ts";

/** How far sunlight goes aside while it falls by 1. */
const ASIDE_X = SUN[0] / SUN[1];
const ASIDE_Z = SUN[2] / SUN[1];
/** Where ropes that lie on the board take shadows: a little above their axes. */
const ROPE_LEVEL = 0.6;
/** Half the width over which the outline of a shadow fades, at no height and by height. */
const SOFT = 0.06;
const SOFT_BY_HEIGHT = 0.07;
/** How far right under a rope it is dark, in radii. */
const COVER_RADII = 1.7;
/** Things less than this above others are beside them. */
export const MIN_GAP = 0.15;

const box: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** A stretch of rope, or a ball when both points are the same. */
export type Caster = {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
  /** Rope and segment, see OWNERS_A_ROPE. */
  readonly owner: number;
};

/** Adds the shadows of everything. */
export function castShadows(buffers: Buffers, viewer: Viewer, casters: readonly Caster[]): void {
  for (const { from, to, radius, owner } of casters) {
    const height = (from[1] + to[1]) / 2;
    const soft = SOFT + SOFT_BY_HEIGHT * (height - HEIGHTS.ground);
    const [start, end] = [dropTo(from, HEIGHTS.ground), dropTo(to, HEIGHTS.ground)];
    takeLight(buffers, viewer, start, end, radius, soft, {
      share: buffers.groundShadow,
      height,
      owner,
    });
  }
  for (const caster of casters) {
    if (liesOverAnother(caster, casters)) castOnRopes(buffers, viewer, caster);
  }
}

function castOnRopes(buffers: Buffers, viewer: Viewer, { from, to, radius, owner }: Caster): void {
  const height = (from[1] + to[1]) / 2;
  if (height > ROPE_LEVEL) {
    const soft = SOFT + SOFT_BY_HEIGHT * (height - ROPE_LEVEL);
    const [start, end] = [dropTo(from, ROPE_LEVEL), dropTo(to, ROPE_LEVEL)];
    takeLight(buffers, viewer, start, end, radius, soft, {
      share: buffers.ropeShadow.share,
      by: buffers.ropeShadow,
      height,
      owner,
    });
  }
  const wide = (radius * (1 + COVER_RADII)) / 2;
  takeLight(buffers, viewer, from, to, wide, (radius * (COVER_RADII - 1)) / 2, {
    share: buffers.cover.share,
    by: buffers.cover,
    height,
    owner,
  });
}

/** Whether something lower lies near enough to be darkened. */
function liesOverAnother({ from, to, owner }: Caster, casters: readonly Caster[]): boolean {
  const height = (from[1] + to[1]) / 2;
  const [x, z] = [(from[0] + to[0]) / 2, (from[2] + to[2]) / 2];
  const half = Math.abs(to[0] - from[0]) + Math.abs(to[2] - from[2]);
  return casters.some((other) => {
    if ((other.from[1] + other.to[1]) / 2 > height - MIN_GAP) return false;
    if (isSameStretch(owner, other.owner)) return false;
    const dx = x - (other.from[0] + other.to[0]) / 2;
    const dz = z - (other.from[2] + other.to[2]) / 2;
    const reach =
      half +
      Math.abs(other.to[0] - other.from[0]) +
      Math.abs(other.to[2] - other.from[2]) +
      2 * height;
    return Math.abs(dx) + Math.abs(dz) < reach;
  });
}

/** How many segments along a rope one piece does not darken another: it is the same stretch. */
const SAME_STRETCH = 3;

/** Whether two owners are near each other along one rope. */
export function isSameStretch(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_STRETCH;
}

function dropTo([x, y, z]: Vec3, height: number): Vec3 {
  return [x - ASIDE_X * (y - height), height, z - ASIDE_Z * (y - height)];
}

type Taking = {
  readonly share: Float32Array;
  /** Where who takes it is written; without it the largest share counts, whoever takes it. */
  readonly by?: Taken;
  readonly height: number;
  readonly owner: number;
};

/** Takes light along a level stretch: all of it within `radius - soft`, none beyond `radius + soft`. */
function takeLight(
  buffers: Buffers,
  viewer: Viewer,
  from: Vec3,
  to: Vec3,
  radius: number,
  soft: number,
  { share: taken, by, height, owner }: Taking,
): void {
  const [x1, y1] = viewer.toPixel(from);
  const [x2, y2] = viewer.toPixel(to);
  const { xx, xy, zx, zy } = localPlane(viewer, from);
  const ux = to[0] - from[0];
  const uz = to[2] - from[2];
  const squared = ux * ux + uz * uz;
  const outer = radius + soft;
  const { widthPx } = buffers;
  claimBox(buffers, x1, y1, x2, y2, outer * viewer.scaleAt(from) + 1, box);
  const [wx, wy] = [x2 - x1, y2 - y1];
  const reach = outer * viewer.scaleAt(from) * Math.sqrt(wx * wx + wy * wy);
  for (let y = box.top; y < box.bottom; y++) {
    const py = y + 0.5 - y1;
    const { left, right } = stripSpan(py, wx, wy, reach, x1, box.left, box.right);
    for (let x = left; x < right; x++) {
      const px = x + 0.5 - x1;
      const worldX = xx * px + xy * py;
      const worldZ = zx * px + zy * py;
      const along = squared > 0 ? (worldX * ux + worldZ * uz) / squared : 0;
      const foot = Math.max(0, Math.min(1, along));
      const dx = worldX - ux * foot;
      const dz = worldZ - uz * foot;
      const distanceSquared = dx * dx + dz * dz;
      if (distanceSquared >= outer * outer) continue;
      const inside = Math.min(1, (outer - Math.sqrt(distanceSquared)) / (2 * soft));
      const smooth = inside * inside * (3 - 2 * inside);
      const at = y * widthPx + x;
      if (by === undefined) {
        if (smooth > (taken[at] as number)) taken[at] = smooth;
        continue;
      }
      const above = height - (by.height[at] as number);
      if (above < -MIN_GAP || (above < MIN_GAP && smooth <= (taken[at] as number))) continue;
      taken[at] = smooth;
      by.height[at] = height;
      by.owner[at] = owner;
    }
  }
}
