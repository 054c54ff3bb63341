/** Numbers of vertices, edges and cells. */
import { describe, expect, it } from "vitest";
import { latticeCells, latticeEdges, latticeVertices, vertexIndex } from "./lattice.ts";

const SIZE = { width: 3, height: 4 } as const;

describe("latticeEdges", () => {
  it("lists edges along x from the bottom, then those along y", () => {
    expect(latticeEdges({ width: 3, height: 3 })).toEqual([
      ...[
        [0, 0, 1, 0],
        [1, 0, 2, 0],
        [0, 1, 1, 1],
        [1, 1, 2, 1],
        [0, 2, 1, 2],
        [1, 2, 2, 2],
      ],
      ...[
        [0, 0, 0, 1],
        [1, 0, 1, 1],
        [2, 0, 2, 1],
        [0, 1, 0, 2],
        [1, 1, 1, 2],
        [2, 1, 2, 2],
      ],
    ]);
  });

  it("has each edge of a board that is no square once, its lower or left end first", () => {
    const edges = latticeEdges(SIZE);
    expect(new Set(edges.map(String)).size).toBe(2 * 4 + 3 * 3);
    expect(edges).toHaveLength(17);
    for (const [x0, y0, x1, y1] of edges) {
      expect([x1 - x0, y1 - y0].sort()).toEqual([0, 1]);
      expect(x1).toBeLessThan(3);
      expect(y1).toBeLessThan(4);
    }
  });
});

describe("vertices and cells", () => {
  it("are numbered row by row from the lower left", () => {
    const vertices = latticeVertices(SIZE);
    expect(vertices).toHaveLength(12);
    expect(vertices.slice(0, 4)).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
    ]);
    expect(vertices.map((vertex) => vertexIndex(SIZE, vertex))).toEqual(vertices.map((_, k) => k));
    expect(latticeCells(SIZE)).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 2],
      [1, 2],
    ]);
  });
});
