/**
 * What the faults of One Stroke work on: the finished stroke, when each of its edges is drawn, and
 * poses changed from a frame on. Owns no choice of place or time.
 */
import {
  type Cells,
  edgeKey,
  edgesOfPath,
  type LatticeEdge,
  type Move,
  regionsOf,
  type StrokePose,
  type StrokeState,
  separates,
  type Vertex,
} from "../../../../tasks/one-stroke/index.ts";
import type { ScriptContext } from "../../script.ts";

/** What a One Stroke script works with. */
export type StrokeContext = ScriptContext<StrokeState, Move, StrokePose>;

/** The stroke that the valid rollout ends with. */
export type Rollout = {
  readonly width: number;
  readonly height: number;
  readonly cells: Cells;
  /** From the start to the goal. */
  readonly vertices: readonly Vertex[];
  /** Edge i joins vertices i and i + 1. */
  readonly edges: readonly LatticeEdge[];
  /** By edge: the move that draws it for good, -1 when it is there from the first frame. */
  readonly moveOf: readonly number[];
};

/** Reads the finished stroke off the states of the context. */
export function readRollout({ states }: StrokeContext): Rollout {
  const { width, height, cells, path } = states.at(-1) as StrokeState;
  const edges = edgesOfPath(path);
  const lengths = states.map((state) => state.path.length - 1);
  return {
    width,
    height,
    cells,
    vertices: path,
    edges,
    moveOf: edges.map((_, edge) => lengths.findLastIndex((length) => length <= edge)),
  };
}

/** Whether the board's colours are separated by these edges, drawn whole. */
export function keepsSeparation(
  { width, height, cells }: Rollout,
  edges: readonly LatticeEdge[],
): boolean {
  return separates(cells, regionsOf(width, height, edges));
}

/** The edges of the finished stroke but for some. */
export function edgesWithout({ edges }: Rollout, left: readonly LatticeEdge[]): LatticeEdge[] {
  return edges.filter((edge) => !left.some((other) => isSameEdge(edge, other)));
}

/** The same two vertices, whichever way round. */
export function isSameEdge(a: LatticeEdge, b: LatticeEdge): boolean {
  return edgeKey(a) === edgeKey(b);
}

/** The pose without an edge; the pose itself when the edge is not drawn whole. */
export function withoutEdge(pose: StrokePose, edge: LatticeEdge): StrokePose {
  const segments = pose.segments.filter((segment) => !isSameEdge(segment, edge));
  return segments.length === pose.segments.length ? pose : { ...pose, segments };
}

/** The cells with one of them changed, null = uncoloured. */
export function withCell(
  cells: Cells,
  [i, j]: readonly [i: number, j: number],
  colour: Cells[number][number],
): Cells {
  return cells.map((row, y) => (y === j ? row.map((known, x) => (x === i ? colour : known)) : row));
}

/** The poses with a change from a frame on; equal poses stay one object. */
export function changeFrom(
  poses: readonly StrokePose[],
  from: number,
  change: (pose: StrokePose) => StrokePose,
): StrokePose[] {
  const changed = new Map<StrokePose, StrokePose>();
  return poses.map((pose, frame) => {
    if (frame < from) return pose;
    const known = changed.get(pose) ?? change(pose);
    changed.set(pose, known);
    return known;
  });
}
