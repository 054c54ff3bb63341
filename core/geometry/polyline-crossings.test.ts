import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CrossingMap, crossingsOf, linesCross, type Polyline } from "./polyline-crossings.ts";

/** Corners as [x, y] or [x, y, height], height 0 when absent. */
function line(...corners: (readonly [number, number, number?])[]): Polyline {
  return corners.map(([x, y, height = 0]) => [x, y, height] as const);
}

/** Each line's crossings as "over 1" or "under 0", in order. */
function readAlong(map: CrossingMap): string[][] {
  return map.along.map((list) =>
    list.map(({ isOver, other }) => `${isOver ? "over" : "under"} ${other}`),
  );
}

describe("which line lies over", () => {
  const flat = line([0, 0], [4, 0]);

  test("heights at the crossing decide, wherever the ends are", () => {
    const arch = line([1, -1, 0], [1, 1, 4], [1, 3, 0]);
    const [crossing] = crossingsOf([flat, arch]).between;
    expect(crossing).toEqual({
      point: [1, 0],
      over: { line: 1, at: 0.5, height: 2 },
      under: { line: 0, at: 0.25, height: 0 },
    });
  });

  test("at equal heights the lower index is over", () => {
    const [crossing] = crossingsOf([line([1, -1], [1, 1]), flat]).between;
    expect([crossing?.over.line, crossing?.under.line]).toEqual([0, 1]);
  });

  test("a line that weaves over and under others meets them in its own order", () => {
    const weaving = line([0, 0, 1], [2, 0, 1], [3, 0, -1], [6, 0, -1]);
    const others = [1, 5, 4].map((x) => line([x, -1], [x, 1]));
    const map = crossingsOf([weaving, ...others]);
    expect(readAlong(map)).toEqual([
      ["over 1", "under 3", "under 2"],
      ["under 0"],
      ["over 0"],
      ["over 0"],
    ]);
    expect(map.along[0]?.map(({ crossing }) => map.between[crossing]?.point[0])).toEqual([1, 4, 5]);
  });

  test("two crossings of one pair are both listed: a clasp", () => {
    const loop = line([0, 0, 1], [4, 0, 1], [4, 1, -1], [0, 1, -1]);
    expect(readAlong(crossingsOf([loop, line([2, -1], [2, 2])]))).toEqual([
      ["over 1", "under 1"],
      ["under 0", "over 0"],
    ]);
  });
});

test("a line's crossings with itself are listed apart and do not count for others", () => {
  const loop = line([0, 0, 1], [4, 0, 1], [4, 4, 0], [2, 4, 0], [2, -2, 0]);
  const map = crossingsOf([loop, line([9, 9], [8, 9])]);
  expect(map.between).toEqual([]);
  expect(map.along).toEqual([[], []]);
  expect(map.self).toEqual([
    {
      point: [2, 0],
      over: { line: 0, at: 0.5, height: 1 },
      under: { line: 0, at: 3 + 4 / 6, height: 0 },
    },
  ]);
});

