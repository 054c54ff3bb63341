import { expect, test } from "vitest";
import { crossingsOf, type Polyline } from "../../../core/geometry/polyline-crossings.ts";
import { rowColOf } from "../board.ts";
import { type Beam, planMoves, type Tangle } from "./plan.ts";
import { entanglement } from "./score.ts";

const BEAM: Beam = { width: 6, moves: 10, perEnd: 2, slackWeight: 0 };

/** Straight ropes between holes of a 4 x 4 board, each above the ones before it. */
function straight(ends: readonly (readonly [number, number])[]): Tangle {
  const lines = ends.map(([a, b], rope): Polyline => {
    const [from, to] = [rowColOf(4, a), rowColOf(4, b)];
    return [
      [from.row, from.col, rope],
      [to.row, to.col, rope],
    ];
  });
  return { gridSize: 4, ends, lines };
}

test("entanglement counts crossing pairs, and further crossings of a pair a little less", () => {
  const bar: Polyline = [
    [0, 0, 0],
    [4, 0, 0],
  ];
  const zigzag: Polyline = [
    [1, -1, 1],
    [1, 1, 1],
    [3, 1, 1],
    [3, -1, 1],
  ];
  expect(entanglement(crossingsOf([bar]))).toBe(0);
  expect(entanglement(crossingsOf([bar, zigzag]))).toBeCloseTo(1.8, 12);
});

test("two crossing ropes take one move, and every plan says what it leads to", () => {
  const plans = planMoves(
    straight([
      [0, 15],
      [3, 12],
    ]),
    BEAM,
    4,
    3,
  );
  expect(plans[0]).toHaveLength(1);
  expect(plans[0]?.[0]?.expected).toBe(0);
  const firsts = plans.map(([move]) => `${move?.rope} ${move?.end} ${move?.target}`);
  expect(new Set(firsts).size).toBe(plans.length);
});

test("plans are no longer than asked for and move ends into empty holes only", () => {
  const ends = [
    [0, 15],
    [3, 12],
    [1, 14],
    [2, 13],
  ] as const;
  for (const plan of planMoves(straight(ends), BEAM, 5, 2)) {
    expect(plan.length).toBeLessThanOrEqual(2);
    const now = ends.map((pair): [number, number] => [...pair]);
    for (const { rope, end, target } of plan) {
      expect(now.flat()).not.toContain(target);
      const pair = now[rope];
      if (pair !== undefined) pair[end] = target;
    }
  }
});
