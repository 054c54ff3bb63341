/** Where ends of ropes are taken to be that something hides. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { GROUND } from "./colours.ts";
import { A, atRest, B, choose, chooseAll, expectEnds, line, stood } from "./testing/choose-ends.ts";
import { type Mark, ropeMarks } from "./testing/labels.ts";

const CORNER = { rope: 0, radius: 0.1 } as const;

describe("ends that are hidden", () => {
  it("stay where they were under another rope", () => {
    const over: Mark = {
      rope: 1,
      line: [
        [4, 0],
        [4, 2],
      ],
      radius: 0.14,
    };
    expectEnds(choose([...ropeMarks(0, line), over], atRest), [A, B], [true, false]);
  });

  it("stay in the hole in which they have just come down", () => {
    const cover: Mark = { rope: 1, disc: [4.06, 1], radius: 0.17 };
    const come = [stood([0, 1]), stood([3.98, 1.02], [1, 4])] as const;
    const bend: Mark = { rope: 0, disc: [3.5, 1.2], radius: 0.14 };
    expectEnds(choose([...ropeMarks(0, line), bend, cover], come), [A, B], [true, false]);
  });

  it("stay under a plug that is carried over them", () => {
    const over: Mark = { rope: 1, disc: [4.03, 1], radius: 0.17 };
    expectEnds(choose([...ropeMarks(0, line), over], atRest), [A, B], [true, false]);
  });

  it("stay when both are hidden", () => {
    const over: Mark[] = [
      {
        rope: 1,
        line: [
          [4, 0],
          [4, 2],
        ],
        radius: 0.15,
      },
      { rope: 2, disc: [0, 1], radius: 0.17 },
    ];
    expectEnds(choose([...ropeMarks(0, line), ...over], atRest), [A, B], [false, false]);
  });

  it("are at the other end while they are carried over it", () => {
    const both = [stood([0, 1]), stood([0.2, 1.1], [4, 1])] as const;
    const found = choose(
      ropeMarks(0, [
        [0, 1],
        [2, 2],
        [2.2, 1],
        [0.02, 1],
      ]),
      both,
    );
    expectEnds(
      found,
      [
        [0, 1],
        [0.2, 1.1],
      ],
      [true, false],
    );
  });

  it("are not taken to be hidden while a plug is seen elsewhere", () => {
    const over: Mark = { rope: 1, disc: [4, 1], radius: 0.17 };
    const jumped: readonly Point[] = [
      [0, 1],
      [3, 3],
    ];
    expectEnds(choose([...ropeMarks(0, jumped), over], atRest), [
      [0, 1],
      [3, 3],
    ]);
  });

  it("are not both in one place", () => {
    const hook: Mark[] = [
      { rope: 0, disc: [2, 2], radius: 0.13 },
      {
        rope: 1,
        line: [
          [2, 1],
          [2, 3],
        ],
      },
    ];
    expect(choose(hook, atRest)).toBeUndefined();
  });

  it("are not where ground is seen, but where the rope's colour stops", () => {
    const cut: Mark[] = [
      {
        rope: 0,
        line: [
          [0, 1],
          [2.6, 1],
        ],
      },
      { rope: 0, disc: [0, 1] },
    ];
    expectEnds(
      choose(cut, atRest, [2.65, 1]),
      [
        [0, 1],
        [2.65, 1],
      ],
      [true, false],
    );
  });

  it("are in a hole at which the rope goes under another one", () => {
    const marks: Mark[] = [
      { rope: 0, disc: [0, 1] },
      {
        rope: 0,
        line: [
          [0, 1],
          [3, 2],
        ],
      },
      {
        rope: 1,
        line: [
          [3, 0],
          [3, 4],
        ],
        radius: 0.15,
      },
    ];
    const before = [stood([0, 1]), stood([3.9, 1.4], [4, 1])] as const;
    expectEnds(
      choose(marks, before, [2.83, 1.94]),
      [
        [0, 1],
        [3, 2],
      ],
      [true, false],
    );
  });

  it("are seen where half of the plug, or the rope's width of it, is seen in its hole", () => {
    const other = (x: number): Mark => ({
      rope: 1,
      line: [
        [x, 0],
        [x, 2],
      ],
    });
    const moved = [stood([0, 1]), stood([3.2, 1.3], [3, 3])] as const;
    const half = [...ropeMarks(0, line), other(4.12)];
    expect(choose(half, moved)?.ends[1]).toMatchObject({ isSeen: true, at: [4, 1] });
    const third: Mark[] = [...ropeMarks(0, line), other(4), { ...CORNER, disc: [3.86, 1] }];
    expect(choose(third, moved)?.ends[1]).toMatchObject({ isSeen: false, at: [4, 1] });
  });

  it("stay where a little of the plug is left to see beside what is carried over it", () => {
    const over: Mark[] = [
      { rope: 1, disc: [4.06, 1], radius: 0.17 },
      { label: GROUND, disc: [4.1, 1.08], radius: 0.09 },
    ];
    const found = choose([...ropeMarks(0, line), ...over], atRest, [3.5, 1]);
    expectEnds(found, [A, B], [true, false]);
  });

  it("are told by what else they could be, where that costs little more", () => {
    const near = ropeMarks(0, [
      [1, 1],
      [3, 1.2],
    ]);
    const bend: Mark = { rope: 0, disc: [3, 0.8] };
    const choices = chooseAll([...near, bend], [stood([1, 1]), stood([3, 1])]);
    const seconds = choices.map(({ ends }) => ends[1].at[1].toFixed(1));
    expect(new Set(seconds)).toEqual(new Set(["1.2", "0.8"]));
    expect(chooseAll(near, [stood([1, 1]), stood([3, 1.2])])).toHaveLength(1);
  });

  it("are blurred where a plug is seen, and not whole", () => {
    const small: Mark[] = [
      { rope: 0, line },
      { rope: 0, disc: A },
      { rope: 0, disc: B, radius: 0.13 },
    ];
    expect(choose(small, atRest)?.ends.map(({ isBlurred }) => isBlurred)).toEqual([false, true]);
  });

  it("cannot be told without any plug, nor when the rope does not stop", () => {
    expect(
      choose(
        [
          {
            rope: 0,
            line: [
              [0.5, 1],
              [3.5, 1],
            ],
          },
        ],
        atRest,
      ),
    ).toBeUndefined();
    const cut: Mark[] = [
      {
        rope: 0,
        line: [
          [0, 1],
          [2.6, 1],
        ],
      },
      { rope: 0, disc: [0, 1] },
    ];
    expect(choose(cut, atRest, undefined)).toBeUndefined();
  });
});
