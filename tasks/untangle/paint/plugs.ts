/** Plugs: tapered cylinders at the ends of ropes. Writes the pixels that they cover. */
import { add, dot, scale, type Vec3 } from "../../scene/camera/vector.ts";
import { HEIGHTS, SIZES } from "../look.ts";
import type { RopeColour } from "../state.ts";
import type { Viewer } from "../views.ts";
import { type Box, type Buffers, claimBox } from "./buffers.ts";
import { localPlane } from "./plane.ts";
import { plugShades, shadeOf } from "./shade-table.ts";
import { isSameStretch } from "./shadows.ts";

export type Plug = {
  /** The rope's end: the middle of the plug. */
  readonly centre: Vec3;
  readonly colour: RopeColour;
  /** Rope and segment, see OWNERS_A_ROPE. */
  readonly owner: number;
  /** A plug in a hole reaches down to the board. */
  readonly isPlugged: boolean;
};

/** Slices that stand for the side of a plug; seen from straight above two will do. */
const SLICES = 7;
const FLAT_SLICES = 1;
const box: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** Writes the pixels of a plug: the slices from the bottom up, so that upper ones cover lower ones. */
export function paintPlug(buffers: Buffers, viewer: Viewer, plug: Plug): void {
  const { centre, isPlugged } = plug;
  const top = centre[1] + SIZES.plugHalfHeight;
  const bottom = isPlugged ? HEIGHTS.rimTop : centre[1] - SIZES.plugHalfHeight;
  const taperedFrom = centre[1] - SIZES.plugHalfHeight;
  const slices = viewer.isFlat ? FLAT_SLICES : SLICES;
  for (let slice = 0; slice <= slices; slice++) {
    const y = bottom + ((top - bottom) * slice) / slices;
    const taper = Math.max(0, (y - taperedFrom) / (2 * SIZES.plugHalfHeight));
    const radius = SIZES.plugBottomRadius + (SIZES.plugTopRadius - SIZES.plugBottomRadius) * taper;
    paintSlice(buffers, viewer, plug, [centre[0], y, centre[2]], radius, slice === slices);
  }
}

/** A disc at a height: its rim shows the side of the plug, the topmost one its top. */
function paintSlice(
  buffers: Buffers,
  viewer: Viewer,
  { colour, owner }: Plug,
  middle: Vec3,
  radius: number,
  isTop: boolean,
): void {
  const plane = localPlane(viewer, middle);
  const [cx, cy] = viewer.toPixel(middle);
  const pxPerUnit = viewer.scaleAt(middle);
  const reach = radius * pxPerUnit + 1;
  const nearMiddle = viewer.nearness(middle);
  const perX = viewer.nearness(add(middle, [1, 0, 0])) - nearMiddle;
  const perZ = viewer.nearness(add(middle, [0, 0, 1])) - nearMiddle;
  const [right, up] = viewer.axes;
  const first = plugShades(colour);
  const topShade = shadeOf(first, right[1], up[1]);
  const { near, shade, height, edgeNear, edgeShade, edgeCover, edgeHeight, widthPx } = buffers;
  claimBox(buffers, cx, cy, cx, cy, reach, box);
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const px = x + 0.5 - cx;
      const py = y + 0.5 - cy;
      const worldX = plane.xx * px + plane.xy * py;
      const worldZ = plane.zx * px + plane.zy * py;
      const distance = Math.sqrt(worldX * worldX + worldZ * worldZ);
      const cover = (radius - distance) * pxPerUnit + 0.5;
      if (cover <= 0) continue;
      const at = y * widthPx + x;
      const surface = nearMiddle + perX * worldX + perZ * worldZ;
      const outwards: Vec3 = distance > 0 ? scale([worldX, 0, worldZ], 1 / distance) : [1, 0, 0];
      const own = isTop ? topShade : shadeOf(first, dot(outwards, right), dot(outwards, up));
      if (cover >= 1) {
        const isHidden = surface < (near[at] as number);
        if (isHidden && !isSameStretch(buffers.owner[at] as number, owner)) continue;
        near[at] = surface;
        shade[at] = own;
        height[at] = middle[1];
        buffers.owner[at] = owner;
      } else if (surface >= (edgeNear[at] as number)) {
        edgeNear[at] = surface;
        edgeCover[at] = Math.max(cover, edgeCover[at] as number);
        edgeShade[at] = own;
        edgeHeight[at] = middle[1];
        buffers.edgeOwner[at] = owner;
      }
    }
  }
}
