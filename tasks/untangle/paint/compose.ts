/** Puts surfaces, outlines, light and ground together into a picture. */
import { type Buffers, NO_SURFACE, type Taken } from "./buffers.ts";
import type { Ground } from "./ground.ts";
import type { ShadeTable } from "./shade-table.ts";
import { isSameStretch, MIN_GAP } from "./shadows.ts";

/** Most of the light that something right above takes. */
const COVER_STRENGTH = 0.6;

/** Makes the picture in the buffers' image. Where nothing was painted the ground is copied. */
export function composePicture(buffers: Buffers, ground: Ground, { colours }: ShadeTable): void {
  const { widthPx, dirty, near, shade, height, owner, ropeShadow } = buffers;
  const { edgeNear, edgeShade, edgeCover, edgeHeight, edgeOwner } = buffers;
  const out = buffers.image.data;
  out.set(ground.lit);
  for (let y = dirty.top; y < dirty.bottom; y++) {
    for (let at = y * widthPx + dirty.left, end = y * widthPx + dirty.right; at < end; at++) {
      const hasSurface = (near[at] as number) > NO_SURFACE;
      const groundTaken = buffers.groundShadow[at] as number;
      const cover = edgeCover[at] as number;
      const isEdgeSeen = cover > 0 && (edgeNear[at] as number) > (near[at] as number);
      if (!hasSurface && !isEdgeSeen && groundTaken === 0) continue;
      const pixel = 4 * at;
      const surfaceShade = 6 * (shade[at] as number);
      const edge = 6 * (edgeShade[at] as number);
      let sunTaken = groundTaken;
      let dim = 1;
      if (hasSurface) {
        const own = height[at] as number;
        const whose = owner[at] as number;
        sunTaken = takenAt(ropeShadow, at, own, whose);
        dim = 1 - COVER_STRENGTH * takenAt(buffers.cover, at, own, whose);
      }
      let edgeTaken = 0;
      let edgeDim = 1;
      if (isEdgeSeen) {
        const own = edgeHeight[at] as number;
        const whose = edgeOwner[at] as number;
        edgeTaken = takenAt(ropeShadow, at, own, whose);
        edgeDim = 1 - COVER_STRENGTH * takenAt(buffers.cover, at, own, whose);
      }
      for (let channel = 0; channel < 3; channel++) {
        const lit = hasSurface
          ? (colours[surfaceShade + channel] as number)
          : (ground.lit[pixel + channel] as number);
        const dark = hasSurface
          ? (colours[surfaceShade + 3 + channel] as number)
          : (ground.shadowed[pixel + channel] as number);
        let value = dim * (lit + (dark - lit) * sunTaken);
        if (isEdgeSeen) {
          const edgeLit = colours[edge + channel] as number;
          const edgeDark = colours[edge + 3 + channel] as number;
          const edgeValue = edgeDim * (edgeLit + (edgeDark - edgeLit) * edgeTaken);
          value += (edgeValue - value) * cover;
        }
        out[pixel + channel] = value;
      }
    }
  }
}

/** Share of light that something at a height does not get, for something above it. */
function takenAt({ share, height, owner }: Taken, at: number, own: number, whose: number): number {
  const taken = share[at] as number;
  if (taken === 0 || (height[at] as number) - own <= MIN_GAP) return 0;
  return isSameStretch(owner[at] as number, whose) ? 0 : taken;
}
