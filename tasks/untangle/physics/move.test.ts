import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Crossing,
  crossingsOf,
  type Polyline,
} from "../../../core/geometry/polyline-crossings.ts";
import { KNOTTED_BOARD, UNTANGLE_BOARDS } from "../../../tests/helpers/untangle-boards.ts";
import { HOLE_SPACING, holePlace } from "../board.ts";
import { toBoardLines } from "../simulate.ts";
import type { UntangleState } from "../state.ts";
import { type EndMove, moveEnd } from "./move.ts";
import { measureNearest } from "./nearest.ts";
import {
  CARRY_TICKS,
  LIFT_TICKS,
  LOWER_TICKS,
  MOVE_TICKS,
  PLUG_RISE,
  RADIUS,
  SEGMENTS,
} from "./parameters.ts";
import { settleStart } from "./start.ts";
import { endOffset, particleOffset, ropePositions, type World } from "./world.ts";

/** Legal moves made one after the other. */
type Play = {
  readonly board: UntangleState;
  readonly start: World;
  readonly moves: readonly EndMove[];
  /** Positions of the ropes before each move and after each of its ticks. */
  readonly ticks: readonly (readonly Float64Array[])[];
  readonly end: World;
};

type Move = readonly [rope: number, end: 0 | 1, target: number];

/** @param choose the next move, from the holes of all ends */
function play(
  board: UntangleState,
  count: number,
  choose: (ends: readonly (readonly number[])[], index: number) => Move,
): Play {
  const ends = board.start.ends.map((pair): [number, number] => [...pair]);
  const start = settleStart({ gridSize: board.gridSize, ...board.start });
  let world = start;
  const moves: EndMove[] = [];
  const ticks = Array.from({ length: count }, (_, index) => {
    const [rope, end, target] = choose(ends, index);
    const pair = ends[rope] ?? [0, 0];
    const move = { rope, end, source: pair[end], target };
    const frames = [ropePositions(world)];
    world = moveEnd(world, board.gridSize, move, (now) => frames.push(ropePositions(now)));
    moves.push(move);
    pair[end] = target;
    return frames;
  });
  return { board, start, moves, ticks, end: world };
}

function playRandomly(board: UntangleState, choices: readonly Move[]): Play {
  return play(board, choices.length, (ends, index) => {
    const [rope = 0, end = 0, hole = 0] = choices[index] ?? [];
    const taken = ends.flat();
    const empty = Array.from({ length: board.gridSize ** 2 }, (_, at) => at).filter(
      (at) => !taken.includes(at),
    );
    return [rope % ends.length, end, empty[hole % empty.length] ?? 0];
  });
}

/** Found by trying: without bounds on steps, ropes of these plays pass through each other. */
const SQUEEZING: readonly (readonly Move[])[] = [
  [
    [5, 0, 28],
    [4, 1, 10],
    [5, 0, 6],
  ],
  [
    [4, 1, 28],
    [1, 0, 13],
    [2, 1, 14],
    [2, 1, 24],
  ],
];

/** Random plays of all boards, the same each time; then the squeezing ones. */
const PLAYS: readonly Play[] = [
  ...fc
    .sample(
      fc.array(fc.tuple(fc.nat(), fc.constantFrom<0 | 1>(0, 1), fc.nat()), {
        minLength: 2,
        maxLength: 3,
      }),
      { numRuns: 2 * UNTANGLE_BOARDS.length, seed: 20 },
    )
    .map((choices, index) =>
      playRandomly(UNTANGLE_BOARDS[index % UNTANGLE_BOARDS.length] ?? KNOTTED_BOARD, choices),
    ),
  ...SQUEEZING.map((moves) =>
    play(KNOTTED_BOARD, moves.length, (_, index) => moves[index] ?? [0, 0, 0]),
  ),
];
const CASES = PLAYS.map((played, index) => ({ index, ...played }));

