/** Ways over painted labels: through crossings, along one's own colour, around and over ground. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { FIRST_ROPE, GROUND, MIXED } from "./colours.ts";
import { cellAt, placeOf } from "./raster.ts";
import { arc, farthestOff, type Mark, type Painted, paint, ropeMarks } from "./testing/labels.ts";
import { createTracer } from "./trace.ts";

function wayOver({ raster, labels }: Painted, from: Point, to: Point, dearer?: Uint8Array) {
  const tracer = createTracer(raster, labels, FIRST_ROPE);
  const way = tracer.trace(cellAt(raster, from), cellAt(raster, to), dearer);
  return way?.map((index) => placeOf(raster, index)) ?? [];
}

function labelsAlong({ raster, labels }: Painted, way: readonly Point[]): readonly number[] {
  return [...new Set(way.map((place) => labels[cellAt(raster, place)] ?? -1))].sort();
}

const straight: readonly Point[] = [
  [0, 1],
  [3, 1],
];
const across: readonly Point[] = [
  [1.5, 0],
  [1.5, 2],
];

describe("a way from end to end", () => {
  it("goes from sample to neighbouring sample, in the middle of the rope", () => {
    const board = paint(4, ropeMarks(0, straight));
    const way = wayOver(board, [0, 1], [3, 1]);
    expect(way.length).toBe(3 * 32 + 1);
    for (const [k, [x, y]] of way.entries()) {
      const [u, v] = way[k - 1] ?? [x, y];
      expect(Math.max(Math.abs(x - u), Math.abs(y - v))).toBeLessThanOrEqual(1 / 32);
    }
    expect(farthestOff(way, straight)).toBeLessThan(0.04);
  });

  it("passes under other ropes and through mixed colours, never over ground", () => {
    const marks: Mark[] = [
      ...ropeMarks(0, straight),
      ...ropeMarks(1, across),
      { label: MIXED, disc: [2.3, 1], radius: 0.14 },
    ];
    const board = paint(4, marks);
    const way = wayOver(board, [0, 1], [3, 1]);
    expect(labelsAlong(board, way)).toEqual([MIXED, FIRST_ROPE, FIRST_ROPE + 1]);
    expect(farthestOff(way, straight)).toBeLessThan(0.09);
  });

  it("stays on its own loop where another rope would be the short cut", () => {
    const loop = [[0, 2], ...arc([1.5, 2], 1.2, 180, 360), [3, 2]] as const;
    const board = paint(4, [
      ...ropeMarks(0, loop),
      ...ropeMarks(1, [
        [0, 2.25],
        [3, 2.25],
      ]),
    ]);
    expect(farthestOff(loop, wayOver(board, [0, 2], [3, 2]))).toBeLessThan(0.09);
  });

  it("bridges a gap over ground when there is no other way", () => {
    const board = paint(4, [
      ...ropeMarks(0, straight),
      { label: GROUND, disc: [1.5, 1], radius: 0.3 },
    ]);
    const way = wayOver(board, [0, 1], [3, 1]);
    expect(labelsAlong(board, way)).toEqual([GROUND, FIRST_ROPE]);
    expect(farthestOff(way, straight)).toBeLessThan(0.05);
  });

  it("goes around samples that cost more", () => {
    const board = paint(4, [{ rope: 0, line: arc([1.5, 1.5], 1, 0, 360) }]);
    const dearer = new Uint8Array(board.raster.size);
    const upper = wayOver(board, [0.5, 1.5], [2.5, 1.5]);
    const isUpper = (upper[Math.floor(upper.length / 2)]?.[1] ?? 0) < 1.5;
    for (let index = 0; index < dearer.length; index++) {
      const [, y] = placeOf(board.raster, index);
      if (y < 1.4 === isUpper) dearer[index] = 25;
    }
    const lower = wayOver(board, [0.5, 1.5], [2.5, 1.5], dearer);
    expect((lower[Math.floor(lower.length / 2)]?.[1] ?? 0) > 1.5).toBe(isUpper);
  });

  it("reaches the grid's rim and does not go along it", () => {
    const board = paint(3, []);
    expect(wayOver(board, [-0.999, 0], [1, 0]).length).toBeLessThanOrEqual(1);
    expect(wayOver(board, [0, 1], [0, 1])).toHaveLength(1);
  });
});

describe("the farthest sample of a rope", () => {
  const farthestFrom = (board: Painted, from: Point): Point | undefined => {
    const tracer = createTracer(board.raster, board.labels, FIRST_ROPE);
    const index = tracer.farthest(cellAt(board.raster, from), board.cellsOf(0));
    return index === undefined ? undefined : placeOf(board.raster, index);
  };

  it("is its other end, under a rope that crosses it", () => {
    const board = paint(4, [...ropeMarks(0, straight), ...ropeMarks(1, across)]);
    const [x = 0, y = 0] = farthestFrom(board, [0, 1]) ?? [];
    expect(x).toBeGreaterThan(3.05);
    expect(Math.abs(y - 1)).toBeLessThan(0.15);
  });

  it("is not beyond ground", () => {
    const loose: Mark = {
      rope: 0,
      line: [
        [0, 2],
        [3, 2],
      ],
    };
    const [, y = 0] = farthestFrom(paint(4, [...ropeMarks(0, straight), loose]), [0, 1]) ?? [];
    expect(y).toBeLessThan(1.5);
  });
});
