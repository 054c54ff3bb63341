/**
 * The published One Stroke scene as figures: where things stand in the world, how large they are,
 * what they are made of and how they are lit. Owns no drawing and no camera.
 *
 * World: one unit = one cell, x to the right, y up from the table, z towards the viewer of the
 * published view; the middle of the board is above the origin.
 *
 * The published page also lays a flat square ring of half side .25 at height .11 under each patch;
 * the patch, of half side .3 and from .10 to .18 high, hides all of it, so it is left out here.
 */
import { parseHexColour, type Rgb } from "../../core/image.ts";
import type { Lighting, Material } from "../scene/camera/shading.ts";
import type { Vec3 } from "../scene/camera/vector.ts";
import { CELL_COLOURS, type CellColour } from "./state.ts";

/** Vertices along x and y. */
export type BoardSize = { readonly width: number; readonly height: number };

/** A point of the lattice plane, fractions allowed: x to the right, y up the board. */
export type LatticePoint = readonly [x: number, y: number];

/** A lattice point at a height above the table, in the world. */
export function worldPoint(size: BoardSize, [x, y]: LatticePoint, height: number): Vec3 {
  return [x - (size.width - 1) / 2, height, (size.height - 1) / 2 - y];
}

/** Heights above the table. */
export const HEIGHTS = {
  slabTop: 0.05,
  slabBottom: -0.05,
  borderTop: 0.045,
  borderBottom: -0.105,
  lattice: 0.11,
  outerRing: 0.115,
  innerRing: 0.12,
  patchBottom: 0.1,
  patchTop: 0.18,
  /** Axis of the stroke: the plane that `boardToPixel` maps. */
  stroke: 0.15,
  pegBottom: 0.1,
  /** Middle of the ball that a peg carries. */
  pegBall: 0.4,
} as const;

/** Lengths in cells. */
export const SIZES = {
  /** How far the slab and the border reach beyond the outer vertices. */
  slabRim: 0.2,
  borderRim: 0.25,
  patchSide: 0.6,
  strokeRadius: 0.08,
  jointRadius: 0.088,
  pegBottomRadius: 0.18,
  pegTopRadius: 0.15,
  pegBallRadius: 0.165,
  /** Cursor: a ring inside a fainter one. */
  ringInner: 0.15,
  ringMiddle: 0.22,
  ringOuter: 0.28,
} as const;

const hex = (text: string): Rgb => parseHexColour(text);

/** Colours that no light changes. */
export const FLAT_COLOURS = {
  background: hex("#0d1117"),
  lattice: hex("#30363d"),
  cursor: hex("#58a6ff"),
} as const;

/** Opacity of the cursor's two rings. */
export const RING_ALPHA = { inner: 0.6, outer: 0.3 } as const;

/** Lattice lines: 1 px wide in a picture of the published height, scaled with it, never thinner. */
export const LATTICE_LINE = { widthPx: 1, atHeightPx: 832 } as const;

const CELL_HEX: Readonly<Record<CellColour, string>> = {
  red: "#e6194b",
  blue: "#4363d8",
  green: "#3cb44b",
  yellow: "#ffe119",
  purple: "#911eb4",
  cyan: "#42d4f4",
  gray: "#9ca3af",
};

function mapColours<T>(make: (colour: CellColour) => T): Readonly<Record<CellColour, T>> {
  const entries = CELL_COLOURS.map((colour) => [colour, make(colour)] as const);
  return Object.fromEntries(entries) as Record<CellColour, T>;
}

/** Materials of the lit things. */
export const MATERIALS = {
  slab: { colour: hex("#21262d"), roughness: 0.8, metalness: 0.1 },
  border: { colour: hex("#30363d"), roughness: 0.7, metalness: 0.2 },
  stroke: { colour: hex("#f0f6fc"), roughness: 0.3, metalness: 0.5, emissiveIntensity: 0.1 },
  start: { colour: hex("#3fb950"), roughness: 0.3, metalness: 0.6, emissiveIntensity: 0.3 },
  goal: { colour: hex("#f85149"), roughness: 0.3, metalness: 0.6, emissiveIntensity: 0.3 },
} as const satisfies Readonly<Record<string, Material>>;

/** Materials of the patches. */
export const PATCH_MATERIALS: Readonly<Record<CellColour, Material>> = mapColours((colour) => ({
  colour: hex(CELL_HEX[colour]),
  roughness: 0.4,
  metalness: 0.3,
  emissiveIntensity: 0.2,
}));

/** Towards the light that casts shadows. */
export const SUN: Vec3 = [5, 10, 5];

export const LIGHTING: Lighting = {
  ambient: { colour: hex("#404040"), intensity: 0.5 },
  directional: [
    { position: SUN, colour: hex("#ffffff"), intensity: 1, castsShadow: true },
    { position: [-5, 5, -5], colour: hex("#58a6ff"), intensity: 0.3, castsShadow: false },
    { position: [0, 3, -8], colour: hex("#a371f7"), intensity: 0.2, castsShadow: false },
  ],
};
