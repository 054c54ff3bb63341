/**
 * The published swap page as figures: the card of one board, lengths in CSS pixels at a browser window
 * of 1440 x 980, and its colours. Owns no drawing.
 *
 * Of the published page this look leaves out that the two cells moved last are raised by 1 px, and the
 * running number of the state: a picture shows nothing but the arrangement and which board it is. The
 * place of a cell, published as bare dark text, stands on a light tag: on dark blocks it could not be
 * read.
 */
import { BLOCK_IDS, type BlockId } from "./state.ts";

/** The card: two of them stand over each other in a column 968 px wide and 914 px high, 14 px apart. */
export const CARD = { widthPx: 968, heightPx: 450, borderPx: 1, radiusPx: 18 } as const;
/** Words at the top of the card: where they begin or end, and the middle of the line. */
export const HEADER = {
  insetPx: 17,
  middlePx: 22.5,
  sizePx: 13.76,
  spacingPx: 1.1,
  noteSizePx: 12.48,
} as const;
/** The board: 680 px of width, 88 % of the 369 px of height that the card's padding leaves. */
export const BOARD = { leftPx: 144, topPx: 78, widthPx: 680, heightPx: 324.7, gapPx: 6 } as const;

/** One cell. Insets are measured from its outer edge, its border of 2 px included. */
export const CELL = {
  radiusPx: 12,
  borderPx: 2,
  dashPx: 6,
  letterPx: 42,
  /** The cell's number: a pill in the top left corner. */
  badgeLeftPx: 9,
  badgeTopPx: 8,
  badgeMinWidthPx: 24,
  badgePaddingPx: 6,
  badgeHeightPx: 18.4,
  badgeTextPx: 12,
  /** The cell's place: a tag in the bottom right corner. */
  placeInsetPx: 5,
  placePaddingPx: 4,
  placeHeightPx: 15,
  placeTextPx: 11,
} as const;

/** Soft shadows: how far down, how wide, what colour. */
export const SHADOWS = {
  cell: { downPx: 8, blurPx: 16, style: "rgba(40, 62, 84, 0.08)" },
  /** Published for the cells moved last; here for the block that moves. */
  moving: { downPx: 12, blurPx: 22, style: "rgba(36, 64, 92, 0.16)" },
  letter: { downPx: 1, blurPx: 2, style: "rgba(0, 0, 0, 0.25)" },
} as const;

/** Translucent colours of what is written over cells; published for the place: the text, at 62 %. */
export const OVERLAYS = {
  badge: "rgba(28, 45, 64, 0.86)",
  placeTag: "rgba(255, 255, 255, 0.7)",
  place: "rgba(32, 49, 66, 0.9)",
} as const;

const BLOCK_HEX: Readonly<Record<BlockId, string>> = {
  G: "#55a612",
  R: "#fa4045",
  P: "#7f75dc",
  B: "#178adb",
  Y: "#fda31d",
  O: "#f05a2a",
  T: "#1fa6a2",
  M: "#c64191",
  C: "#00a6d6",
  L: "#8cc63e",
  N: "#2c4f8f",
  S: "#9aa7b2",
  V: "#9a4bd7",
  I: "#4b5bdc",
  A: "#d79a00",
};

/** Role of a block's colour in a palette. */
export function blockRole(id: BlockId): `block${BlockId}` {
  return `block${id}`;
}

type SwapRole =
  | "background"
  | "cardBorder"
  | "header"
  | "note"
  | "letter"
  | "emptyBorder"
  | `block${BlockId}`;

/**
 * Colours by role. Translucent lines of the page are given as the opaque colour that they result in on
 * white: the card's border is rgba(77,108,138,.14), that of the empty cell rgba(66,91,118,.28).
 */
export const SWAP_PALETTE: Readonly<Record<SwapRole, string>> = {
  background: "#ffffff",
  cardBorder: "#e6eaef",
  header: "#245f88",
  note: "#637487",
  letter: "#ffffff",
  emptyBorder: "#cad1d9",
  ...(Object.fromEntries(BLOCK_IDS.map((id) => [blockRole(id), BLOCK_HEX[id]])) as Record<
    `block${BlockId}`,
    string
  >),
};
export type SwapColour = keyof typeof SWAP_PALETTE;