describe.each(CASES)("play $index", ({ board, start, moves, ticks, end: world }) => {
  const { gridSize } = board;

  test("takes the published number of ticks, and nothing leaves the board or sinks below it", () => {
    const bound = gridSize * HOLE_SPACING;
    for (const frames of ticks) {
      expect(frames).toHaveLength(MOVE_TICKS + 1);
      const isOff = frames.some((positions) =>
        positions.some((value, at) => {
          if (at % 3 === 1) return !(value > -LARGEST_DIP && value < 5);
          return !(Math.abs(value) < bound);
        }),
      );
      expect(isOff).toBe(false);
    }
  });

  test("ends that moved stand exactly in their holes, the others where they stood", () => {
    const moved = new Map(moves.map(({ rope, end, target }) => [endOffset(rope, end), target]));
    for (const rope of board.ropes.keys()) {
      for (const end of [0, 1] as const) {
        const at = endOffset(rope, end);
        const target = moved.get(at);
        const place = [...world.positions.subarray(at, at + 3)];
        if (target === undefined) {
          expect(place).toEqual([...start.positions.subarray(at, at + 3)]);
        } else {
          const { x, z } = holePlace(gridSize, target);
          expect(place).toEqual([x, RADIUS, z]);
        }
      }
    }
  });

  test("settled ropes are little longer than they want to be, and that has bounds", () => {
    const diagonal = (gridSize - 1) * HOLE_SPACING * Math.SQRT2;
    for (let rope = 0; rope < world.ropeCount; rope++) {
      const rest = (world.segmentLengths[rope] ?? Number.NaN) * SEGMENTS;
      expect(lengthOf(world.positions, rope) - rest).toBeLessThan(2);
      expect(rest).toBeLessThan(1.55 * diagonal + 3);
    }
  });

  test("the axes of ropes stay apart at every tick", () => {
    for (const frames of ticks) {
      for (const positions of frames) {
        const least = board === KNOTTED_BOARD ? LEAST_SQUEEZED : LEAST_DISTANCE;
        expect(leastDistance(positions)).toBeGreaterThan(least);
      }
    }
  });

  test("while ends rest, crossings come and go in pairs, or over a plug of the lower rope", () => {
    let compared = 0;
    for (const [index, { rope }] of moves.entries()) {
      const maps = (ticks[index] ?? []).map((positions) =>
        crossingsByOrder(toBoardLines(gridSize, positions)),
      );
      for (const [tick, later] of maps.entries()) {
        const earlier = maps[tick - 1];
        if (earlier === undefined) continue;
        const isCarried = tick <= LIFT_TICKS + CARRY_TICKS + LOWER_TICKS + LATEST_TICKS;
        for (const key of new Set([...earlier.keys(), ...later.keys()])) {
          if (isCarried && key.split(" over ").includes(String(rope))) continue;
          compared++;
          const lists = [earlier.get(key) ?? [], later.get(key) ?? []];
          const [was = 0, is = 0] = lists.map(sumOf);
          if (was === is) continue;
          const overPlug = Math.max(...lists.map((list) => list.filter(isOverPlug).length));
          expect(Math.abs(was - is)).toBeLessThanOrEqual(overPlug);
        }
      }
    }
    expect(compared).toBeGreaterThan(0);
  });
});

test("some rope was lifted over a plug, so that the rule for it was tried", () => {
  const changes = PLAYS.flatMap(({ board, moves, ticks }) =>
    ticks.map((frames, index) => {
      const sums = frames.map((positions) => {
        const others = [...crossingsByOrder(toBoardLines(board.gridSize, positions))].filter(
          ([key]) => !key.split(" over ").includes(String(moves[index]?.rope)),
        );
        return JSON.stringify(others.map(([key, list]) => [key, sumOf(list)]).sort());
      });
      return new Set(sums).size;
    }),
  );
  expect(Math.max(...changes)).toBeGreaterThan(1);
});

/** Two rope radii are 0.44; under strain ropes give, but never to nothing. */
const LEAST_DISTANCE = 0.15;
/** Axes rest at 0.22; what lies on a squeezed rope presses it into the board. */
const LARGEST_DIP = 0.1;
/** Far above the rounding of doubles, in which "over" would be lost. */
const LEAST_SQUEEZED = 1e-3;
/** Segments of one rope nearer along it than this are the same bend. */
const SAME_BEND = 5;
/** Ticks that an end may come late to its hole. */
const LATEST_TICKS = 30;

function leastDistance(positions: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  const count = (positions.length / particleOffset(1, 0)) * SEGMENTS;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const isOwn = Math.floor(i / SEGMENTS) === Math.floor(j / SEGMENTS);
      if (isOwn && j - i < SAME_BEND) continue;
      least = Math.min(least, measureNearest(positions, offsetOf(i), offsetOf(j)));
    }
  }
  return Math.sqrt(least);
}

type SignedCrossing = Crossing & { readonly sign: number };

/** Crossings of each ordered pair, such as "2 over 0". */
function crossingsByOrder(lines: readonly Polyline[]): Map<string, SignedCrossing[]> {
  const byOrder = new Map<string, SignedCrossing[]>();
  for (const crossing of crossingsOf(lines).between) {
    const { over, under } = crossing;
    const [ux, uy] = directionAt(lines, over);
    const [vx, vy] = directionAt(lines, under);
    const key = `${over.line} over ${under.line}`;
    const list = byOrder.get(key) ?? [];
    byOrder.set(key, list);
    list.push({ ...crossing, sign: Math.sign(ux * vy - uy * vx) });
  }
  return byOrder;
}

function directionAt(lines: readonly Polyline[], place: Crossing["over"]): [number, number] {
  const line = lines[place.line] ?? [];
  const index = Math.min(line.length - 2, Math.floor(place.at));
  const [from, to] = [line[index], line[index + 1]];
  return [(to?.[0] ?? 0) - (from?.[0] ?? 0), (to?.[1] ?? 0) - (from?.[1] ?? 0)];
}

function sumOf(crossings: readonly SignedCrossing[]): number {
  return crossings.reduce((sum, { sign }) => sum + sign, 0);
}

/** As near to an end of the lower rope as it gets within a tick, and higher than that end's plug. */
function isOverPlug({ over, under }: SignedCrossing): boolean {
  const isAtEnd = Math.min(under.at, SEGMENTS - under.at) < 4.5;
  return isAtEnd && over.height * HOLE_SPACING > RADIUS + PLUG_RISE;
}

function offsetOf(segment: number): number {
  return particleOffset(Math.floor(segment / SEGMENTS), segment % SEGMENTS);
}

function lengthOf(positions: Float64Array, rope: number): number {
  let length = 0;
  for (let index = 0; index < SEGMENTS; index++) {
    const at = particleOffset(rope, index);
    const [x = 0, y = 0, z = 0, toX = 0, toY = 0, toZ = 0] = positions.subarray(at, at + 6);
    length += Math.hypot(toX - x, toY - y, toZ - z);
  }
  return length;
}
