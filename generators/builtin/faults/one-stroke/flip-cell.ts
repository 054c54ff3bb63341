/**
 * The smallest change of a path: one cell changes sides. Owns no choice among cells.
 */
import {
  type Cell,
  edgeKey,
  edgesOfPath,
  type LatticeEdge,
  type Vertex,
} from "../../../../tasks/one-stroke/index.ts";

/**
 * The path with the edges of a cell drawn where they were not, and the other way round.
 * @param path a simple lattice path
 * @returns null when the result is not one simple path between the same ends
 */
export function flipCell(path: readonly Vertex[], [i, j]: Cell): Vertex[] | null {
  const around: readonly LatticeEdge[] = [
    [i, j, i + 1, j],
    [i, j + 1, i + 1, j + 1],
    [i, j, i, j + 1],
    [i + 1, j, i + 1, j + 1],
  ];
  const drawn = new Map(edgesOfPath(path).map((edge) => [edgeKey(edge), edge]));
  for (const edge of around) {
    if (!drawn.delete(edgeKey(edge))) drawn.set(edgeKey(edge), edge);
  }
  const neighbours = new Map<string, Vertex[]>();
  for (const [x0, y0, x1, y1] of drawn.values()) {
    addTo(neighbours, [x0, y0], [x1, y1]);
    addTo(neighbours, [x1, y1], [x0, y0]);
  }
  const [start, end] = [path[0], path.at(-1)];
  if (start === undefined || end === undefined) return null;
  const isEnd = (key: string): boolean => key === String(start) || key === String(end);
  for (const [key, list] of neighbours) {
    if (list.length > (isEnd(key) ? 1 : 2)) return null;
  }
  const walked: Vertex[] = [start];
  let before: Vertex | undefined;
  for (let at: Vertex | undefined = start; at !== undefined; ) {
    const next: Vertex | undefined = neighbours
      .get(String(at))
      ?.find((vertex) => before === undefined || String(vertex) !== String(before));
    if (next !== undefined) walked.push(next);
    before = at;
    at = next;
  }
  const isWhole = walked.length === drawn.size + 1 && String(walked.at(-1)) === String(end);
  return isWhole ? walked : null;
}

function addTo(map: Map<string, Vertex[]>, key: Vertex, value: Vertex): void {
  const list = map.get(String(key));
  if (list === undefined) map.set(String(key), [value]);
  else list.push(value);
}
