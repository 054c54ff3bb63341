import { describe, expect, test } from "vitest";
import { relateSegments } from "../../../core/geometry/segments.ts";
import { holeAt, rowColOf } from "../board.ts";
import { IS_CROSSING, IS_NEAR, pegLinesOf } from "./peg-lines.ts";

const SIZE = 6;
const LINES = pegLinesOf(SIZE);
const at = (row: number, col: number): number => holeAt(SIZE, { row, col });

function relation(a: number, b: number, c: number, d: number): string[] {
  const bits = LINES.relate(a, b, c, d);
  return [
    ...((bits & IS_NEAR) !== 0 ? ["near"] : []),
    ...((bits & IS_CROSSING) !== 0 ? ["crossing"] : []),
  ];
}

/** The holes themselves, in whole numbers. */
function exactly(a: number, b: number, c: number, d: number) {
  const [p, q, r, s] = [a, b, c, d].map((hole) => {
    const { row, col } = rowColOf(SIZE, hole);
    return [row, col] as const;
  });
  return [
    [p ?? [0, 0], q ?? [0, 0]],
    [r ?? [0, 0], s ?? [0, 0]],
  ] as const;
}

describe("two lines from peg to peg", () => {
  test("cross, pass near, or lie apart", () => {
    expect(relation(at(0, 0), at(5, 5), at(0, 5), at(5, 0))).toEqual(["near", "crossing"]);
    expect(relation(at(0, 0), at(0, 5), at(1, 0), at(1, 5))).toEqual([]);
    // One spacing is 2.2 units, near is less than 0.616 of them.
    expect(relation(at(0, 0), at(4, 1), at(2, 1), at(2, 5))).toEqual([]);
    expect(relation(at(0, 0), at(5, 1), at(4, 1), at(4, 5))).toEqual(["near"]);
  });

  test("a peg exactly on another line: rounding decides, as published; exactly it is no crossing", () => {
    // Seed 692. The peg (3, 4) of the last rope stands on the line from (1, 5) to (5, 3); two more
    // pegs stand on lines, where rounding does not count them.
    const layout = [
      [20, 17],
      [11, 33],
      [19, 9],
      [5, 35],
      [0, 30],
      [22, 10],
    ] as const;
    let rounded = 0;
    let exact = 0;
    let touching = 0;
    for (const [i, [a, b]] of layout.entries()) {
      for (const [c, d] of layout.slice(i + 1)) {
        if (relation(a, b, c, d).includes("crossing")) rounded++;
        const [first, second] = exactly(a, b, c, d);
        const kind = relateSegments(first, second);
        if (kind === "crossing") exact++;
        if (kind === "touching") touching++;
      }
    }
    expect({ rounded, exact, touching }).toEqual({ rounded: 3, exact: 2, touching: 3 });
    expect(relation(11, 33, 22, 10)).toEqual(["near", "crossing"]);
  });

  test("but for such contacts doubles and whole numbers agree", () => {
    for (let k = 0; k < 4000; k++) {
      const [a, b, c, d] = [k * 7, k * 11 + 3, k * 13 + 5, k * 29 + 1].map((n) => n % 36) as [
        number,
        number,
        number,
        number,
      ];
      if (new Set([a, b, c, d]).size < 4) continue;
      const [first, second] = exactly(a, b, c, d);
      const kind = relateSegments(first, second);
      if (kind === "touching" || kind === "overlapping") continue;
      expect(relation(a, b, c, d).includes("crossing")).toBe(kind === "crossing");
    }
  });
});

test("all holes at once give what each of them gives", () => {
  const into = new Uint8Array(LINES.holeCount);
  for (const end of [0, 1] as const) {
    for (const isFirst of [true, false]) {
      LINES.relateAll({ fixed: 8, end }, isFirst, 3, 29, into);
      for (let hole = 0; hole < LINES.holeCount; hole++) {
        const [a, b] = end === 0 ? [hole, 8] : [8, hole];
        const alone = isFirst ? LINES.relate(a, b, 3, 29) : LINES.relate(3, 29, a, b);
        expect(into[hole]).toBe(alone);
      }
    }
  }
});

test("lengths and meeting points, in world units from the middle of the board", () => {
  expect(LINES.length(at(0, 0), at(3, 4))).toBeCloseTo(11, 12);
  const out = new Float64Array(4);
  expect(LINES.meet(at(0, 0), at(5, 5), at(0, 5), at(5, 0), out, 2)).toBe(true);
  expect([...out]).toEqual([0, 0, expect.closeTo(0, 12), expect.closeTo(0, 12)]);
  expect(LINES.meet(at(0, 0), at(0, 5), at(1, 0), at(1, 5), out, 0)).toBe(false);
});
