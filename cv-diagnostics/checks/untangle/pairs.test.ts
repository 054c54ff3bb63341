/** What continuous motion keeps of two ropes, on lines by hand. */
import { describe, expect, it } from "vitest";
import type { Polyline } from "../../../core/geometry/polyline-crossings.ts";
import { lineThrough } from "../../../tests/helpers/rope-boards.ts";
import { ropesFromLines } from "./expected-start.ts";
import { readPair } from "./pairs.ts";

/** Along column 2 from row 0 to row 4, at height 0.1. */
const STRAIGHT = lineThrough([
  [0, 2, 0.1],
  [4, 2, 0.1],
]);
const pair = (first: Polyline, second: Polyline) => {
  const [a, b] = ropesFromLines(5, [first, second], ["red", "green"]);
  if (a === undefined || b === undefined) throw new Error("expected two ropes");
  return readPair(a, b, 1);
};
/** From above the straight line to below it and so on, at heights. */
const through = (points: Polyline) => pair(STRAIGHT, lineThrough(points, 33));

describe("readPair", () => {
  it("counts a crossing with its sign, over or under", () => {
    const under = through([
      [2, 0, 0],
      [2, 4, 0],
    ]);
    const over = through([
      [2, 0, 1],
      [2, 4, 1],
    ]);
    expect(under).toMatchObject({ total: 1, over: 1, touches: 0, isDoubtful: false });
    expect(over).toMatchObject({ total: 1, over: 0 });
    const backwards = through([
      [2, 4, 1],
      [2, 0, 1],
    ]);
    expect(backwards).toMatchObject({ total: -1, over: 0 });
  });

  it("keeps its sums under Reidemeister's second move, not when ropes hook", () => {
    const bow = (heights: readonly [number, number]) =>
      through([
        [1, 0, heights[0]],
        [1, 3.5, heights[0]],
        [3, 3.5, heights[1]],
        [3, 0, heights[1]],
      ]);
    expect(bow([1, 1])).toMatchObject({ total: 0, over: 0, touches: 0 });
    expect(bow([0, 0])).toMatchObject({ total: 0, over: 0 });
    const hooked = bow([0, 1]);
    expect(hooked).toMatchObject({ total: 0, over: 1 });
    expect(hooked.crossings).toHaveLength(2);
    expect(hooked.depth).toBeCloseTo(1.5);
  });

  it("takes two crossings that enclose next to nothing for a touch", () => {
    const grazing = through([
      [1, 1, 0],
      [2, 2.05, 1],
      [3, 1, 0],
    ]);
    expect(grazing).toMatchObject({ total: 0, over: 0, touches: 1, crossings: [], depth: 0 });
  });

  it("does not know over and under of ropes that hook into each other in a tight place", () => {
    const hooked = through([
      [1.8, 1, 0],
      [1.95, 2.06, 0],
      [2.05, 2.06, 1],
      [2.2, 1, 1],
    ]);
    expect(hooked).toMatchObject({ total: 0, over: undefined, touches: 1, crossings: [] });
  });

  it("does not know over and under of a line that turns back nearer than two ropes can lie", () => {
    const hairpin = through([
      [1.95, 1, 1],
      [2, 3, 1],
      [2.01, 3, 1],
      [2.06, 1, 1],
    ]);
    expect(hairpin.crossings).toHaveLength(2);
    expect(hairpin).toMatchObject({ total: 0, over: undefined });
    const wide = through([
      [1.5, 1, 1],
      [1.8, 3, 1],
      [2.2, 3, 1],
      [2.5, 1, 1],
    ]);
    expect(wide).toMatchObject({ total: 0, over: 0 });
  });

  it("does not know over and under when a crossing was not told", () => {
    const [a, b] = ropesFromLines(
      5,
      [
        STRAIGHT,
        lineThrough([
          [2, 0, 0],
          [2, 4, 0],
        ]),
      ],
      ["red", "green"],
    );
    if (a === undefined || b === undefined) throw new Error("expected two ropes");
    const untold = a.crossings.map((crossing) => ({ ...crossing, isOver: undefined }));
    expect(readPair({ ...a, crossings: untold }, b, 1)).toMatchObject({
      ...{ total: 1, over: undefined },
    });
  });

  it("doubts sums when an end lies on the other rope", () => {
    const ending = through([
      [2, 0, 0],
      [2, 2.1, 0],
    ]);
    expect(ending.isDoubtful).toBe(true);
  });
});
