/**
 * Plans moves on lines (lift.ts): a beam search for lines that do not cross, or for the least
 * entangled ones that it meets. Nothing is simulated here.
 */
import type { Point } from "../../../core/geometry/homography.ts";
import {
  type CrossingMap,
  crossingsOf,
  type Polyline,
} from "../../../core/geometry/polyline-crossings.ts";
import type { Hole } from "../board.ts";
import type { EndIndex } from "../physics/world.ts";
import { layEnd, liftEnd } from "./lift.ts";
import { describeLifted, entanglement, lengthOf, scoreHole } from "./score.ts";

/** Holes of the two ends of each rope. */
export type Ends = readonly (readonly [Hole, Hole])[];

export type PlannedMove = {
  readonly rope: number;
  readonly end: EndIndex;
  readonly target: Hole;
  /** Entanglement expected afterwards. */
  readonly expected: number;
};

export type Tangle = {
  readonly gridSize: number;
  readonly ends: Ends;
  /** Centre lines in board units. */
  readonly lines: readonly Polyline[];
};

export type Beam = {
  /** Tangles kept after each move. */
  readonly width: number;
  /** Moves looked at more closely for each of them, and at most so many with the same end. */
  readonly moves: number;
  readonly perEnd: number;
  /** What a hole spacing of slack counts, in crossing pairs. */
  readonly slackWeight: number;
};

type Node = Tangle & {
  /** Lengths of the ropes, in hole spacings. */
  readonly lengths: readonly number[];
  readonly map: CrossingMap;
  readonly moves: readonly PlannedMove[];
  readonly entangled: number;
  /** Sum of what may go wrong on the way. */
  readonly risk: number;
};

/** Higher than any rope; each move is laid a little higher still. */
const TOP = 100;

/**
 * Plans that are expected to leave fewer crossings than there are, the best first: fewest crossings,
 * then fewest moves. No two begin with the same move.
 * @param count most plans returned
 * @param maxLength longest plan
 */
export function planMoves(
  tangle: Tangle,
  beam: Beam,
  count: number,
  maxLength: number,
): (readonly PlannedMove[])[] {
  const map = crossingsOf(tangle.lines);
  const lengths = tangle.lines.map(lengthOf);
  const start: Node = { ...tangle, lengths, map, moves: [], entangled: entanglement(map), risk: 0 };
  const seen = new Set([keyOf(start)]);
  const byFirst = new Map<PlannedMove | undefined, Node>();
  let nodes = [start];
  for (let length = 1; length <= maxLength && nodes.length > 0; length++) {
    const children = nodes.flatMap((node) => expand(node, beam, seen));
    children.sort(isBetter);
    nodes = children.slice(0, beam.width);
    for (const node of nodes) {
      const known = byFirst.get(node.moves[0]);
      if (known === undefined || node.entangled < known.entangled) byFirst.set(node.moves[0], node);
    }
    if (nodes.some(({ entangled }) => entangled === 0)) break;
  }
  return [...byFirst.values()]
    .sort(isBetter)
    .slice(0, count)
    .map(({ moves }) => moves);
}

function isBetter(a: Node, b: Node): number {
  return a.entangled + a.risk - b.entangled - b.risk;
}

/** The moves of a node that look best, made. */
function expand(node: Node, beam: Beam, seen: Set<string>): Node[] {
  const taken = new Set(node.ends.flat());
  const choices: (Omit<PlannedMove, "expected"> & {
    score: number;
    risk: number;
    line: () => Polyline;
  })[] = [];
  for (let rope = 0; rope < node.lines.length; rope++) {
    for (const end of [0, 1] as const) {
      const remains = liftEnd(node.lines, node.map, rope, end);
      const lifted = describeLifted(rope, remains, node.lines, node.map, node.lengths[rope] ?? 0);
      const ofEnd: typeof choices = [];
      for (let target = 0; target < node.gridSize ** 2; target++) {
        if (taken.has(target)) continue;
        const hole = pointOf(node.gridSize, target);
        const { entangled, risk } = scoreHole(lifted, hole, beam.slackWeight);
        const line = (): Polyline => layEnd(remains, hole, end, TOP + node.moves.length);
        ofEnd.push({ rope, end, target, score: entangled + risk, risk, line });
      }
      ofEnd.sort((a, b) => a.score - b.score);
      choices.push(...ofEnd.slice(0, beam.perEnd));
    }
  }
  choices.sort((a, b) => a.score - b.score);
  const children: Node[] = [];
  for (const { rope, end, target, risk, line } of choices) {
    if (children.length === beam.moves) break;
    const ends = node.ends.map((pair, index): readonly [Hole, Hole] => {
      if (index !== rope) return pair;
      return end === 0 ? [target, pair[1]] : [pair[0], target];
    });
    const lines = node.lines.map((old, index) => (index === rope ? line() : old));
    const key = keyOf({ ...node, ends });
    if (seen.has(key)) continue;
    seen.add(key);
    const map = crossingsOf(lines);
    const entangled = entanglement(map);
    const moves = [...node.moves, { rope, end, target, expected: entangled }];
    children.push({ ...node, ends, lines, map, moves, entangled, risk: node.risk + risk });
  }
  return children;
}

function pointOf(gridSize: number, hole: Hole): Point {
  return [Math.floor(hole / gridSize), hole % gridSize];
}

function keyOf({ ends }: Pick<Tangle, "ends">): string {
  return JSON.stringify(ends);
}
