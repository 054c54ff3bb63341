/**
 * Colours of the scene as the light shows them: what a reader of pictures compares with. Owns no
 * drawing; painters shade point by point with the same surfaces.
 */
import type { Rgb } from "../../core/image.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { type Camera, directionToCamera } from "../scene/camera/camera.ts";
import { createSurface, type Surface } from "../scene/camera/shading.ts";
import { add, cross, dot, normalise, scale, subtract, type Vec3 } from "../scene/camera/vector.ts";
import {
  type BoardSize,
  FLAT_COLOURS,
  HEIGHTS,
  LIGHTING,
  MATERIALS,
  PATCH_MATERIALS,
  worldPoint,
} from "./look.ts";
import { CELL_COLOURS, type CellColour } from "./state.ts";

const UP: Vec3 = [0, 1, 0];

/** Lit surfaces of everything but the patches. */
export const SURFACES = {
  slab: createSurface(MATERIALS.slab, LIGHTING),
  border: createSurface(MATERIALS.border, LIGHTING),
  stroke: createSurface(MATERIALS.stroke, LIGHTING),
  start: createSurface(MATERIALS.start, LIGHTING),
  goal: createSurface(MATERIALS.goal, LIGHTING),
} as const;

/** Lit surfaces of the patches. */
export const PATCH_SURFACES = Object.fromEntries(
  CELL_COLOURS.map((colour) => [colour, createSurface(PATCH_MATERIALS[colour], LIGHTING)]),
) as Readonly<Record<CellColour, Surface>>;

/**
 * Normals of the tube about the line from `from` to `to` that a camera sees: unit vectors at equal
 * angles, the first and the last on the two outlines.
 * @param count how many, at least 2
 */
export function tubeNormals(
  camera: Camera,
  from: Vec3,
  to: Vec3,
  radius: number,
  count: number,
): Vec3[] {
  const axis = normalise(subtract(to, from));
  const toCamera = subtract(camera.position, from);
  const across = subtract(toCamera, scale(axis, dot(toCamera, axis)));
  const facing = normalise(across);
  const side = cross(axis, facing);
  // A tangent from the camera touches the circle where normal . across = radius.
  const widest = Math.acos(Math.min(1, radius / Math.hypot(...across)));
  return Array.from({ length: count }, (_, index) => {
    const angle = widest * ((2 * index) / (count - 1) - 1);
    return add(scale(facing, Math.cos(angle)), scale(side, Math.sin(angle)));
  });
}

/** Colours as seen in the middle of the board. */
export type SeenColours = {
  /** Tops of the patches. */
  readonly patches: Readonly<Record<CellColour, Rgb>>;
  readonly slab: Rgb;
  readonly border: Rgb;
  /** The stroke averaged over its width, along x and along y of the lattice. */
  readonly strokeAlongX: Rgb;
  readonly strokeAlongY: Rgb;
  /** A peg's ball averaged over what is seen of it. */
  readonly start: Rgb;
  readonly goal: Rgb;
};

/** Computes the colours that a camera sees. */
export function seenColours(camera: Camera): SeenColours {
  const toCamera = directionToCamera(camera, [0, HEIGHTS.patchTop, 0]);
  return {
    patches: Object.fromEntries(
      CELL_COLOURS.map((colour) => [colour, PATCH_SURFACES[colour].shade(UP, toCamera)]),
    ) as Record<CellColour, Rgb>,
    slab: SURFACES.slab.shade(UP, toCamera),
    border: SURFACES.border.shade(UP, toCamera),
    strokeAlongX: averageAlong(camera, [1, 0, 0], toCamera),
    strokeAlongY: averageAlong(camera, [0, 0, 1], toCamera),
    start: averageBall(SURFACES.start, toCamera),
    goal: averageBall(SURFACES.goal, toCamera),
  };
}

/** The colours of a scene by role; patches are `cell-<colour>`. */
export function paletteOf(camera: Camera): Scene["palette"] {
  const seen = seenColours(camera);
  const palette: Record<string, string> = {
    background: toHex(FLAT_COLOURS.background),
    border: toHex(seen.border),
    slab: toHex(seen.slab),
    lattice: toHex(FLAT_COLOURS.lattice),
    stroke: toHex(mean([seen.strokeAlongX, seen.strokeAlongY])),
    start: toHex(seen.start),
    goal: toHex(seen.goal),
    cursor: toHex(FLAT_COLOURS.cursor),
  };
  for (const colour of CELL_COLOURS) palette[`cell-${colour}`] = toHex(seen.patches[colour]);
  return palette;
}

/** Colour of the top of the patch on cell (i, j), as a camera sees it there: lights shine differently. */
export function patchTopColour(
  camera: Camera,
  size: BoardSize,
  [i, j]: readonly [i: number, j: number],
  colour: CellColour,
): Rgb {
  const middle = worldPoint(size, [i + 0.5, j + 0.5], HEIGHTS.patchTop);
  return PATCH_SURFACES[colour].shade(UP, directionToCamera(camera, middle));
}

function averageAlong(camera: Camera, direction: Vec3, toCamera: Vec3): Rgb {
  const from: Vec3 = [0, HEIGHTS.stroke, 0];
  const normals = tubeNormals(camera, from, add(from, direction), 1e-3, 33);
  // Equal angles are not equal shares of the width: weigh each by how much of it is seen.
  const facing = normals.map((normal) => Math.max(0, dot(normal, toCamera)));
  return mean(
    normals.map((normal) => SURFACES.stroke.shade(normal, toCamera)),
    facing,
  );
}

function averageBall(surface: Surface, toCamera: Vec3): Rgb {
  const right = normalise(cross(Math.abs(toCamera[1]) > 0.99 ? [0, 0, 1] : UP, toCamera));
  const up = cross(toCamera, right);
  const steps = [-0.75, -0.25, 0.25, 0.75];
  const colours = steps.flatMap((x) =>
    steps.flatMap((y) => {
      const rest = 1 - x * x - y * y;
      if (rest < 0) return [];
      const normal = add(add(scale(right, x), scale(up, y)), scale(toCamera, Math.sqrt(rest)));
      return [surface.shade(normal, toCamera)];
    }),
  );
  return mean(colours);
}

/** Mean colour, rounded. @param weights one each. @default equal */
function mean(colours: readonly Rgb[], weights: readonly number[] = colours.map(() => 1)): Rgb {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const channel = (index: 0 | 1 | 2): number =>
    Math.round(
      colours.reduce((sum, colour, at) => sum + colour[index] * (weights[at] ?? 0), 0) / total,
    );
  return [channel(0), channel(1), channel(2)];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
