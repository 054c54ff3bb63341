/**
 * Everything of the picture that no move changes, in two layers: the ground (background, border,
 * slab, shadows on it) and the patches. Between them come the lattice, shadows of the stroke and the
 * cursor's rings, which lie lower than the tops of the patches.
 */
import type { Scene } from "../../../core/schema/scene.ts";
import { depthOf, directionToCamera, project } from "../../scene/camera/camera.ts";
import type { Surface } from "../../scene/camera/shading.ts";
import { add, dot, scale, subtract, type Vec3 } from "../../scene/camera/vector.ts";
import { PATCH_SURFACES, SURFACES } from "../colours.ts";
import {
  type BoardSize,
  FLAT_COLOURS,
  HEIGHTS,
  LATTICE_LINE,
  type LatticePoint,
  SIZES,
  worldPoint,
} from "../look.ts";
import type { Cells } from "../state.ts";
import { pegShadow, shadowOutline } from "./shadows.ts";
import { addOutline, convexHull, cssOf, fillOutline, type Painter, projectAll } from "./shapes.ts";

/** What the static part of a picture depends on, besides the camera. */
export type StaticPose = BoardSize & {
  readonly cells: Cells;
  readonly start: LatticePoint;
  readonly goal: LatticePoint;
};

/** A box along the axes of the world. */
type Box = { readonly centre: Vec3; readonly half: Vec3 };

type Patch = { readonly box: Box; readonly surface: Surface };

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Paints the ground over the whole picture. */
export function paintGround(painter: Painter, scene: Scene, pose: StaticPose): void {
  const { context } = painter;
  context.fillStyle = cssOf(FLAT_COLOURS.background);
  context.fillRect(0, 0, scene.widthPx, scene.heightPx);
  const { borderTop, borderBottom, slabTop, slabBottom } = HEIGHTS;
  const border = rimBox(pose, SIZES.borderRim, borderBottom, borderTop);
  paintBox(painter, border, SURFACES.border);
  paintBox(painter, rimBox(pose, SIZES.slabRim, slabBottom, slabTop), SURFACES.slab);
  paintShadows(painter, pose, border);
}

/** Paints the patches, the farthest first, and nothing around them. */
export function paintPatches(painter: Painter, pose: StaticPose): void {
  const depth = ({ box }: Patch): number => depthOf(painter.camera, box.centre);
  const patches = listPatches(pose).sort((a, b) => depth(b) - depth(a));
  for (const { box, surface } of patches) paintBox(painter, box, surface);
}

/** Paints the lattice lines, which float above the slab and the shadows on it. */
export function paintLattice({ context, camera }: Painter, size: BoardSize, scene: Scene): void {
  context.strokeStyle = cssOf(FLAT_COLOURS.lattice);
  context.lineWidth = Math.max(
    1,
    (LATTICE_LINE.widthPx * scene.heightPx) / LATTICE_LINE.atHeightPx,
  );
  context.beginPath();
  const addLine = (from: LatticePoint, to: LatticePoint): void => {
    context.moveTo(...project(camera, worldPoint(size, from, HEIGHTS.lattice)));
    context.lineTo(...project(camera, worldPoint(size, to, HEIGHTS.lattice)));
  };
  for (let x = 0; x < size.width; x++) addLine([x, 0], [x, size.height - 1]);
  for (let y = 0; y < size.height; y++) addLine([0, y], [size.width - 1, y]);
  context.stroke();
}

/** Colour of the slab where the sun does not reach, as black over its lit colour. */
export function shadowStyle({ camera }: Pick<Painter, "camera">): string {
  const up: Vec3 = [0, 1, 0];
  const toCamera = directionToCamera(camera, [0, HEIGHTS.slabTop, 0]);
  const lit = SURFACES.slab.shade(up, toCamera);
  const dark = SURFACES.slab.shade(up, toCamera, true);
  const share = (dark[0] + dark[1] + dark[2]) / (lit[0] + lit[1] + lit[2]);
  return cssOf([0, 0, 0], 1 - share);
}

function paintShadows(painter: Painter, pose: StaticPose, ground: Box): void {
  const { context, camera } = painter;
  context.save();
  context.beginPath();
  addOutline(context, projectAll(camera, faceCorners(ground, [0, 1, 0])));
  context.clip();
  context.fillStyle = shadowStyle(painter);
  context.beginPath();
  for (const { box } of listPatches(pose)) {
    addOutline(context, shadowOutline(camera, boxCorners(box)));
  }
  for (const peg of [pose.start, pose.goal]) {
    addOutline(context, pegShadow(camera, worldPoint(pose, peg, 0)));
  }
  context.fill();
  context.restore();
}

function listPatches(pose: StaticPose): Patch[] {
  const half = SIZES.patchSide / 2;
  const thickness = (HEIGHTS.patchTop - HEIGHTS.patchBottom) / 2;
  return pose.cells.flatMap((row, j) =>
    row.flatMap((colour, i) => {
      if (colour === null) return [];
      const centre = worldPoint(pose, [i + 0.5, j + 0.5], HEIGHTS.patchBottom + thickness);
      return [{ box: { centre, half: [half, thickness, half] }, surface: PATCH_SURFACES[colour] }];
    }),
  );
}

function rimBox(size: BoardSize, rim: number, bottom: number, top: number): Box {
  return {
    centre: [0, (top + bottom) / 2, 0],
    half: [(size.width - 1) / 2 + rim, (top - bottom) / 2, (size.height - 1) / 2 + rim],
  };
}

/** Paints the faces that the camera sees. The whole outline goes first, so that no seam shows. */
function paintBox({ context, camera }: Painter, box: Box, surface: Surface): void {
  const faces = AXES.flatMap((axis) => [axis, scale(axis, -1)]).flatMap((normal) => {
    const middle = add(box.centre, stretch(normal, box.half));
    if (dot(normal, subtract(camera.position, middle)) <= 0) return [];
    const colour = cssOf(surface.shade(normal, directionToCamera(camera, middle)));
    return [{ outline: projectAll(camera, faceCorners(box, normal)), colour, normal }];
  });
  const side = faces.find(({ normal }) => normal[1] === 0) ?? faces[0];
  if (side !== undefined) {
    fillOutline(context, convexHull(projectAll(camera, boxCorners(box))), side.colour);
  }
  for (const { outline, colour } of faces) fillOutline(context, outline, colour);
}

function stretch(a: Vec3, b: Vec3): Vec3 {
  return [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
}

function boxCorners(box: Box): Vec3[] {
  return [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z) => add(box.centre, stretch([x, y, z], box.half)))),
  );
}

/** The four corners of a face in order around it. */
function faceCorners(box: Box, normal: Vec3): Vec3[] {
  const fixed = normal.findIndex((value) => value !== 0);
  const [a, b] = [0, 1, 2].filter((axis) => axis !== fixed);
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([u = 0, v = 0]) => {
    const corner: [number, number, number] = [...normal];
    if (a !== undefined) corner[a] = u;
    if (b !== undefined) corner[b] = v;
    return add(box.centre, stretch(corner, box.half));
  });
}
