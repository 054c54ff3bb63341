import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Point } from "./homography.ts";
import { isOnSegment, relateSegments, type Segment, type SegmentRelation } from "./segments.ts";

const seg = (x1: number, y1: number, x2: number, y2: number): Segment => [
  [x1, y1],
  [x2, y2],
];

describe("hand-worked pairs", () => {
  test.each<[string, Segment, Segment, SegmentRelation]>([
    ["an X", seg(0, 0, 2, 2), seg(0, 2, 2, 0), "crossing"],
    ["crossing off the middle", seg(0, 0, 5, 0), seg(4, -3, 3, 1), "crossing"],
    ["side by side", seg(0, 0, 2, 0), seg(0, 1, 2, 1), "apart"],
    ["lines cross beyond an end", seg(0, 0, 1, 1), seg(3, 0, 0, 3), "apart"],
    ["boxes meet, segments do not", seg(0, 0, 4, 4), seg(3, 0, 4, 1), "apart"],
    ["a T", seg(0, 0, 4, 0), seg(2, 0, 2, 3), "touching"],
    ["a T from the other one", seg(2, 0, 2, 3), seg(0, 0, 4, 0), "touching"],
    ["a peg on the line between two others", seg(1, 5, 5, 3), seg(3, 4, 1, 4), "touching"],
    ["an L", seg(0, 0, 4, 0), seg(4, 0, 4, 3), "shared-end"],
    ["a straight join", seg(0, 0, 2, 0), seg(2, 0, 5, 0), "shared-end"],
    ["equal segments", seg(0, 0, 2, 1), seg(0, 0, 2, 1), "overlapping"],
    ["reversed", seg(0, 0, 2, 1), seg(2, 1, 0, 0), "overlapping"],
    ["one inside the other", seg(0, 0, 6, 3), seg(2, 1, 4, 2), "overlapping"],
    ["sharing an end and more", seg(0, 0, 6, 3), seg(0, 0, 4, 2), "overlapping"],
    ["on one line, apart", seg(0, 0, 2, 1), seg(4, 2, 6, 3), "apart"],
    ["upright, overlapping", seg(1, 0, 1, 4), seg(1, 3, 1, 9), "overlapping"],
    ["upright, apart", seg(1, 0, 1, 4), seg(1, 5, 1, 9), "apart"],
    ["a point on a segment", seg(2, 1, 2, 1), seg(0, 0, 4, 2), "touching"],
    ["a point at an end", seg(4, 2, 4, 2), seg(0, 0, 4, 2), "shared-end"],
    ["a point beside it", seg(2, 2, 2, 2), seg(0, 0, 4, 2), "apart"],
    ["a point on its line, outside", seg(6, 3, 6, 3), seg(0, 0, 4, 2), "apart"],
    ["two equal points", seg(1, 1, 1, 1), seg(1, 1, 1, 1), "shared-end"],
    ["two points", seg(1, 1, 1, 1), seg(1, 2, 1, 2), "apart"],
  ])("%s", (_, first, second, relation) => {
    expect(relateSegments(first, second)).toBe(relation);
    expect(relateSegments(second, first)).toBe(relation);
  });

  test("a peg on a line, placed by doubles: they may put it on either side", () => {
    // As in the published count of peg lines: x = 2.2 row - 5.5, z = 2.2 col - 5.5.
    const at = (row: number, col: number): Point => [2.2 * row - 5.5, 2.2 * col - 5.5];
    expect(relateSegments([at(1, 5), at(5, 3)], [at(3, 4), at(1, 4)])).toBe("crossing");
  });

  test("the doubles given decide, not the decimals meant", () => {
    const meant = relateSegments(seg(0, 0, 3, 3), seg(1, 1, 1, 3));
    const rounded = relateSegments(seg(0, 0, 0.3, 0.3), seg(0.1, 0.1 - 2 ** -56, 0.1, 0.3));
    expect([meant, rounded]).toEqual(["touching", "crossing"]);
  });
});