describe("contacts without a common inside", () => {
  const flat = line([0, 0], [2, 0], [4, 0]);
  test.each<[string, Polyline, Polyline, number]>([
    ["through a corner of one", flat, line([2, -1], [2, 1]), 1],
    ["through a corner of both", flat, line([1, -1], [2, 0], [3, 1]), 1],
    ["corner on an inside", flat, line([1, -1], [1, 0], [0, 1]), 1],
    ["touching with a corner", flat, line([0, 1], [1, 0], [2, 1]), 0],
    ["touching corner to corner", flat, line([1, 1], [2, 0], [3, 1]), 0],
    ["along a stretch, to the other side", flat, line([0, 1], [1, 0], [3, 0], [4, -1]), 1],
    ["along a stretch and back", flat, line([0, 1], [1, 0], [3, 0], [4, 1]), 0],
    ["along a stretch, against it", flat, line([4, 1], [3, 0], [1, 0], [0, -1]), 1],
    ["an end on the line", flat, line([1, 3], [1, 0]), 0],
    ["an end on the line, exactly", line([1, 5], [5, 3]), line([3, 4], [1, 4]), 0],
    ["an end on a corner", flat, line([2, 3], [2, 0]), 0],
    ["a shared end", flat, line([4, 0], [6, 1]), 0],
    ["lying on it from end to end", flat, line([1, 0], [3, 0]), 0],
    [
      "bent lines, to the other side",
      line([0, 0], [2, 2], [4, 0]),
      line([2, 0], [2, 2], [2, 4]),
      1,
    ],
    [
      "bent lines, one in the other's lap",
      line([0, 0], [2, 2], [4, 0]),
      line([1, 0], [2, 2], [3, 0]),
      0,
    ],
    [
      "two corners in a row, there and back",
      line([0, 0], [4, 0], [4, 4]),
      line([1, 1], [2, 0], [4, 2], [2, 3]),
      0,
    ],
    [
      "two corners in a row, out and in",
      line([0, 0], [4, 0], [4, 4]),
      line([1, 1], [2, 0], [5, -1], [4, 2], [2, 3]),
      2,
    ],
  ])("%s", (_, first, second, count) => {
    for (const [a, b] of [
      [first, second],
      [second, first],
      [[...first].reverse(), second],
      [first, [...second].reverse()],
    ] as const) {
      expect(crossingsOf([a, b]).between).toHaveLength(count);
      expect(linesCross(flatten(a), flatten(b))).toBe(count > 0);
    }
  });
});

function flatten(polyline: Polyline): [number, number][] {
  return polyline.map(([x, y]) => [x, y]);
}

const lattice = fc.integer({ min: 0, max: 5 });
const latticeLine = fc
  .array(fc.tuple(lattice, lattice, lattice), { minLength: 2, maxLength: 6 })
  .map((corners) =>
    corners.filter(
      (c, k) => k === 0 || c.slice(0, 2).join() !== corners[k - 1]?.slice(0, 2).join(),
    ),
  )
  .filter((corners) => corners.length >= 2);

describe("for all pairs of lines", () => {
  test("order, direction and shifts by integers keep the number of crossings", () => {
    const shift = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(latticeLine, latticeLine, shift, shift, (first, second, dx, dy) => {
        const count = crossingsOf([first, second]).between.length;
        const move = (polyline: Polyline): Polyline =>
          polyline.map(([x, y, h]) => [x + dx, y + dy, h]);
        expect(crossingsOf([second, first]).between).toHaveLength(count);
        expect(crossingsOf([[...first].reverse(), second]).between).toHaveLength(count);
        expect(crossingsOf([move(first), move(second)]).between).toHaveLength(count);
        expect(linesCross(flatten(first), flatten(second))).toBe(count > 0);
      }),
      { numRuns: 300 },
    );
  });

  test("two closed lines, one of them a square, cross an even number of times", () => {
    // It begins where no line through lattice points of this size passes.
    const start = [2.5 + 1 / 97, 0.5] as const;
    const square = line(start, [4.5, 0.5], [4.5, 4.5], [0.5, 4.5], [0.5, 0.5], start);
    fc.assert(
      fc.property(latticeLine, (corners) => {
        const closed = [...corners, corners[0] ?? [0, 0, 0]] as Polyline;
        fc.pre(closed.length > 2);
        expect(crossingsOf([square, closed]).between.length % 2).toBe(0);
      }),
    );
  });

  test("every crossing stands in the order of both of its lines", () => {
    fc.assert(
      fc.property(fc.array(latticeLine, { minLength: 2, maxLength: 4 }), (lines) => {
        const { between, along } = crossingsOf(lines);
        expect(along.flat()).toHaveLength(2 * between.length);
        for (const list of along) {
          expect(list.map(({ at }) => at)).toEqual(list.map(({ at }) => at).sort((a, b) => a - b));
        }
        for (const { over, under } of between) {
          expect(over.height).toBeGreaterThanOrEqual(under.height);
        }
      }),
    );
  });
});
