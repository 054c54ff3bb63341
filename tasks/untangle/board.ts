/**
 * The peg board: its measures, its holes and where they stand. World units are the published ones:
 * x grows with the row and z with the column, y is the height above the board; the middle of the
 * board is above the origin. Seen from above x runs to the right and z down, so that rows count
 * from left to right and columns from top to bottom, as published.
 */

/** Distance of neighbouring holes in world units. */
export const HOLE_SPACING = 2.2;

/** A hole as published: row times the board's side plus column. */
export type Hole = number;

export type RowCol = { readonly row: number; readonly col: number };

export function holeAt(gridSize: number, { row, col }: RowCol): Hole {
  return row * gridSize + col;
}

export function rowColOf(gridSize: number, hole: Hole): RowCol {
  const row = Math.floor(hole / gridSize);
  return { row, col: hole - row * gridSize };
}

/** World coordinate of a row (along x) or of a column (along z), in the published order of rounding. */
export function lineCoordinate(gridSize: number, index: number): number {
  return index * HOLE_SPACING - ((gridSize - 1) * HOLE_SPACING) / 2;
}

/** Where a hole stands in the world. */
export function holePlace(
  gridSize: number,
  hole: Hole,
): { readonly x: number; readonly z: number } {
  const { row, col } = rowColOf(gridSize, hole);
  return { x: lineCoordinate(gridSize, row), z: lineCoordinate(gridSize, col) };
}
