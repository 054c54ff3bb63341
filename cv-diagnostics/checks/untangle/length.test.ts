/** Ropes grow when something moves them, and not by themselves. */
import { describe, expect, it } from "vitest";
import type { Polyline } from "../../../core/geometry/polyline-crossings.ts";
import {
  carry,
  from,
  hold,
  LINES,
  lineThrough,
  type Moment,
  track,
} from "../../../tests/helpers/rope-boards.ts";
import { checkLengths } from "./length.ts";

/** Lengths of the ropes as they lie at first. */
const START = [4, 4, Math.SQRT2];
const lengths = (film: readonly Moment[], start: readonly number[] = START) => {
  const { tracks, hops } = track(film);
  return checkLengths(tracks, hops, start);
};
/** Blue, which nothing touches, with a bow to one side. */
const bow = (depth: number): Polyline =>
  lineThrough([
    [0, 4, 0.1],
    [0.5 + depth, 3.5 + depth, 0.1],
    [1, 3, 0.1],
  ]);
const bowed = (depth: number): Moment => ({ lines: { blue: bow(depth) } });

describe("length_conserved", () => {
  it("passes ropes at rest", () => {
    expect(lengths(hold(10))).toMatchObject({ outcome: "pass", decided: 10, violations: [] });
  });

  it("fails a rope that grows by a third, and names what it measures and may measure", () => {
    // Half of the bow: the hypotenuse over half of the rope and the bow's depth.
    const length = 2 * Math.hypot(Math.SQRT1_2, 0.5 * Math.SQRT2);
    expect(lengths([...hold(8), ...hold(8, bowed(0.5))]).violations).toEqual([
      {
        ...{ frame: 8, toFrame: 15, where: "rope blue", reason: "grew_while_nothing_moved_it" },
        ...{ measured: Math.round(length * 1000) / 1000, limit: 1.614 },
      },
    ]);
  });

  it("fails a rope of one spacing that grows by a quarter of it, not one that is let out", () => {
    const short = (depth: number): Moment => ({
      lines: {
        blue: lineThrough([
          [1, 4, 0.1],
          [0.5, 4 - depth, 0.1],
          [0, 4, 0.1],
        ]),
      },
    });
    // Twice the hypotenuse over half of the rope and the bow's depth.
    const depthFor = (length: number): number => Math.sqrt((length / 2) ** 2 - 0.25);
    const grown = [...hold(8, short(0)), ...hold(8, short(depthFor(1.24)))];
    expect(lengths(grown, [4, 4, 1]).violations).toMatchObject([
      { frame: 8, where: "rope blue", reason: "grew_while_nothing_moved_it", measured: 1.24 },
    ]);
    const misread = [...hold(8, short(0)), ...hold(8, short(depthFor(1.14)))];
    expect(lengths(misread, [4, 4, 1]).outcome).toBe("pass");
    // Ropes that others press on, or set free, let out: slowly, or by a sixth at once.
    const freed = [0.05, 0.1, 0.13, 0.15].map((by) => short(depthFor(1 + by)));
    const let17 = [...hold(8, short(0)), ...freed, ...hold(8, short(depthFor(1.17)))];
    expect(lengths(let17, [4, 4, 1]).outcome).toBe("pass");
    const slow = Array.from({ length: 40 }, (_, k) => short(depthFor(1 + (k + 1) / 200)));
    expect(lengths([...hold(8, short(0)), ...slow], [4, 4, 1]).outcome).toBe("pass");
  });

  it("dates a slow growth by its beginning", () => {
    const slow = Array.from({ length: 12 }, (_, k) => bowed((k + 1) / 20));
    const [violation] = lengths([...hold(8), ...slow, ...hold(8, bowed(0.6))]).violations;
    expect(violation).toMatchObject({ where: "rope blue", toFrame: 27 });
    expect(violation?.frame).toBeGreaterThanOrEqual(9);
    expect(violation?.frame).toBeLessThanOrEqual(12);
  });

  it("does not fail a growth of a tenth, nor what was read once", () => {
    expect(lengths([...hold(8), ...hold(8, bowed(0.2))]).outcome).toBe("pass");
    expect(lengths([...hold(8), bowed(0.5), ...hold(8)]).outcome).toBe("pass");
  });

  it("lets a rope grow that is carried, and one that a carried rope touches", () => {
    const away = { lines: { blue: from([4, 0], LINES.blue) } };
    expect(
      lengths([...hold(8), ...carry("blue", [0, 4], [4, 0], 6), ...hold(8, away)]),
    ).toMatchObject({ outcome: "pass" });
    const pulled = lineThrough([
      [2, 0, 0.1],
      [3.2, 2, 0.1],
      [2, 4, 0.1],
    ]);
    const end = { red: from([0, 1], LINES.red), green: pulled };
    const dragged = carry("red", [0, 2], [0, 1], 6).map(({ lines }, k) =>
      k < 3 ? { lines: { ...lines } } : { lines: { ...lines, green: pulled } },
    );
    expect(lengths([...hold(8), ...dragged, ...hold(8, { lines: end })]).violations).toEqual([]);
  });

  it("fails a rope that is far too long from the first frame on", () => {
    expect(lengths(hold(8, bowed(1.5))).violations).toMatchObject([
      { frame: 0, where: "rope blue", reason: "too_long" },
    ]);
    expect(lengths(hold(8, bowed(1.5)), [4, 4, 4.5]).outcome).toBe("pass");
  });
});
