/** Plugs on painted boards: at the ends of ropes, never along them, in holes and in the air. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { FIRST_ROPE, GROUND } from "./colours.ts";
import { countExits, findPlugs } from "./plugs.ts";
import { distanceBetween } from "./points.ts";
import { cellAt } from "./raster.ts";
import { arc, type Mark, paint, ropeMarks } from "./testing/labels.ts";

function plugsIn(marks: readonly Mark[], known: readonly Point[] = []) {
  const { raster, labels, cellsOf } = paint(5, marks);
  return findPlugs(raster, labels, FIRST_ROPE, cellsOf(0), known);
}

/** Greatest distance between the plugs found and those that are there; NaN when there are others. */
function worstOff(found: readonly { readonly at: Point }[], truth: readonly Point[]): number {
  if (found.length !== truth.length) return Number.NaN;
  return Math.max(
    ...truth.map((place) => Math.min(...found.map(({ at }) => distanceBetween(at, place)))),
  );
}

describe("findPlugs", () => {
  it.each([
    [
      "along the rows",
      [
        [0, 1],
        [4, 1],
      ],
    ],
    [
      "at a slant",
      [
        [0, 1],
        [3, 2],
      ],
    ],
    [
      "at 45 degrees",
      [
        [1, 1],
        [3, 3],
      ],
    ],
    ["as an arc", arc([2, 2], 1, 180, 360)],
    [
      "to the next hole",
      [
        [1, 1],
        [2, 1],
      ],
    ],
    [
      "from beside a hole to the air",
      [
        [0.21, 1.37],
        [3.4, 2.45],
      ],
    ],
  ] as readonly (readonly [string, readonly Point[]])[])(
    "finds both ends of a rope %s within 0.03, and nothing along it",
    (_, line) => {
      const ends = [line[0] ?? [9, 9], line.at(-1) ?? [9, 9]] as const;
      expect(worstOff(plugsIn(ropeMarks(0, line)), ends)).toBeLessThan(0.03);
    },
  );

  it("finds no plug where a rope crosses itself, turns sharply or passes over a hole", () => {
    const loop: readonly Point[] = [
      [0, 3],
      [3, 3],
      [3, 1],
      [1, 1],
      [1, 4],
    ];
    expect(
      worstOff(plugsIn(ropeMarks(0, loop)), [
        [0, 3],
        [1, 4],
      ]),
    ).toBeLessThan(0.03);
  });

  it("finds none in a rope without plugs", () => {
    expect(
      plugsIn([
        {
          rope: 0,
          line: [
            [0.4, 1],
            [3.6, 1],
          ],
        },
      ]),
    ).toEqual([]);
  });

  it("finds none under another rope or another plug", () => {
    const rope = ropeMarks(0, [
      [0, 1],
      [4, 1],
    ]);
    const over: Mark = { rope: 1, disc: [4, 1], radius: 0.17 };
    expect(worstOff(plugsIn([...rope, over]), [[0, 1]])).toBeLessThan(0.03);
    const across: Mark = {
      rope: 1,
      line: [
        [4, 0],
        [4, 2],
      ],
    };
    expect(worstOff(plugsIn([...rope, across]), [[0, 1]])).toBeLessThan(0.03);
  });

  it("finds a plug that a rope of another colour touches", () => {
    const rope = ropeMarks(0, [
      [0, 1],
      [4, 1],
    ]);
    const near: Mark = {
      rope: 1,
      line: [
        [4.24, 0],
        [4.24, 2],
      ],
    };
    expect(
      worstOff(plugsIn([...rope, near]), [
        [0, 1],
        [4, 1],
      ]),
    ).toBeLessThan(0.05);
  });

  it("takes a plug over which its own rope passes for one only where a plug stood", () => {
    const marks = ropeMarks(0, [
      [1, 2],
      [3, 2],
      [3, 1],
      [1, 1],
      [1, 4],
    ]);
    expect(worstOff(plugsIn(marks), [[1, 4]])).toBeLessThan(0.03);
    expect(
      worstOff(plugsIn(marks, [[1, 2]]), [
        [1, 2],
        [1, 4],
      ]),
    ).toBeLessThan(0.03);
  });

  it("gives the better one first", () => {
    const worn: Mark = { label: GROUND, disc: [4.12, 1.08], radius: 0.06 };
    const [first, second] = plugsIn([
      ...ropeMarks(0, [
        [0, 1],
        [4, 1],
      ]),
      worn,
    ]);
    expect(first?.at[0]).toBeCloseTo(0, 1);
    expect(first?.score ?? 0).toBeGreaterThan(second?.score ?? 1);
  });
});

describe("countExits", () => {
  const { raster, labels } = paint(5, [
    ...ropeMarks(0, [
      [0, 1],
      [3, 1],
    ]),
    {
      rope: 0,
      line: [
        [2, 1],
        [2, 3],
      ],
    },
    { rope: 0, disc: [4, 3] },
  ]);
  it.each([
    ["a plug without a rope", [4, 3], 0],
    ["an end", [0, 1], 1],
    ["a place along the rope", [1, 1], 2],
    ["a fork", [2, 1], 3],
  ] as const)("counts at %s", (_, place, exits) => {
    expect(countExits(raster, labels, FIRST_ROPE, cellAt(raster, place))).toBe(exits);
  });
});
