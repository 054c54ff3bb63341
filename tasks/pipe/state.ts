/**
 * The symbolic state of a pipe board and its action. Owns shapes and cell addressing; what may be
 * done with them stands in rules.ts.
 */
import { z } from "zod";

/** Board sides that the rules support. */
export const MIN_GRID_SIZE = 3;
export const MAX_GRID_SIZE = 6;

/** Openings of a cell, one bit each. */
export const NORTH = 1;
export const EAST = 2;
export const SOUTH = 4;
export const WEST = 8;

/** The four sides in the order in which a clockwise turn visits them. y grows downwards. */
export const SIDES = [
  { bit: NORTH, dx: 0, dy: -1, facing: SOUTH },
  { bit: EAST, dx: 1, dy: 0, facing: WEST },
  { bit: SOUTH, dx: 0, dy: 1, facing: NORTH },
  { bit: WEST, dx: -1, dy: 0, facing: EAST },
] as const;

export const pipeStateSchema = z
  .strictObject({
    /** Cells along one side of the square board. */
    gridSize: z.number().int().min(MIN_GRID_SIZE).max(MAX_GRID_SIZE),
    /** Cell index y * gridSize + x of the source. */
    sourceIndex: z.number().int().nonnegative(),
    /** Openings of each cell in the stored solution, 0..15, 0 = empty; row-major. */
    solvedMasks: z.array(z.number().int().min(0).max(15)).readonly(),
    /** Clockwise quarter turns applied to each solved mask, 0..3; row-major. */
    rotations: z.array(z.number().int().min(0).max(3)).readonly(),
  })
  .readonly()
  .superRefine((state, context) => {
    const cells = state.gridSize ** 2;
    for (const key of ["solvedMasks", "rotations"] as const) {
      if (state[key].length !== cells) {
        context.addIssue({ code: "custom", path: [key], message: `expected ${cells} entries` });
      }
    }
    if (state.sourceIndex >= cells) {
      context.addIssue({
        code: "custom",
        path: ["sourceIndex"],
        message: `expected a cell index below ${cells}`,
      });
    }
  });

/** A pipe board: the stored solution and how far each piece is turned away from it. */
export type PipeState = z.infer<typeof pipeStateSchema>;

export const pipeActionSchema = z.strictObject({
  /** Column, 0 at the left. */
  x: z.number().int(),
  /** Row, 0 at the top. */
  y: z.number().int(),
});

/** Turn the piece in column x, row y by a quarter clockwise. */
export type PipeAction = z.infer<typeof pipeActionSchema>;

/** Number of openings of a mask, 0..4. */
export function countOpenings(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1);
}

/** Kinds of piece: masks of one kind are turns of each other. */
export const PIPE_KINDS = ["empty", "end", "straight", "bend", "tee", "cross"] as const;
export type PipeKind = (typeof PIPE_KINDS)[number];

/** The kind of a mask, whatever its turn. */
export function pipeKind(mask: number): PipeKind {
  switch (countOpenings(mask)) {
    case 0:
      return "empty";
    case 1:
      return "end";
    case 2:
      return mask === (NORTH | SOUTH) || mask === (EAST | WEST) ? "straight" : "bend";
    case 3:
      return "tee";
    default:
      return "cross";
  }
}
