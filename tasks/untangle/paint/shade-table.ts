/**
 * Colours of lit surfaces by material and normal, worked out once for a camera direction. A normal is
 * given in the axes of the picture; the viewer is taken to be equally far from everything.
 */
import { createSurface, type Material } from "../../scene/camera/shading.ts";
import { add, scale, type Vec3 } from "../../scene/camera/vector.ts";
import { LIGHTING, PLUG_MATERIALS, ROPE_MATERIALS } from "../look.ts";
import { ROPE_COLOURS, type RopeColour } from "../state.ts";
import type { Viewer } from "../views.ts";

/** Normals along each axis of a table. */
const SIDE = 128;
const NORMALS = SIDE * SIDE;

/** Colours of all materials. */
export type ShadeTable = {
  /** Red, green, blue of each shade in the sun, then of each in the shadow: 6 bytes a shade. */
  readonly colours: Uint8Array;
};

/** Which materials there are: ropes by colour, then plugs by colour. */
const MATERIALS: readonly Material[] = [
  ...ROPE_COLOURS.map((colour) => ROPE_MATERIALS[colour]),
  ...ROPE_COLOURS.map((colour) => PLUG_MATERIALS[colour]),
];

/** First shade of a rope's material, for `shadeOf`. */
export function ropeShades(colour: RopeColour): number {
  return ROPE_COLOURS.indexOf(colour) * NORMALS;
}

/** First shade of a plug's material. */
export function plugShades(colour: RopeColour): number {
  return (ROPE_COLOURS.length + ROPE_COLOURS.indexOf(colour)) * NORMALS;
}

/**
 * The shade of a normal.
 * @param right,up its parts along the picture's axes, -1..1; the rest points to the viewer
 */
export function shadeOf(first: number, right: number, up: number): number {
  const column = Math.min(SIDE - 1, Math.max(0, Math.floor(((right + 1) * SIDE) / 2)));
  const row = Math.min(SIDE - 1, Math.max(0, Math.floor(((up + 1) * SIDE) / 2)));
  return first + row * SIDE + column;
}

const KEPT = 4;
const kept = new Map<string, ShadeTable>();

/** The table of a camera. Materials are worked out when their colour is first asked for. */
export function shadeTable(viewer: Viewer, colours: Iterable<RopeColour>): ShadeTable {
  const key = JSON.stringify(viewer.axes);
  const table = kept.get(key) ?? { colours: new Uint8Array(6 * NORMALS * MATERIALS.length) };
  kept.delete(key);
  kept.set(key, table);
  const oldest = kept.keys().next();
  if (kept.size > KEPT && oldest.done !== true) kept.delete(oldest.value);
  for (const colour of new Set(colours)) {
    for (const first of [ropeShades(colour), plugShades(colour)]) {
      const material = MATERIALS[first / NORMALS];
      // Nothing lit is black: a black first entry has not been worked out.
      const isKnown = table.colours.subarray(6 * first, 6 * first + 3).some((value) => value > 0);
      if (material !== undefined && !isKnown) fillMaterial(table, viewer, material, first);
    }
  }
  return table;
}

function fillMaterial(
  { colours }: ShadeTable,
  { axes }: Viewer,
  material: Material,
  first: number,
): void {
  const [right, up, toViewer] = axes;
  const surface = createSurface(material, LIGHTING);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const a = (2 * (column + 0.5)) / SIDE - 1;
      const b = (2 * (row + 0.5)) / SIDE - 1;
      const length = Math.max(1, Math.sqrt(a * a + b * b));
      const c = Math.sqrt(Math.max(0, 1 - (a * a + b * b)));
      const normal: Vec3 = add(
        add(scale(right, a / length), scale(up, b / length)),
        scale(toViewer, c),
      );
      const at = 6 * (first + row * SIDE + column);
      colours.set(surface.shade(normal, toViewer, false), at);
      colours.set(surface.shade(normal, toViewer, true), at + 3);
    }
  }
}
