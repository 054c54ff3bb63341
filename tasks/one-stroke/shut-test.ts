/**
 * What a partial stroke has already settled: colours that it has split for good, and parts of the
 * board that it can no longer enter. Reads the search's own arrays; owns only scratch space.
 */
import {
  type BoardGraph,
  EDGE_NEVER,
  MOVE_RIGHT,
  MOVE_UP,
  MOVES_PER_VERTEX,
} from "./board-graph.ts";

export type ShutTest = {
  /** The drawn edges separate the colours: exact, for a finished stroke. */
  separates(): boolean;
  /**
   * Cuts from border to border that every solution still has to complete: colours beyond the first,
   * summed over regions. -1 when no way on from `head` can lead to a solution.
   */
  cutsNeeded(head: number): number;
};

/**
 * @param onPath by vertex: 1 on the stroke
 * @param isDrawn by edge: 1 on the stroke
 * @param pending by vertex: demanded edges not drawn yet
 */
export function createShutTest(
  graph: BoardGraph,
  onPath: Uint8Array,
  isDrawn: Uint8Array,
  pending: Uint8Array,
): ShutTest {
  const { width, height, goal, neighbour, edge, edgeKind, edgeFrom, edgeTo } = graph;
  const { edgeCellA, edgeCellB, isInner, colourBit } = graph;
  const cols = width - 1;
  const cells = cols * (height - 1);
  const regionOf = new Int8Array(cells);
  const colours = new Int32Array(cells);
  const isOpen = new Uint8Array(cells);
  const stack = new Int32Array(Math.max(cells, goal + 1) * MOVES_PER_VERTEX);
  const isReached = new Uint8Array(goal + 1);

  /** Floods the regions. @returns their number, or -1 when a colour lies in two of them */
  function flood(): number {
    regionOf.fill(-1);
    let seen = 0;
    let regions = 0;
    for (let first = 0; first < cells; first++) {
      if (regionOf[first] !== -1) continue;
      let size = 0;
      let held = 0;
      stack[size++] = first;
      regionOf[first] = regions;
      while (size > 0) {
        const cell = stack[--size] ?? 0;
        held |= colourBit[cell] ?? 0;
        const corner = Math.floor(cell / cols) * width + (cell % cols);
        size = spread(cell, corner, regions, size);
      }
      if ((held & seen) !== 0) return -1;
      seen |= held;
      colours[regions++] = held;
    }
    return regions;
  }

  /** Pushes the neighbours of a cell, whose lower left vertex is `corner`, that no edge shuts off. */
  function spread(cell: number, corner: number, region: number, size: number): number {
    let top = size;
    const right = edge[(corner + 1) * MOVES_PER_VERTEX + MOVE_UP] ?? -1;
    const left = edge[corner * MOVES_PER_VERTEX + MOVE_UP] ?? -1;
    const below = edge[corner * MOVES_PER_VERTEX + MOVE_RIGHT] ?? -1;
    const above = edge[(corner + width) * MOVES_PER_VERTEX + MOVE_RIGHT] ?? -1;
    for (const side of [left, right, below, above]) {
      if (isDrawn[side] === 1) continue;
      const a = edgeCellA[side] ?? -1;
      const other = a === cell ? (edgeCellB[side] ?? -1) : a;
      if (other < 0 || regionOf[other] !== -1) continue;
      regionOf[other] = region;
      stack[top++] = other;
    }
    return top;
  }

  function reachFrom(head: number): void {
    isReached.fill(0);
    isReached[head] = 1;
    let size = 0;
    stack[size++] = head;
    while (size > 0) {
      const vertex = stack[--size] ?? 0;
      for (let move = 0; move < MOVES_PER_VERTEX; move++) {
        const slot = vertex * MOVES_PER_VERTEX + move;
        const next = neighbour[slot] ?? -1;
        if (next < 0 || onPath[next] === 1 || isReached[next] === 1) continue;
        if (edgeKind[edge[slot] ?? 0] === EDGE_NEVER) continue;
        isReached[next] = 1;
        if (next !== goal) stack[size++] = next;
      }
    }
  }

  function separates(): boolean {
    const regions = flood();
    for (let region = 0; region < regions; region++) {
      const held = colours[region] ?? 0;
      if ((held & (held - 1)) !== 0) return false;
    }
    return regions > 0;
  }

  function cutsNeeded(head: number): number {
    const regions = flood();
    if (regions < 0) return -1;
    reachFrom(head);
    if (isReached[goal] === 0) return -1;
    for (let vertex = 0; vertex <= goal; vertex++) {
      if ((pending[vertex] ?? 0) > 0 && isReached[vertex] === 0) return -1;
    }
    markOpenRegions();
    let cuts = 0;
    for (let region = 0; region < regions; region++) {
      const held = colours[region] ?? 0;
      const excess = held === 0 ? 0 : countBits(held) - 1;
      if (excess > 0 && isOpen[region] === 0) return -1;
      cuts += excess;
    }
    return cuts;
  }

  /** Marks the regions that an edge between two vertices within reach could still cut. */
  function markOpenRegions(): void {
    isOpen.fill(0);
    for (let index = 0; index < edgeKind.length; index++) {
      if (edgeKind[index] === EDGE_NEVER || isDrawn[index] === 1) continue;
      if (isReached[edgeFrom[index] ?? 0] === 0 || isReached[edgeTo[index] ?? 0] === 0) continue;
      if (isInner[index] === 1) isOpen[regionOf[edgeCellA[index] ?? 0] ?? 0] = 1;
    }
  }

  return { separates, cutsNeeded };
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
