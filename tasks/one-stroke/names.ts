/** Names of places on a One Stroke board, as violations and the truths of planted faults give them. */
import type { LatticeEdge, Vertex } from "./state.ts";

/** Column from the left and row from the bottom. */
export type Cell = readonly [i: number, j: number];

/** "edge (x0,y0)-(x1,y1)", the end with the smaller x, then the smaller y, first. */
export function edgeName([x0, y0, x1, y1]: LatticeEdge): string {
  const isInOrder = x0 < x1 || (x0 === x1 && y0 < y1);
  return isInOrder ? `edge (${x0},${y0})-(${x1},${y1})` : `edge (${x1},${y1})-(${x0},${y0})`;
}

/** "cell (i,j)". */
export function cellName([i, j]: Cell): string {
  return `cell (${i},${j})`;
}

/** "vertex (x,y)"; y is up, as in the published rules. */
export function vertexName([x, y]: Vertex): string {
  return `vertex (${x},${y})`;
}