test("points on segments", () => {
  expect(isOnSegment([2, 1], seg(0, 0, 4, 2))).toBe(true);
  expect(isOnSegment([4, 2], seg(0, 0, 4, 2))).toBe(true);
  expect(isOnSegment([6, 3], seg(0, 0, 4, 2))).toBe(false);
  expect(isOnSegment([2, 1 + 2 ** -52], seg(0, 0, 4, 2))).toBe(false);
});

/** Few values, so that contacts and overlaps are frequent. */
const lattice = fc.integer({ min: 0, max: 4 });
const latticeSegment = fc.tuple(fc.tuple(lattice, lattice), fc.tuple(lattice, lattice));
const double = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const doubleSegment = fc.tuple(fc.tuple(double, double), fc.tuple(double, double));
const anyPair = fc.oneof(
  fc.tuple(latticeSegment, latticeSegment),
  fc.tuple(doubleSegment, doubleSegment),
);

describe("for all pairs", () => {
  test("order and direction do not matter", () => {
    fc.assert(
      fc.property(anyPair, ([first, second]) => {
        const relation = relateSegments(first, second);
        const [a, b] = first;
        const [c, d] = second;
        expect(relateSegments(second, first)).toBe(relation);
        expect(relateSegments([b, a], second)).toBe(relation);
        expect(relateSegments(first, [d, c])).toBe(relation);
      }),
    );
  });

  test("a shift by integers and a swap of the axes keep it", () => {
    const shift = fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -9, max: 9 }));
    fc.assert(
      fc.property(latticeSegment, latticeSegment, shift, (first, second, [dx, dy]) => {
        const move = ([a, b]: Segment): Segment => [
          [a[0] + dx, a[1] + dy],
          [b[0] + dx, b[1] + dy],
        ];
        const swap = ([a, b]: Segment): Segment => [
          [a[1], a[0]],
          [b[1], b[0]],
        ];
        const relation = relateSegments(first, second);
        expect(relateSegments(move(first), move(second))).toBe(relation);
        expect(relateSegments(swap(first), swap(second))).toBe(relation);
      }),
    );
  });

  test("lattice pairs agree with their common points counted in fractions", () => {
    fc.assert(
      fc.property(latticeSegment, latticeSegment, (first, second) => {
        expect(relateSegments(first, second)).toBe(relateByFractions(first, second));
      }),
      { numRuns: 400 },
    );
  });
});

/** The relation by solving for the common point in integers; for lattice segments only. */
function relateByFractions(first: Segment, second: Segment): SegmentRelation {
  const [a, b] = first;
  const [c, d] = second;
  const cross = (p: Point, q: Point): number => p[0] * q[1] - p[1] * q[0];
  const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1]];
  const u = minus(b, a);
  const v = minus(d, c);
  const denominator = cross(u, v);
  if (denominator !== 0) {
    const s = cross(minus(c, a), v) / denominator;
    const t = cross(minus(c, a), u) / denominator;
    if (s < 0 || s > 1 || t < 0 || t > 1) return "apart";
    const ends = [s, t].filter((share) => share === 0 || share === 1).length;
    return ends === 0 ? "crossing" : ends === 1 ? "touching" : "shared-end";
  }
  // Parallel or a point: what they share begins and ends at ends of theirs.
  const within = (p: Point, [q, r]: Segment): boolean =>
    cross(minus(r, q), minus(p, q)) === 0 &&
    Math.min(q[0], r[0]) <= p[0] &&
    p[0] <= Math.max(q[0], r[0]) &&
    Math.min(q[1], r[1]) <= p[1] &&
    p[1] <= Math.max(q[1], r[1]);
  const key = (p: Point): string => `${p[0]},${p[1]}`;
  const shared = [...first, ...second].filter((p) => within(p, first) && within(p, second));
  const [only, ...others] = new Set(shared.map(key));
  if (only === undefined) return "apart";
  if (others.length > 0) return "overlapping";
  const isEnd = (segment: Segment): boolean => segment.some((p) => key(p) === only);
  return isEnd(first) && isEnd(second) ? "shared-end" : "touching";
}
