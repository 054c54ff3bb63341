/** Numbering of the places on a One Stroke board: vertices, edges, cells. */
import type { LatticeEdge, Vertex } from "../../../tasks/one-stroke/state.ts";

/** Vertices along x and y. */
export type LatticeSize = { readonly width: number; readonly height: number };

/** Every edge, lower (left) end first: along x row by row from the bottom, then along y. */
export function latticeEdges({ width, height }: LatticeSize): readonly LatticeEdge[] {
  const edges: LatticeEdge[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x + 1 < width; x++) edges.push([x, y, x + 1, y]);
  }
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x < width; x++) edges.push([x, y, x, y + 1]);
  }
  return edges;
}

/** Row-major index of a vertex from the lower left. */
export function vertexIndex({ width }: LatticeSize, [x, y]: Vertex): number {
  return y * width + x;
}

/** All vertices in the order of `vertexIndex`. */
export function latticeVertices({ width, height }: LatticeSize): readonly Vertex[] {
  return Array.from(
    { length: width * height },
    (_, i): Vertex => [i % width, Math.floor(i / width)],
  );
}

/** All cells, row by row from the bottom. */
export function latticeCells({ width, height }: LatticeSize): readonly Vertex[] {
  return latticeVertices({ width: width - 1, height: height - 1 });
}
