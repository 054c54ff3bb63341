/** Whole ropes on painted boards: which way they are taken to go, and what of them is left over. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { FIRST_ROPE, GROUND } from "./colours.ts";
import { lengthOf } from "./points.ts";
import { readRope } from "./read-rope.ts";
import { arc, farthestOff, type Mark, paint, ropeMarks } from "./testing/labels.ts";

/** Reads rope 0, whose ends stood where the line has them. */
function read(line: readonly Point[], marks: readonly Mark[]) {
  const { raster, labels, cellsOf } = paint(5, marks);
  const [first = [0, 0], last = [0, 0]] = [line[0], line.at(-1)];
  const before = [
    { at: first, rest: first },
    { at: last, rest: last },
  ] as const;
  return readRope(raster, labels, 0, cellsOf(0), "red", before);
}

const ROW: readonly Point[] = [
  [0, 2],
  [4, 2],
];
const LOOP: readonly Point[] = [[0, 3], ...arc([2, 2], 1, 90, -180), [1, 4]];
const across = (rope: number, x: number): Mark => ({
  rope,
  line: [
    [x, 0],
    [x, 4],
  ],
});

describe("a whole rope", () => {
  it.each([
    ["straight", ROW, []],
    ["under two others", ROW, [across(1, 1), across(2, 2.6)]],
    ["in a loop", LOOP, []],
    [
      "in a loop under another one",
      LOOP,
      [
        {
          rope: 1,
          line: [
            [2, 0],
            [2, 4],
          ],
        },
      ],
    ],
    ["in a hairpin", [[0, 2], ...arc([3, 2.2], 0.2, -90, 90), [0, 2.4]], []],
    [
      "with a bend that another one hides",
      [[0, 1], [2, 1], ...arc([2, 1.25], 0.25, -90, 90).slice(1), [0, 1.5]],
      [
        {
          rope: 1,
          line: [
            [2.1, 0],
            [2.1, 3],
          ],
          radius: 0.12,
        },
      ],
    ],
  ] as readonly (readonly [string, readonly Point[], readonly Mark[]])[])(
    "%s: is read with its length, and nothing is left over",
    (_, line, others) => {
      const rope = read(line, [...ropeMarks(0, line), ...others]);
      expect(rope).toMatchObject({ status: "read", gaps: [], extra: [], extraPlugs: [] });
      expect(Math.abs(rope.length / lengthOf(line) - 1)).toBeLessThan(0.05);
      expect(farthestOff(rope.line, line)).toBeLessThan(0.1);
      expect(farthestOff(line, rope.line)).toBeLessThan(0.15);
      expect(rope.length).toBeCloseTo(lengthOf(rope.line), 9);
      expect(rope.confidence).toBeGreaterThan(0.8);
    },
  );

  it("tells the stretches that others hide", () => {
    const { hidden } = read(ROW, [...ropeMarks(0, ROW), across(1, 1), across(2, 3)]);
    expect(hidden).toHaveLength(2);
    for (const [k, middle] of [0.25, 0.75].entries()) {
      const [from = 9, to = 9] = hidden[k] ?? [];
      expect((from + to) / 2).toBeCloseTo(middle, 1);
      expect(4 * (to - from)).toBeGreaterThan(0.12);
      expect(4 * (to - from)).toBeLessThan(0.32);
    }
  });
});

describe("a rope with a fault", () => {
  it("is cut: the gap is told with its place and size", () => {
    const cut: Mark = {
      label: GROUND,
      line: [
        [1.7, 2],
        [2.3, 2],
      ],
      radius: 0.2,
    };
    const rope = read(ROW, [...ropeMarks(0, ROW), cut]);
    expect(rope).toMatchObject({ status: "read", extra: [], extraPlugs: [] });
    expect(rope.gaps).toHaveLength(1);
    expect(rope.gaps[0]?.at[0]).toBeCloseTo(2, 0);
    expect(Math.abs((rope.gaps[0]?.size ?? 0) - 1)).toBeLessThan(0.25);
  });

  it("is forked: the branch is told", () => {
    const branch: Mark = {
      rope: 0,
      line: [
        [2, 2],
        [2, 3.2],
      ],
    };
    const rope = read(ROW, [...ropeMarks(0, ROW), branch]);
    expect(rope).toMatchObject({ status: "read", gaps: [], extraPlugs: [] });
    expect(rope.extra).toHaveLength(1);
    expect(rope.extra[0]?.at[0]).toBeCloseTo(2, 1);
    expect(Math.abs((rope.extra[0]?.size ?? 0) - 1.15)).toBeLessThan(0.12);
    expect(farthestOff(rope.line, ROW)).toBeLessThan(0.05);
  });

  it("has a loose piece beside it", () => {
    const piece: Mark = {
      rope: 0,
      line: [
        [1, 3],
        [2, 3.4],
      ],
    };
    const rope = read(ROW, [...ropeMarks(0, ROW), piece]);
    expect(rope).toMatchObject({ status: "read", gaps: [], extraPlugs: [] });
    expect(rope.extra.map(({ at }) => at.map(Math.round))).toEqual([[2, 3]]);
  });

  it("is there twice: the other one's plugs are told", () => {
    const rope = read(ROW, [
      ...ropeMarks(0, ROW),
      ...ropeMarks(0, [
        [1, 3],
        [3, 3],
      ]),
    ]);
    expect(rope).toMatchObject({ status: "read", gaps: [] });
    expect(rope.extraPlugs.map((at) => at.map(Math.round))).toEqual(
      expect.arrayContaining([
        [1, 3],
        [3, 3],
      ]),
    );
    expect(rope.extraPlugs).toHaveLength(2);
    expect(rope.extra).toHaveLength(1);
    expect(farthestOff(rope.line, ROW)).toBeLessThan(0.05);
  });
});

describe("a rope that is not read", () => {
  it("is absent when hardly any of its colour is there", () => {
    expect(read(ROW, [])).toMatchObject({ status: "absent", ends: undefined, line: [] });
    const speck: Mark = { rope: 0, disc: [2, 2], radius: 0.1 };
    expect(read(ROW, [speck]).status).toBe("absent");
  });

  it("is partly there when no end is seen", () => {
    const body: Mark = {
      rope: 0,
      line: [
        [0.5, 2],
        [3.5, 2],
      ],
    };
    expect(read(ROW, [body])).toMatchObject({ status: "partly", confidence: 0, ends: undefined });
  });

  it("is taken for the rope that it is, whatever its place in the list", () => {
    const { raster, labels, cellsOf } = paint(5, [...ropeMarks(3, ROW), across(1, 2)]);
    const before = [
      { at: [0, 2], rest: [0, 2] },
      { at: [4, 2], rest: [4, 2] },
    ] as const;
    expect(labels).toContain(FIRST_ROPE + 3);
    expect(readRope(raster, labels, 3, cellsOf(3), "yellow", before)).toMatchObject({
      ...{ colour: "yellow", status: "read" },
      ends: [{ hole: 2 }, { hole: 22 }],
    });
  });
});
