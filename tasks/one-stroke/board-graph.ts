/**
 * A board as flat arrays for search: vertices, the edges at each, and what the colours already say
 * about every edge. Owns no search.
 *
 * Why colours decide edges: a finished stroke is a simple path from one point of the border to
 * another, so taking any inner edge of it away leaves both its ends joined through the border. An
 * inner edge of the stroke therefore always has different regions on its two sides. Hence the edge
 * between neighbours of one colour is never drawn, and the one between neighbours of two colours
 * always is.
 */
import { CELL_COLOURS, type Cells, MOVE_DELTA, type Move, type Vertex } from "./state.ts";

/** Moves in alphabetical order: the order in which the published search compares solutions. */
export const SEARCH_MOVES = ["D", "L", "R", "U"] as const satisfies readonly Move[];
export const MOVES_PER_VERTEX = SEARCH_MOVES.length;
/** Indices of two of them. */
export const MOVE_RIGHT = 2;
export const MOVE_UP = 3;

export const EDGE_FREE = 0;
export const EDGE_MUST = 1;
export const EDGE_NEVER = 2;

/** Vertices are y * width + x, cells j * (width - 1) + i; edges are numbered in no special order. */
export type BoardGraph = {
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly goal: number;
  /** Vertex reached from v by move m, at v * 4 + m; -1 outside. */
  readonly neighbour: Int32Array;
  /** Edge of that move; -1 outside. */
  readonly edge: Int32Array;
  /** By edge: EDGE_FREE, EDGE_MUST or EDGE_NEVER. */
  readonly edgeKind: Uint8Array;
  /** By edge: its ends. */
  readonly edgeFrom: Int32Array;
  readonly edgeTo: Int32Array;
  /** By edge: the cells on its two sides; -1 outside. */
  readonly edgeCellA: Int32Array;
  readonly edgeCellB: Int32Array;
  /** By edge: 1 when it has a cell on either side. */
  readonly isInner: Uint8Array;
  /** By vertex: 1 on the border of the board. */
  readonly isBorder: Uint8Array;
  /** By cell: one bit per colour, 0 = uncoloured. */
  readonly colourBit: Uint8Array;
};

/** Builds the arrays of a board of `width` x `height` vertices. */
export function buildBoardGraph(width: number, height: number, cells: Cells): BoardGraph {
  const vertices = width * height;
  const edges = width * (height - 1) + height * (width - 1);
  const cols = width - 1;
  const rows = height - 1;
  const neighbour = new Int32Array(vertices * MOVES_PER_VERTEX).fill(-1);
  const edge = new Int32Array(vertices * MOVES_PER_VERTEX).fill(-1);
  const edgeKind = new Uint8Array(edges);
  const edgeFrom = new Int32Array(edges);
  const edgeTo = new Int32Array(edges);
  const edgeCellA = new Int32Array(edges).fill(-1);
  const edgeCellB = new Int32Array(edges).fill(-1);
  const isInner = new Uint8Array(edges);
  const isBorder = new Uint8Array(vertices);
  const colourBit = Uint8Array.from(cells.flat(), (colour) =>
    colour === null ? 0 : 1 << CELL_COLOURS.indexOf(colour),
  );
  const cellAt = (i: number, j: number): number =>
    i >= 0 && j >= 0 && i < cols && j < rows ? j * cols + i : -1;

  let next = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const vertex = y * width + x;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) isBorder[vertex] = 1;
      for (const [move, name] of SEARCH_MOVES.entries()) {
        const [dx, dy] = MOVE_DELTA[name];
        const toX = x + dx;
        const toY = y + dy;
        if (toX < 0 || toY < 0 || toX >= width || toY >= height) continue;
        const target = toY * width + toX;
        neighbour[vertex * MOVES_PER_VERTEX + move] = target;
        if (target < vertex) {
          const back = target * MOVES_PER_VERTEX + (MOVES_PER_VERTEX - 1 - move);
          edge[vertex * MOVES_PER_VERTEX + move] = edge[back] ?? -1;
          continue;
        }
        const index = next++;
        edge[vertex * MOVES_PER_VERTEX + move] = index;
        edgeFrom[index] = vertex;
        edgeTo[index] = target;
        const a = dx === 0 ? cellAt(x - 1, y) : cellAt(x, y - 1);
        const b = cellAt(x, y);
        edgeCellA[index] = a;
        edgeCellB[index] = b;
        isInner[index] = a >= 0 && b >= 0 ? 1 : 0;
        edgeKind[index] = kindOfEdge(colourBit[a] ?? 0, colourBit[b] ?? 0);
      }
    }
  }
  return {
    width,
    height,
    start: 0,
    goal: vertices - 1,
    neighbour,
    edge,
    edgeKind,
    edgeFrom,
    edgeTo,
    edgeCellA,
    edgeCellB,
    isInner,
    isBorder,
    colourBit,
  };
}

/** Number of a vertex in the graph. */
export function vertexNumber(graph: BoardGraph, [x, y]: Vertex): number {
  return y * graph.width + x;
}

/** Steps between two vertices on an empty lattice. */
export function latticeDistance(graph: BoardGraph, a: number, b: number): number {
  const { width } = graph;
  return (
    Math.abs((a % width) - (b % width)) + Math.abs(Math.floor(a / width) - Math.floor(b / width))
  );
}

function kindOfEdge(a: number, b: number): number {
  if (a === 0 || b === 0) return EDGE_FREE;
  return a === b ? EDGE_NEVER : EDGE_MUST;
}

/** The edge between two neighbouring vertices, -1 when they are none. */
export function edgeBetween(graph: BoardGraph, a: number, b: number): number {
  for (let move = 0; move < MOVES_PER_VERTEX; move++) {
    if (graph.neighbour[a * MOVES_PER_VERTEX + move] === b) {
      return graph.edge[a * MOVES_PER_VERTEX + move] ?? -1;
    }
  }
  return -1;
}
