/**
 * The shortest way to solve a board from any stroke: enumerates move sequences by length and, within
 * a length, alphabetically (D < L < R < U), as published, and returns the first that solves. Steps
 * back are moves too; they only make sense before the first step forward.
 *
 * A branch is left as soon as no completion can solve. Each test is exact, so that none changes the
 * answer: colours forbid or demand edges (board-graph.ts); a demanded edge at a vertex that the stroke has
 * passed, or too far away to be fetched, is lost; a colour that the stroke has split stays split; and
 * what the stroke has shut off from its head stays as it is.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import {
  type BoardGraph,
  buildBoardGraph,
  EDGE_MUST,
  EDGE_NEVER,
  edgeBetween,
  latticeDistance,
  MOVES_PER_VERTEX,
  SEARCH_MOVES,
  vertexNumber,
} from "./board-graph.ts";
import { isOver, isSolved } from "./rules.ts";
import { createShutTest } from "./shut-test.ts";
import type { Move, StrokeState } from "./state.ts";

/** Vertices entered, over all lengths tried, before the search gives up. */
export const MAX_SOLVER_NODES = 5_000_000;

export type SolveOptions = {
  /** Longest sequence looked for. @default any */
  readonly maxLength?: number;
  /** @default MAX_SOLVER_NODES */
  readonly maxNodes?: number;
};

export type SearchResult = {
  /** The first shortest sequence, null when none of at most `maxLength` moves solves. */
  readonly moves: readonly Move[] | null;
  /** Vertices entered. */
  readonly nodes: number;
};

/**
 * The alphabetically first of the shortest sequences that solve; [] when solved, null when the
 * episode is over unsolved or nothing solves.
 * @throws RuleError when the node bound is spent
 */
export function solve(state: StrokeState): readonly Move[] | null {
  return searchShortest(state).moves;
}

/** `solve` with its limits and effort. @throws RuleError when the node bound is spent */
export function searchShortest(state: StrokeState, options: SolveOptions = {}): SearchResult {
  if (isOver(state)) return { moves: isSolved(state) ? [] : null, nodes: 0 };
  const { maxNodes = MAX_SOLVER_NODES } = options;
  const graph = buildBoardGraph(state.width, state.height, state.cells);
  const longest = state.path.length - 1 + graph.goal;
  const maxLength = Math.min(options.maxLength ?? longest, longest);
  const search = createSearch(
    graph,
    state.path.map((vertex) => vertexNumber(graph, vertex)),
    maxNodes,
  );
  for (let length = search.distance; length <= maxLength; length += 2) {
    const moves = search.run(length);
    if (moves !== null) return { moves, nodes: search.nodes() };
  }
  return { moves: null, nodes: search.nodes() };
}

