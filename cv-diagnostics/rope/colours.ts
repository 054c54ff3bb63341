/**
 * Which rope a colour belongs to. Colours are compared by chromaticity, the shares of red and green
 * in their sum, so that light and shadow do not matter; a change of the light's own hue is taken out
 * by the ground, whose colour is known, and a slow drift of a rope's hue is learnt. Owns colours, no
 * places.
 */
import type { Rgb } from "../../core/image.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { distanceBetween, nearestOnPiece } from "./points.ts";

/** Shares of red and green, 0..1 each. */
export type Chroma = readonly [red: number, green: number];

/** Chromaticities of everything that is told apart. */
export type RopePalette = {
  readonly ground: Chroma;
  readonly hole: Chroma;
  /** In the instance's order. */
  readonly ropes: readonly Chroma[];
};

/** Labels of samples; rope i has the label FIRST_ROPE + i. */
export const GROUND = 0;
/** A colour between those of two ropes, as on the edge of one that lies over the other. */
export const MIXED = 1;
/** A strong colour that is none of the ropes'. */
export const FOREIGN = 2;
export const FIRST_ROPE = 3;

/** Bins along each share. */
const BINS = 128;

/** Labels by chromaticity. */
export type ColourTable = {
  /** `labels[red bin * BINS + green bin]` */
  readonly labels: Uint8Array;
  readonly palette: RopePalette;
};

/** Colours nearer than this have the same table. */
const SAME_TABLE = 0.006;

export function chromaOf([r, g, b]: Rgb): Chroma {
  const sum = r + g + b || 1;
  return [r / sum, g / sum];
}

/** The label of every chromaticity. */
export function colourTable(palette: RopePalette): ColourTable {
  const labels = new Uint8Array(BINS * BINS);
  for (let red = 0; red < BINS; red++) {
    for (let green = 0; green < BINS; green++) {
      // Shares sum to 1 at most.
      if (red + green >= BINS) continue;
      labels[red * BINS + green] = labelOf([(red + 0.5) / BINS, (green + 0.5) / BINS], palette);
    }
  }
  return { labels, palette };
}

export function isAlike(first: RopePalette, second: RopePalette): boolean {
  return first.ropes.every((chroma, rope) => {
    const other = second.ropes[rope];
    return other !== undefined && distanceBetween(chroma, other) < SAME_TABLE;
  });
}

/** @param labels those of a table */
export function lookUp(labels: Uint8Array, red: number, green: number): number {
  const r = Math.min(BINS - 1, Math.floor(red * BINS));
  const g = Math.min(BINS - 1, Math.floor(green * BINS));
  return labels[r * BINS + g] as number;
}

function labelOf(chroma: Chroma, { ground, hole, ropes }: RopePalette): number {
  const limits = ROPE_READ_THRESHOLDS;
  const fromGround = nearestOnPiece(chroma, ground, hole).distance;
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [rope, own] of ropes.entries()) {
    const distance = distanceBetween(chroma, own);
    if (distance >= least) continue;
    least = distance;
    nearest = rope;
  }
  if (least < limits.sameChroma && least < fromGround) return FIRST_ROPE + nearest;
  // Towards the edge a rope's colour goes over into the ground's.
  let bestOff: number = limits.blendChroma;
  let blended: number | undefined;
  for (const [rope, own] of ropes.entries()) {
    const { distance, share } = nearestOnPiece(chroma, ground, own);
    if (distance >= bestOff) continue;
    bestOff = distance;
    blended = share >= limits.blendShare ? FIRST_ROPE + rope : GROUND;
  }
  if (fromGround < limits.groundChroma) return GROUND;
  if (blended !== undefined) return blended;
  if (isBetweenRopes(chroma, ropes)) return MIXED;
  if (least < limits.nearChroma) return FIRST_ROPE + nearest;
  return fromGround > limits.foreignChroma ? FOREIGN : GROUND;
}

function isBetweenRopes(chroma: Chroma, ropes: readonly Chroma[]): boolean {
  return ropes.some((first, i) =>
    ropes.some(
      (second, j) =>
        j > i && nearestOnPiece(chroma, first, second).distance < ROPE_READ_THRESHOLDS.blendChroma,
    ),
  );
}

/** Moves a colour towards what was seen, within bounds around where it began. */
export function drift(known: Chroma, seen: Chroma, start: Chroma): Chroma {
  const { learningRate, maxDrift } = ROPE_READ_THRESHOLDS;
  const next: Chroma = [
    known[0] + learningRate * (seen[0] - known[0]),
    known[1] + learningRate * (seen[1] - known[1]),
  ];
  return distanceBetween(next, start) <= maxDrift ? next : known;
}
