/**
 * The published Chat Noir scene as figures: world lengths, lengths on the page in CSS pixels at a
 * browser window of 1440 x 1080, and colours. Owns no drawing.
 *
 * World: x to the right, y up, the middle cell at the origin; the camera looks straight at it.
 */
import { hexBoard, type Radius } from "./board.ts";

/** The scene on the page: two thirds of 1390 px less the card's border and padding, and its height. */
export const PAGE = { widthPx: 889, heightPx: 760 } as const;

/** Lengths in the world. */
export const WORLD = {
  /** From a cell to its neighbours. */
  pitch: Math.sqrt(3) * 1.22,
  cellRadius: 0.74,
  /** The disc behind a cell that shows as its ring. */
  ringRadius: 0.74 * 1.08,
  /** The halo around the cat. */
  haloInner: 0.76,
  haloOuter: 0.98,
} as const;

/** How the camera is framed: free space around the cells, and the least that it shows. */
const FRAME = {
  marginX: 1.4,
  marginY: 1.5,
  ownShare: 0.6,
  otherShare: 0.58,
  minHalfWidth: 7.6,
  minHalfHeight: 6.4,
} as const;

/** What is written over cells. */
export const LABEL = {
  radiusPx: 26,
  borderPx: 1,
  textPx: 24,
  shadow: { downPx: 4, blurPx: 14, style: "rgba(20, 28, 36, 0.08)" },
} as const;

/** The word under the cat. */
export const PILL = {
  text: "CAT",
  downPx: 42,
  textPx: 15,
  spacingPx: 0.9,
  paddingPx: 10,
  heightPx: 26.5,
  style: "rgba(255, 166, 38, 0.94)",
  shadow: { downPx: 8, blurPx: 20, style: "rgba(214, 116, 0, 0.26)" },
} as const;

/** Backgrounds and borders of labels, by what the cell holds. */
export const LABEL_STYLES = {
  open: { fill: "rgba(255, 255, 255, 0.96)", border: "rgba(33, 48, 59, 0.08)" },
  blocked: { fill: "rgba(255, 255, 255, 0.18)", border: "rgba(255, 255, 255, 0.18)" },
  cat: { fill: "rgba(255, 255, 255, 0.92)", border: "rgba(255, 166, 38, 0.32)" },
} as const;

export const HALO_ALPHA = 0.92;

/** Colours by role. */
export const CHAT_NOIR_PALETTE = {
  background: "#faf8f2",
  open: "#ece8df",
  openRing: "#dfd7ca",
  rimRing: "#cad8e9",
  blocked: "#242629",
  blockedRing: "#50555a",
  lastRing: "#db5d48",
  cat: "#f4af32",
  catRing: "#e28f12",
  halo: "#f59a2a",
  openText: "#314556",
  blockedText: "#f7fafc",
  catText: "#91500c",
  pillText: "#ffffff",
} as const;
export type ChatNoirColour = keyof typeof CHAT_NOIR_PALETTE;

/**
 * Pixels of the page per unit of the world, across and down. The published camera frames the two
 * directions apart, so that discs are a little wider than high.
 */
export function pageScale(radius: Radius): readonly [x: number, y: number] {
  const reachX = Math.sqrt(3) * radius * 1.22;
  const reachY = 1.5 * radius * 1.22;
  const width = 2 * (reachX + FRAME.marginX * WORLD.cellRadius);
  const height = 2 * (reachY + FRAME.marginY * WORLD.cellRadius);
  const aspect = PAGE.widthPx / PAGE.heightPx;
  const { ownShare, otherShare, minHalfWidth, minHalfHeight } = FRAME;
  const halfWidth = Math.max(ownShare * width, otherShare * height * aspect, minHalfWidth);
  const halfHeight = Math.max(ownShare * height, (otherShare * width) / aspect, minHalfHeight);
  return [PAGE.widthPx / (2 * halfWidth), PAGE.heightPx / (2 * halfHeight)];
}

/** The radius of a board of so many rows. @throws RuleError when there is none */
export function radiusOfRows(rows: number): Radius {
  return hexBoard((rows - 1) / 2).radius;
}