function createSearch(graph: BoardGraph, path: readonly number[], maxNodes: number) {
  const { neighbour, edge, edgeKind, edgeFrom, edgeTo, goal, isBorder, isInner } = graph;
  const vertices = goal + 1;
  const onPath = new Uint8Array(vertices);
  const isDrawn = new Uint8Array(edgeKind.length);
  /** Demanded edges at a vertex that are not drawn yet. */
  const pending = new Uint8Array(vertices);
  const demanded: number[] = [];
  for (const [index, kind] of edgeKind.entries()) {
    if (kind !== EDGE_MUST) continue;
    demanded.push(index);
    bump(pending, edgeFrom[index] ?? 0, 1);
    bump(pending, edgeTo[index] ?? 0, 1);
  }
  const distances = new Uint8Array(vertices * vertices);
  for (let a = 0; a < vertices; a++) {
    for (let b = 0; b < vertices; b++) distances[a * vertices + b] = latticeDistance(graph, a, b);
  }
  const isLowerLeft = Uint8Array.from({ length: vertices }, (_, vertex) =>
    vertex < graph.width || vertex % graph.width === 0 ? 1 : 0,
  );
  const stepsBetween = (a: number, b: number): number => distances[a * vertices + b] ?? 0;
  const shut = createShutTest(graph, onPath, isDrawn, pending);
  const moves: Move[] = [];
  let demandedLeft = demanded.length;
  let nodes = 0;

  function enter(vertex: number, through: number): void {
    onPath[vertex] = 1;
    if (through >= 0) draw(through, 1);
  }

  function leave(vertex: number, through: number): void {
    onPath[vertex] = 0;
    if (through >= 0) draw(through, 0);
  }

  function draw(index: number, on: 0 | 1): void {
    isDrawn[index] = on;
    if (edgeKind[index] !== EDGE_MUST) return;
    const change = on === 1 ? -1 : 1;
    bump(pending, edgeFrom[index] ?? 0, change);
    bump(pending, edgeTo[index] ?? 0, change);
    demandedLeft += change;
  }

  /** Every demanded edge can still be fetched on a way of at most `left` steps. */
  function canFetchAll(head: number, left: number): boolean {
    if (demandedLeft > left) return false;
    for (const index of demanded) {
      if (isDrawn[index] === 1) continue;
      const a = edgeFrom[index] ?? 0;
      const b = edgeTo[index] ?? 0;
      const there = stepsBetween(head, a) + stepsBetween(b, goal);
      const round = stepsBetween(head, b) + stepsBetween(a, goal);
      if (Math.min(there, round) + 1 > left) return false;
    }
    return true;
  }

  /**
   * Steps to the goal, and two more for every cut after the next that cannot run from the lower or
   * left side to the upper or right one: each other cut has a step away from the goal, and getting
   * back to the lower or left side for another such cut takes one too.
   */
  function fewestSteps(vertex: number, cuts: number): number {
    const spared = isBorder[vertex] === 1 ? (isLowerLeft[vertex] ?? 0) : 2;
    return stepsBetween(vertex, goal) + 2 * Math.max(0, cuts - spared);
  }

  function forward(vertex: number, through: number, left: number, cutsBefore: number): boolean {
    countNode();
    const owed = pending[vertex] ?? 0;
    if (vertex === goal) return left === 0 && demandedLeft === 0 && shut.separates();
    if (owed > 1 || fewestSteps(vertex, cutsBefore - 1) > left) return false;
    const isCut = isBorder[vertex] === 1 && isInner[through] === 1;
    const cuts = isCut ? shut.cutsNeeded(vertex) : cutsBefore;
    if (cuts < 0 || fewestSteps(vertex, cuts) > left || !canFetchAll(vertex, left)) return false;
    for (let move = 0; move < MOVES_PER_VERTEX; move++) {
      if (tryMove(vertex, move, left, owed, cuts)) return true;
    }
    return false;
  }

  function tryMove(
    vertex: number,
    move: number,
    left: number,
    owed: number,
    cuts: number,
  ): boolean {
    const slot = vertex * MOVES_PER_VERTEX + move;
    const target = neighbour[slot] ?? -1;
    if (target < 0 || onPath[target] === 1) return false;
    const through = edge[slot] ?? -1;
    const kind = edgeKind[through];
    if (kind === EDGE_NEVER || (owed === 1 && kind !== EDGE_MUST)) return false;
    moves.push(SEARCH_MOVES[move] ?? "U");
    enter(target, through);
    if (forward(target, through, left - 1, cuts)) return true;
    leave(target, through);
    moves.pop();
    return false;
  }

  /** At vertex `at` of the given stroke, after steps back only. */
  function backward(at: number, left: number): boolean {
    countNode();
    const vertex = path[at] ?? 0;
    const before = path[at - 1];
    const owed = pending[vertex] ?? 0;
    const cuts = isStrokeSound(at) ? shut.cutsNeeded(vertex) : -1;
    const mayGoOn =
      cuts >= 0 && owed <= 1 && fewestSteps(vertex, cuts) <= left && canFetchAll(vertex, left);
    for (let move = 0; move < MOVES_PER_VERTEX; move++) {
      const slot = vertex * MOVES_PER_VERTEX + move;
      if (before !== undefined && neighbour[slot] === before) {
        const through = edge[slot] ?? -1;
        moves.push(SEARCH_MOVES[move] ?? "U");
        leave(vertex, through);
        if (left > 0 && backward(at - 1, left - 1)) return true;
        enter(vertex, through);
        moves.pop();
      } else if (mayGoOn && tryMove(vertex, move, left, owed, cuts)) {
        return true;
      }
    }
    return false;
  }

  /** The first `at` edges of the given stroke break no demand of the colours. */
  function isStrokeSound(at: number): boolean {
    for (const [index, kind] of edgeKind.entries()) {
      if (kind === EDGE_NEVER && isDrawn[index] === 1) return false;
    }
    return path.slice(0, at).every((vertex) => pending[vertex] === 0);
  }

  function countNode(): void {
    nodes++;
    if (nodes > maxNodes) {
      throw new RuleError(
        describeMismatch("board", `a solution within ${maxNodes} search nodes`, null),
      );
    }
  }

  function run(length: number): readonly Move[] | null {
    moves.length = 0;
    for (const [at, vertex] of path.entries()) {
      enter(vertex, at === 0 ? -1 : edgeBetween(graph, path[at - 1] ?? 0, vertex));
    }
    const isFound = backward(path.length - 1, length);
    const found = isFound ? [...moves] : null;
    onPath.fill(0);
    for (const index of isDrawn.keys()) if (isDrawn[index] === 1) draw(index, 0);
    return found;
  }

  return {
    run,
    nodes: () => nodes,
    /** Fewest steps from the stroke's end to the goal. */
    distance: latticeDistance(graph, path[path.length - 1] ?? 0, goal),
  };
}

function bump(counts: Uint8Array, at: number, change: number): void {
  counts[at] = (counts[at] ?? 0) + change;
}
