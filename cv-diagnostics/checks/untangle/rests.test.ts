/** Rests and ways of ends, from places by hand. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../core/geometry/homography.ts";
import {
  carry,
  from,
  hold,
  LINES,
  type Moment,
  onRope,
  track,
} from "../../../tests/helpers/rope-boards.ts";

/** Red's first end at a place. */
const at = (place: Point): Moment => ({ lines: { red: from(place, LINES.red) } });
const START = at([0, 2]);
const seen = (film: readonly Moment[]) => {
  const { rests, hops } = track(film);
  return {
    holes: rests[0]?.map(({ hole, first, last }) => [hole, first, last]),
    hops: hops.map(({ where, from: start, to, takeoff, landing, inFlight }) => [
      ...[where, start.hole, to?.hole, takeoff, landing],
      inFlight.length,
    ]),
  };
};

describe("rests and hops", () => {
  it("finds none but the rests of a board on which nothing moves", () => {
    expect(seen(hold(10))).toEqual({ holes: [[2, 0, 9]], hops: [] });
  });

  it("finds a carry from hole to hole", () => {
    const film = [...hold(5, START), ...carry("red", [0, 2], [1, 1], 4), ...hold(5, at([1, 1]))];
    const { holes, hops } = seen(film);
    expect(holes).toEqual([
      [2, 0, 4],
      [6, 9, 13],
    ]);
    expect(hops).toEqual([["rope red", 2, 6, 4, 9, 4]]);
  });

  it("finds a jump, with nothing in flight", () => {
    const film = [...hold(5, START), ...hold(5, at([1, 1]))];
    expect(seen(film).hops).toEqual([["rope red", 2, 6, 4, 5, 0]]);
  });

  it("does not rest in holes that it passes over, fast or slowly", () => {
    for (const frames of [3, 11, 39, 79]) {
      const film = [
        ...hold(5, START),
        ...carry("red", [0, 2], [0, 0], frames),
        ...hold(5, at([0, 0])),
      ];
      expect(seen(film).hops.map(([, start, end]) => [start, end])).toEqual([[2, 0]]);
    }
  });

  it("rests in a hole on the way when it stops there", () => {
    const film = [
      ...[...hold(5, START), ...carry("red", [0, 2], [0, 1], 3), ...hold(6, at([0, 1]))],
      ...[...carry("red", [0, 1], [0, 0], 3), ...hold(5, at([0, 0]))],
    ];
    expect(seen(film).hops.map(([, start, end]) => [start, end])).toEqual([
      [2, 1],
      [1, 0],
    ]);
  });

  it("rests beside holes only when it stays there for long", () => {
    const film = (frames: number) => [
      ...[...hold(5, START), ...hold(frames, at([0.4, 1.6])), ...hold(5, at([1, 1]))],
    ];
    expect(seen(film(4)).holes).toEqual([
      [2, 0, 4],
      [6, 9, 13],
    ]);
    expect(seen(film(8)).holes?.[1]).toEqual([null, 5, 12]);
  });

  it("tells a lift that comes down where it began", () => {
    const film = [...hold(5, START), ...hold(4, at([0.3, 1.8])), ...hold(5, START)];
    expect(seen(film).hops).toEqual([["rope red", 2, 2, 4, 9, 4]]);
  });

  it("does not take a plug that is covered in part, and seen beside its place, for a lift", () => {
    const film = [...hold(5, START), ...hold(2, at([0.15, 1.85])), ...hold(5, START)];
    expect(seen(film).hops).toEqual([]);
  });

  it("tells an end that is in flight when the clip ends", () => {
    const film = [...hold(5, START), ...carry("red", [0, 2], [1, 1], 4)];
    expect(seen(film).hops).toMatchObject([["rope red", 2, undefined, 4, 8, expect.anything()]]);
  });

  it("drops a place that was read once", () => {
    const film = [...hold(5, START), at([1, 1]), ...hold(5, START)];
    expect(seen(film)).toEqual({ holes: [[2, 0, 10]], hops: [] });
  });

  it("bridges observations in which the rope was not traced", () => {
    const film = [...hold(5, START), { change: onRope(0, () => ({ status: "partly" })) }];
    expect(seen([...film, ...hold(5, START)]).holes).toEqual([[2, 0, 10]]);
  });
});
