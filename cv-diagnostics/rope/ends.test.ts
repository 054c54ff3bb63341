/** Which end is which: on painted boards, from where the ends stood before. */
import { describe, expect, it } from "vitest";
import { holeOf, remember } from "./ends.ts";
import { A, atRest, B, choose, expectEnds, line, stood } from "./testing/choose-ends.ts";
import { ropeMarks } from "./testing/labels.ts";

describe("ends that are seen", () => {
  it("are told apart by where they stood", () => {
    expectEnds(choose(ropeMarks(0, line), atRest), [A, B]);
    expectEnds(choose(ropeMarks(0, line), [atRest[1], atRest[0]]), [
      [4, 1],
      [0, 1],
    ]);
  });

  it("are followed while one is carried", () => {
    const carried = ropeMarks(0, [
      [0, 1],
      [3.4, 1.7],
    ]);
    expectEnds(choose(carried, [stood([0, 1]), stood([3.7, 1.3], [4, 1])]), [
      [0, 1],
      [3.4, 1.7],
    ]);
  });

  it("in line: the one that stood still still stands, the other one was carried past it", () => {
    const before = [stood([1, 1]), stood([3, 1])] as const;
    expectEnds(
      choose(
        ropeMarks(0, [
          [1, 1],
          [0, 1],
        ]),
        before,
      ),
      [
        [1, 1],
        [0, 1],
      ],
    );
    expectEnds(
      choose(
        ropeMarks(0, [
          [3, 1],
          [4, 1],
        ]),
        before,
      ),
      [
        [4, 1],
        [3, 1],
      ],
    );
  });

  it("part as they met: the resting one stays after the other was over it", () => {
    const before = [stood([2, 2]), stood([2.05, 1.95], [4, 1])] as const;
    expectEnds(
      choose(
        ropeMarks(0, [
          [2, 2],
          [1.5, 2.4],
        ]),
        before,
      ),
      [
        [2, 2],
        [1.5, 2.4],
      ],
    );
  });

  it("leave other plugs of the colour over", () => {
    const found = choose(
      [
        ...ropeMarks(0, line),
        ...ropeMarks(0, [
          [1, 3],
          [3, 3],
        ]),
      ],
      atRest,
    );
    expectEnds(found, [A, B]);
    expect(found?.others.map(({ at }) => at.map(Math.round))).toEqual(
      expect.arrayContaining([
        [1, 3],
        [3, 3],
      ]),
    );
    expect(found?.others).toHaveLength(2);
  });
});

describe("holes and memory", () => {
  it.each([
    [[2, 3], 13, 0],
    [[2.15, 3.1], 13, Math.hypot(0.15, 0.1)],
    [[2.15, 3.15], null, Math.hypot(0.15, 0.15)],
    [[-0.7, 0], null, 0.7],
    [[4.1, 4.1], 24, Math.hypot(0.1, 0.1)],
    [[5.2, 4.6], null, Math.hypot(1.2, 0.6)],
  ] as const)("an end at %j stands in hole %s", (place, hole, offset) => {
    const found = holeOf(5, place);
    expect(found.hole).toBe(hole);
    expect(found.offset).toBeCloseTo(offset, 9);
  });

  it("remembers where an end stood still last", () => {
    expect(remember(stood([1, 1]), [1.05, 1])).toEqual(stood([1.05, 1]));
    expect(remember(stood([1, 1]), [1.2, 1])).toEqual(stood([1.2, 1], [1, 1]));
    const flown = remember(remember(stood([1, 1]), [2, 1]), [3, 1]);
    expect(flown).toEqual(stood([3, 1], [1, 1]));
    expect(remember(flown, [3, 1])).toEqual(stood([3, 1]));
  });
});
