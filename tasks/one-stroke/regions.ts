/**
 * Regions that a stroke cuts a board into, and whether they separate the colours. Works on plain
 * cells and edges, so that whoever reads edges off a picture can use it as well.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import type { CellColour, Cells, LatticeEdge } from "./state.ts";

/** `regions[j][i]`: region of cell (i, j), numbered from 0 in row-major order from the lower left. */
export type Regions = readonly (readonly number[])[];

/** One name for an edge, whichever way round it is given: "x0,y0-x1,y1" with the lower end first. */
export function edgeKey([x0, y0, x1, y1]: LatticeEdge): string {
  return x0 < x1 || (x0 === x1 && y0 < y1) ? `${x0},${y0}-${x1},${y1}` : `${x1},${y1}-${x0},${y0}`;
}

/**
 * Flood fill over cells: two cells that share an edge are of one region unless that edge is drawn.
 * @param width,height vertices along x and y
 * @param edges drawn lattice edges in any order and sense, repeats allowed
 * @throws RuleError when an edge is not a lattice edge of the board
 */
export function regionsOf(width: number, height: number, edges: Iterable<LatticeEdge>): Regions {
  const drawn = new Set<string>();
  for (const edge of edges) {
    if (!isBoardEdge(width, height, edge)) {
      throw new RuleError(
        describeMismatch("edge", `a lattice edge of a ${width}x${height} board`, edge),
      );
    }
    drawn.add(edgeKey(edge));
  }
  const cols = width - 1;
  const rows = height - 1;
  const regions = Array.from({ length: rows }, () => new Array<number>(cols).fill(-1));
  const at = (i: number, j: number): number => regions[j]?.[i] ?? 0;
  let next = 0;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      if (at(i, j) !== -1) continue;
      const region = next++;
      const stack: [number, number][] = [[i, j]];
      for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
        const [x, y] = cell;
        const row = regions[y];
        if (row === undefined || row[x] !== -1) continue;
        row[x] = region;
        if (!drawn.has(edgeKey([x, y, x, y + 1]))) stack.push([x - 1, y]);
        if (!drawn.has(edgeKey([x + 1, y, x + 1, y + 1]))) stack.push([x + 1, y]);
        if (!drawn.has(edgeKey([x, y, x + 1, y]))) stack.push([x, y - 1]);
        if (!drawn.has(edgeKey([x, y + 1, x + 1, y + 1]))) stack.push([x, y + 1]);
      }
    }
  }
  return regions;
}

/** What keeps regions from separating the colours. Both lists are empty exactly when they do. */
export type SeparationFaults = {
  /** Colours found in more than one region, in order of appearance. */
  readonly splitColours: readonly CellColour[];
  /** Regions that hold more than one colour, ascending. */
  readonly mixedRegions: readonly number[];
};

/** Finds colours that are split and regions that are mixed. Uncoloured cells are free. */
export function separationFaults(cells: Cells, regions: Regions): SeparationFaults {
  const regionsOfColour = new Map<CellColour, Set<number>>();
  const coloursOfRegion = new Map<number, Set<CellColour>>();
  for (const [j, row] of cells.entries()) {
    for (const [i, colour] of row.entries()) {
      const region = regions[j]?.[i];
      if (colour === null || region === undefined) continue;
      addTo(regionsOfColour, colour, region);
      addTo(coloursOfRegion, region, colour);
    }
  }
  const many = <K, V>(map: Map<K, Set<V>>): K[] =>
    [...map].flatMap(([key, values]) => (values.size > 1 ? [key] : []));
  return {
    splitColours: many(regionsOfColour),
    mixedRegions: many(coloursOfRegion).sort((a, b) => a - b),
  };
}

/** Every colour lies in exactly one region and no region holds two colours. */
export function separates(cells: Cells, regions: Regions): boolean {
  const faults = separationFaults(cells, regions);
  return faults.splitColours.length === 0 && faults.mixedRegions.length === 0;
}

/** Whether an edge joins two neighbouring vertices of the board. */
export function isBoardEdge(width: number, height: number, [x0, y0, x1, y1]: LatticeEdge): boolean {
  const isInside = (x: number, y: number): boolean =>
    Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < width && y < height;
  return isInside(x0, y0) && isInside(x1, y1) && Math.abs(x1 - x0) + Math.abs(y1 - y0) === 1;
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, new Set([value]));
  else values.add(value);
}
