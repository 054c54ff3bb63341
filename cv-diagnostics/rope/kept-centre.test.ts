/** Lines that were read before, on painted boards: what is hidden stays, what is seen is followed. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { POINT_SPACING } from "./centreline.ts";
import { FIRST_ROPE } from "./colours.ts";
import { keepCentre } from "./kept-centre.ts";
import { lengthOf, respace } from "./points.ts";
import { readRope } from "./read-rope.ts";
import { arc, farthestOff, type Mark, paint, ropeMarks } from "./testing/labels.ts";

/** Down, around a hairpin, and up again: the bend lies under a wide cover. */
const HOOK: readonly Point[] = [
  [0, 1],
  [2.4, 1],
  ...arc([2.4, 1.3], 0.3, -90, 90).slice(1),
  [0, 1.6],
];
const COVER: Mark = {
  rope: 1,
  line: [
    [2.35, 0],
    [2.35, 3],
  ],
  radius: 0.45,
};
const spaced = (line: readonly Point[]): readonly Point[] => respace(line, POINT_SPACING);
const shifted = (line: readonly Point[], by: number): readonly Point[] =>
  line.map(([x, y], k): Point => (k === 0 || k === line.length - 1 ? [x, y] : [x, y + by]));

/** Reads rope 0, drawn along a line, after another line was read. */
function read(drawn: readonly Point[], others: readonly Mark[], before: readonly Point[]) {
  const { raster, labels, cellsOf } = paint(5, [...ropeMarks(0, drawn), ...others]);
  const [first = [0, 0], last = [0, 0]] = [drawn[0], drawn.at(-1)];
  const ends = [
    { at: first, rest: first },
    { at: last, rest: last },
  ] as const;
  return readRope(raster, labels, 0, cellsOf(0), "red", ends, before);
}

describe("a rope that was read before", () => {
  it("keeps what another rope hides of it", () => {
    const rope = read(HOOK, [COVER], spaced(HOOK));
    expect(rope).toMatchObject({ status: "read", gaps: [], extra: [] });
    expect(rope.length).toBeCloseTo(lengthOf(spaced(HOOK)), 1);
    expect(farthestOff(HOOK, rope.line)).toBeLessThan(0.03);
    expect(read(HOOK, [COVER], []).length).toBeLessThan(rope.length - 0.1);
  });

  it("is the same line again and again while it rests", () => {
    let line = spaced(HOOK);
    for (let frame = 0; frame < 30; frame++) line = read(HOOK, [COVER], line).line;
    expect(line.slice(1, -1)).toEqual(spaced(HOOK).slice(1, -1));
  });

  it("is followed where it goes, and keeps its bends", () => {
    let line = spaced(HOOK);
    for (let frame = 1; frame <= 10; frame++) {
      line = read(shifted(HOOK, 0.02 * frame), [], line).line;
    }
    expect(farthestOff(line, shifted(HOOK, 0.2))).toBeLessThan(0.06);
    expect(lengthOf(line) / lengthOf(shifted(HOOK, 0.2))).toBeCloseTo(1, 1);
  });

  it("is read anew where the ground is seen under its line, or its ends have gone", () => {
    const straight: readonly Point[] = [
      [0, 1],
      [0, 1.6],
    ];
    expect(read(straight, [], spaced(HOOK)).length).toBeLessThan(0.8);
    const elsewhere: readonly Point[] = [
      [0, 1],
      [3, 3],
    ];
    expect(farthestOff(read(elsewhere, [COVER], spaced(HOOK)).line, elsewhere)).toBeLessThan(0.1);
  });
});

describe("keepCentre", () => {
  const { raster, labels } = paint(5, [...ropeMarks(0, HOOK), COVER]);
  const keep = (line: readonly Point[]) =>
    keepCentre(raster, labels, FIRST_ROPE, line, [
      [0, 1],
      [0, 1.6],
    ]);

  it("tells whether the rope has moved", () => {
    expect(keep(spaced(HOOK)).hasMoved).toBe(false);
    expect(keep(shifted(spaced(HOOK), 0.06)).hasMoved).toBe(true);
  });

  it("tells what covers it", () => {
    const { points, covers } = keep(spaced(HOOK));
    expect(covers).toHaveLength(points.length);
    expect(new Set(covers)).toEqual(new Set(["own", "other"]));
    const deepest = points.findIndex(([x]) => x > 2.6);
    expect(covers[deepest]).toBe("other");
  });
});
