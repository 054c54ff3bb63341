/**
 * The published untangle scene as figures: how large things are, what they are made of and how they
 * are lit. Owns no drawing and no camera. Lengths in world units, as in board.ts.
 *
 * Where this scene differs from the published page: ropes throw shadows on the whole board and on
 * each other, which the page's shadow map leaves out; ropes are drawn where the simulation has them,
 * the page draws them a little late; plugs in holes reach down to the board.
 */
import { parseHexColour, type Rgb } from "../../core/image.ts";
import type { Lighting, Material } from "../scene/camera/shading.ts";
import { HOLE_SPACING } from "./board.ts";
import { ROPE_COLOURS, type RopeColour } from "./state.ts";

export const SIZES = {
  ropeRadius: 0.22,
  plugTopRadius: 0.3,
  plugBottomRadius: 0.35,
  /** Above and below the rope's end that the plug holds. */
  plugHalfHeight: 0.25,
  rimRadius: 0.4,
  holeRadius: 0.3,
  groundSide: 30,
  /** Distance of labels from the outer holes, their height, and that of the two words. */
  labelGap: HOLE_SPACING * 0.7,
  labelHeight: HOLE_SPACING * 0.55,
  wordHeight: HOLE_SPACING * 0.55 * 0.8,
} as const;

export const HEIGHTS = {
  ground: -0.05,
  rimTop: 0.05,
  /** The dark discs: the plane that `boardToPixel` maps. */
  hole: 0.06,
  label: 0.2,
} as const;

/** Share of a label's height that its letters' em takes, and of its outline; published 96 and 8 of 120. */
export const LABEL_EM = 96 / 120;
export const LABEL_OUTLINE = 8 / 120;

const hex = (text: string): Rgb => parseHexColour(text);

/** Colours that no light changes. */
export const FLAT_COLOURS = {
  background: hex("#fcefe6"),
  rim: hex("#d7ccc8"),
  hole: hex("#8d6e63"),
  label: hex("#3e2723"),
} as const;

/** Colour around labels, as CSS. */
export const LABEL_OUTLINE_STYLE = "rgba(252, 239, 230, 0.95)";

const ROPE_HEX: Readonly<Record<RopeColour, string>> = {
  red: "#e53935",
  green: "#43a047",
  blue: "#1e88e5",
  yellow: "#fdd835",
  purple: "#8e24aa",
  orange: "#fb8c00",
  cyan: "#00acc1",
  lime: "#c0ca33",
};

/** Published colour of a rope as one number, red highest. */
export function ropeColourNumber(colour: RopeColour): number {
  return Number.parseInt(ROPE_HEX[colour].slice(1), 16);
}

function mapColours<T>(make: (colour: Rgb) => T): Readonly<Record<RopeColour, T>> {
  const entries = ROPE_COLOURS.map((name) => [name, make(hex(ROPE_HEX[name]))] as const);
  return Object.fromEntries(entries) as Record<RopeColour, T>;
}

export const GROUND_MATERIAL: Material = { colour: hex("#eaddcf"), roughness: 0.8, metalness: 0 };
export const ROPE_MATERIALS = mapColours(
  (colour): Material => ({ colour, roughness: 0.5, metalness: 0.1 }),
);
export const PLUG_MATERIALS = mapColours(
  (colour): Material => ({ colour, roughness: 0.4, metalness: 0 }),
);

/** Where the sun stands; its light falls by 1 while it goes 1/3 along x and along z. */
export const SUN = [5, 15, 5] as const;

export const LIGHTING: Lighting = {
  ambient: { colour: hex("#ffffff"), intensity: 0.7 },
  directional: [{ position: SUN, colour: hex("#ffffff"), intensity: 0.8, castsShadow: true }],
};
