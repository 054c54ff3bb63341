/**
 * A random simple lattice path of a given length from corner to corner: the first step of the
 * published generator. The order of random draws is part of the contract.
 */
import type { Rng } from "../../core/rng/mt19937.ts";
import { MOVE_DELTA, MOVES, type Vertex } from "./state.ts";

/** Published bound: vertices entered, dead ends included, before the draw fails. */
export const MAX_PATH_NODES = 50_000;

/**
 * Depth-first from (0, 0) to (side - 1, side - 1). At each vertex the neighbours on the board, in
 * the order U, D, L, R, are shuffled, each draws a real, and they are tried by ascending real.
 * @param side vertices along each side
 * @param length edges of the path
 * @returns the vertices, or null when the node bound is spent or no such path exists
 */
export function drawSimplePath(rng: Rng, side: number, length: number): Vertex[] | null {
  const goal = side - 1;
  const onPath = new Set<number>([0]);
  const path: Vertex[] = [[0, 0]];
  let nodes = 0;

  /** The goal can be reached in exactly `left` steps on an empty lattice. */
  const isInTime = ([x, y]: Vertex, left: number): boolean => {
    const spare = left - (goal - x) - (goal - y);
    return spare >= 0 && spare % 2 === 0;
  };

  function extend(from: Vertex, left: number): boolean {
    nodes++;
    if (nodes > MAX_PATH_NODES || !isInTime(from, left)) return false;
    if (left === 0) return true;
    for (const next of drawOrder(from)) {
      const key = next[1] * side + next[0];
      const isGoal = next[0] === goal && next[1] === goal;
      if (onPath.has(key) || (isGoal && left !== 1) || !isInTime(next, left - 1)) continue;
      onPath.add(key);
      path.push(next);
      if (extend(next, left - 1)) return true;
      path.pop();
      onPath.delete(key);
    }
    return false;
  }

  function drawOrder([x, y]: Vertex): Vertex[] {
    const neighbours = MOVES.flatMap((move): Vertex[] => {
      const [dx, dy] = MOVE_DELTA[move];
      const isInside = x + dx >= 0 && y + dy >= 0 && x + dx < side && y + dy < side;
      return isInside ? [[x + dx, y + dy]] : [];
    });
    return rng
      .shuffle(neighbours)
      .map((vertex) => ({ vertex, rank: rng.real() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ vertex }) => vertex);
  }

  return extend([0, 0], length) ? path : null;
}
