/** The stroke as a graph: what hangs together with the start, in what order, and what does not. */
import type { LatticeEdge, Vertex } from "../../../tasks/one-stroke/state.ts";
import { type LatticeSize, vertexIndex } from "../../grid/one-stroke/lattice.ts";

export type StrokeTrace = {
  /** Vertices from the start along the stroke, as far as it is a simple path. */
  readonly path: readonly Vertex[];
  /** The drawn edges are exactly one simple path from the start. */
  readonly isSimple: boolean;
  /** Some vertex has more than two edges, the start more than one, or a cycle is closed. */
  readonly isTangled: boolean;
  /** Drawn edges that do not hang together with the start, as indices into the edges. */
  readonly floating: readonly number[];
  /** Vertices that hang together with the start, by `vertexIndex`. */
  readonly reached: ReadonlySet<number>;
};

/** @param drawn indices of the edges that are drawn in full */
export function traceStroke(
  size: LatticeSize,
  edges: readonly LatticeEdge[],
  drawn: readonly number[],
): StrokeTrace {
  const neighbours = new Map<number, { readonly to: Vertex; readonly edge: number }[]>();
  const link = (from: Vertex, to: Vertex, edge: number): void => {
    const key = vertexIndex(size, from);
    const list = neighbours.get(key) ?? [];
    list.push({ to, edge });
    neighbours.set(key, list);
  };
  for (const index of drawn) {
    const [x0, y0, x1, y1] = edges[index] ?? [0, 0, 0, 0];
    link([x0, y0], [x1, y1], index);
    link([x1, y1], [x0, y0], index);
  }
  const start: Vertex = [0, 0];
  const reached = new Set([vertexIndex(size, start)]);
  const queue = [start];
  const inside = new Set<number>();
  for (let at = queue.pop(); at; at = queue.pop()) {
    for (const { to, edge } of neighbours.get(vertexIndex(size, at)) ?? []) {
      inside.add(edge);
      if (reached.has(vertexIndex(size, to))) continue;
      reached.add(vertexIndex(size, to));
      queue.push(to);
    }
  }
  const floating = drawn.filter((edge) => !inside.has(edge));
  const degrees = [...neighbours].map(([key, list]) => ({ key, degree: list.length }));
  const isTangled =
    degrees.some(({ key, degree }) => degree > (key === vertexIndex(size, start) ? 1 : 2)) ||
    inside.size > reached.size - 1;
  return {
    path: walk(size, neighbours, start),
    isSimple: !isTangled && floating.length === 0,
    isTangled,
    floating,
    reached,
  };
}

/** Follows the stroke from the start until it ends, branches or comes back. */
function walk(
  size: LatticeSize,
  neighbours: ReadonlyMap<number, readonly { readonly to: Vertex; readonly edge: number }[]>,
  start: Vertex,
): readonly Vertex[] {
  const path = [start];
  const used = new Set<number>();
  const seen = new Set([vertexIndex(size, start)]);
  for (let at: Vertex | undefined = start; at; ) {
    const onward: readonly { readonly to: Vertex; readonly edge: number }[] = (
      neighbours.get(vertexIndex(size, at)) ?? []
    ).filter(({ edge }) => !used.has(edge));
    const next = onward.length === 1 ? onward[0] : undefined;
    if (!next || seen.has(vertexIndex(size, next.to))) break;
    used.add(next.edge);
    seen.add(vertexIndex(size, next.to));
    path.push(next.to);
    at = next.to;
  }
  return path;
}

/** The vertex that two edges share, if any. */
export function sharedVertex(a: LatticeEdge, b: LatticeEdge): Vertex | undefined {
  const ends = (edge: LatticeEdge): readonly Vertex[] => [
    [edge[0], edge[1]],
    [edge[2], edge[3]],
  ];
  return ends(a).find(([x, y]) => ends(b).some(([u, v]) => x === u && y === v));
}
