/** What the judge knows of a pipe board after reading one frame. */
import type { CellReading } from "./read-cell.ts";

export type PipeFrameState = {
  readonly gridSize: number;
  /** Row-major, index = y * gridSize + x. */
  readonly cells: readonly CellReading[];
};

/** The place of a cell as violations name it. */
export function cellName(index: number, gridSize: number): string {
  return `x=${index % gridSize},y=${Math.floor(index / gridSize)}`;
}
