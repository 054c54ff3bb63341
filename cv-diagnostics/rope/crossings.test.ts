/** Crossings of painted ropes: where, in which order, which lies over, and when that is not told. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { MIXED } from "./colours.ts";
import { readCrossings } from "./crossings.ts";
import { distanceBetween } from "./points.ts";
import { readRope } from "./read-rope.ts";
import { arc, type Mark, paint, ropeMarks } from "./testing/labels.ts";

const ROW: readonly Point[] = [
  [0, 2],
  [4, 2],
];
const column = (x: number): readonly Point[] => [
  [x, 0],
  [x, 4],
];

/**
 * Reads ropes that lie as painted.
 * @param order ropes from the lowest to the highest
 */
function read(lines: readonly (readonly Point[])[], order = [...lines.keys()], more: Mark[] = []) {
  const marks = order.flatMap((rope) => ropeMarks(rope, lines[rope] ?? []));
  const { raster, labels, cellsOf } = paint(5, [...marks, ...more]);
  const ropes = lines.map((line, rope) => {
    const [first = [0, 0], last = [0, 0]] = [line[0], line.at(-1)];
    const before = [
      { at: first, rest: first },
      { at: last, rest: last },
    ] as const;
    return readRope(raster, labels, rope, cellsOf(rope), "red", before);
  });
  expect(ropes.map(({ status }) => status)).toEqual(lines.map(() => "read"));
  return readCrossings(raster, labels, ropes);
}

describe("two ropes that cross", () => {
  it("agree on the place, on over and under, and on the turn", () => {
    const [[first] = [], [second] = []] = read([ROW, column(1)]);
    expect(first).toMatchObject({ other: 1, isOver: false, sign: 1 });
    expect(second).toMatchObject({ other: 0, isOver: true, sign: -1 });
    expect(distanceBetween(first?.at ?? [9, 9], [1, 2])).toBeLessThan(0.02);
    expect(second?.at).toEqual(first?.at);
    expect(first?.share).toBeCloseTo(0.25, 2);
    expect(first?.otherShare).toBeCloseTo(0.5, 2);
    expect([second?.otherShare, second?.share]).toEqual([first?.share, first?.otherShare]);
  });

  it.each([
    ["over", [1, 0], true],
    ["under", [0, 1], false],
  ] as const)("the first lies %s, at any slant", (_, order, isOver) => {
    for (const x of [0.5, 1, 2]) {
      const [[first] = []] = read(
        [
          ROW,
          [
            [2 - x, 0],
            [2 + x, 4],
          ],
        ],
        [...order],
      );
      expect(first).toMatchObject({ other: 1, isOver, sign: 1 });
    }
  });

  it("turn the other way when one is followed from its other end", () => {
    const [[first] = []] = read([ROW, column(1).toReversed()]);
    expect(first).toMatchObject({ isOver: false, sign: -1 });
    expect(first?.otherShare).toBeCloseTo(0.5, 2);
  });

  it("twice, each over the other one once", () => {
    const wave: readonly Point[] = [
      [0, 3],
      [1, 1.2],
      [3, 1.2],
      [4, 3],
    ];
    const under: Mark = {
      rope: 0,
      line: [
        [2.5, 2],
        [4, 2],
      ],
    };
    const [along, back] = read([ROW, wave], [0, 1], [under]);
    expect(along?.map(({ isOver, sign }) => [isOver, sign])).toEqual([
      [false, -1],
      [true, 1],
    ]);
    expect(back?.map(({ isOver, sign }) => [isOver, sign])).toEqual([
      [true, 1],
      [false, -1],
    ]);
  });
});

describe("several ropes", () => {
  it("are met in order along each rope", () => {
    const crossings = read([ROW, column(3), column(1), column(2)], [1, 0, 2, 3]);
    expect(crossings[0]?.map(({ other, isOver }) => [other, isOver])).toEqual([
      [2, false],
      [3, false],
      [1, true],
    ]);
    expect(crossings.slice(1).map((list) => list.map(({ other }) => other))).toEqual([
      [0],
      [0],
      [0],
    ]);
  });

  it("it is not told which of two lies over under a third one", () => {
    const lid: readonly Point[] = [
      [0.4, 0.4],
      [3.6, 3.6],
    ];
    const [first, second, third] = read([ROW, column(2), lid]);
    expect(first?.map(({ other, isOver }) => [other, isOver])).toEqual(
      expect.arrayContaining([[1, undefined]]),
    );
    expect(second?.find(({ other }) => other === 0)?.isOver).toBeUndefined();
    expect(third?.map(({ isOver }) => isOver)).toEqual([true, true]);
  });

  it("nor where neither is seen", () => {
    const fog: Mark = { label: MIXED, disc: [2, 2], radius: 0.2 };
    const [first] = read([ROW, column(2)], [0, 1], [fog]);
    expect(first).toMatchObject([{ other: 1, isOver: undefined }]);
  });
});

describe("no crossings", () => {
  it("of ropes that lie apart, of one rope, of none", () => {
    expect(
      read([
        ROW,
        [
          [0, 3],
          [4, 3],
        ],
      ]),
    ).toEqual([[], []]);
    expect(read([])).toEqual([]);
    const { raster, labels } = paint(5, []);
    const empty = { line: [], hidden: [] };
    expect(readCrossings(raster, labels, [empty, empty])).toEqual([[], []]);
  });

  it("of a rope that ends beside another one", () => {
    expect(
      read([
        ROW,
        [
          [2, 2.4],
          [2, 4],
        ],
      ]),
    ).toEqual([[], []]);
  });
});

it("meets itself twice along a loop, and does not tell which part lies over", () => {
  const loop = [[0, 3] as const, ...arc([2, 2], 1, 90, -180), [1, 4] as const];
  const [along] = read([loop]);
  expect(along?.map(({ other, isOver }) => [other, isOver])).toEqual([
    [0, undefined],
    [0, undefined],
  ]);
  const [first, second] = along ?? [];
  expect(distanceBetween(first?.at ?? [9, 9], [1, 3])).toBeLessThan(0.05);
  expect([second?.share, second?.otherShare]).toEqual([first?.otherShare, first?.share]);
  expect(second?.sign).toBe(first?.sign === 1 ? -1 : 1);
});
