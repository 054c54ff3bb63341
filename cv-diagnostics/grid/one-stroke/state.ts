/** What the judge knows of a One Stroke board after reading one frame. */
import type { CellColour } from "../../../tasks/one-stroke/state.ts";
import type { LatticeSize } from "./lattice.ts";

/** How much of an edge is drawn, and from which end. */
export type EdgeReading = {
  /** `none`, `full`, drawn from one end, from both with a gap, or a piece with two free ends. */
  readonly cover: "none" | "full" | "from-first" | "from-second" | "gap" | "island" | "unread";
  /** Share of the edge that is drawn, 0..1. */
  readonly share: number;
  /** 0..1: distance of the least certain stretch from the middle between drawn and not drawn. */
  readonly confidence: number;
};

/** Colour of a patch; `empty` when the slab shows, undefined when it could not be told. */
export type PatchColour = CellColour | "empty";

/** What stands on a vertex. */
export type VertexMark = "start" | "goal" | "stroke" | "bare";

export type StrokeFrameState = {
  readonly size: LatticeSize;
  /** In the order of `latticeCells`. */
  readonly cells: readonly (PatchColour | undefined)[];
  /** In the order of `latticeEdges`. */
  readonly edges: readonly EdgeReading[];
  /** In the order of `latticeVertices`; undefined when it could not be told. */
  readonly vertices: readonly (VertexMark | undefined)[];
  /**
   * Corners of each cell between vertex and patch that a stroke covers, one bit each: lower left 1,
   * upper right 2, lower right 4, upper left 8. In the order of `latticeCells`.
   */
  readonly corners: readonly number[];
};

/** The two corners of each diagonal, as bits of `corners`. */
export const DIAGONALS = [0b0011, 0b1100] as const;

/** A straight diagonal is drawn from corner to corner. */
export function hasDiagonal(corners: number): boolean {
  return DIAGONALS.some((diagonal) => (corners & diagonal) === diagonal);
}
