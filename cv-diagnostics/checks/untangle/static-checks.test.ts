/** Ends, ropes and holes of single frames: what lasts is named, what was read once is not. */
import { describe, expect, it } from "vitest";
import {
  BLUE,
  from,
  GREEN,
  hold,
  LINES,
  type Moment,
  onRope,
  RED,
  track,
} from "../../../tests/helpers/rope-boards.ts";
import { gone, unread } from "../../../tests/helpers/rope-readings.ts";
import { checkEndpoints } from "./endpoints.ts";
import { checkBoard } from "./holes.ts";
import { checkIdentity, checkIntegrity } from "./ropes.ts";

type Change = NonNullable<Moment["change"]>;
/** Sound for six frames, then changed for `count`, then sound for six. */
const film = (count: number, change: Change): Moment[] => [
  ...hold(6),
  ...hold(count, { change }),
  ...hold(6),
];
const endpoints = (moments: readonly (Moment | undefined)[]) => {
  const { tracks, rests } = track(moments);
  return checkEndpoints(tracks, rests);
};
const integrity = (moments: readonly Moment[]) => checkIntegrity(track(moments).tracks);
const identity = (moments: readonly Moment[]) => checkIdentity(track(moments).tracks);
const board = (moments: readonly Moment[]) => checkBoard(track(moments).tracks);

describe("endpoint_configuration", () => {
  it("passes ends in holes, and counts frames", () => {
    expect(endpoints(hold(10))).toMatchObject({ outcome: "pass", decided: 10, unread: 0 });
  });

  it("fails an end that rests beside holes", () => {
    const beside = hold(8, { lines: { red: from([0.4, 1.7], LINES.red) } });
    expect(endpoints([...hold(6), ...beside]).violations).toEqual([
      {
        ...{ frame: 6, toFrame: 13, where: "rope red", reason: "end_rests_beside_holes" },
        ...{ measured: 0.5, limit: "hole (0,2)" },
      },
    ]);
  });

  it("fails two ends in one hole", () => {
    const shared = hold(6, { lines: { blue: from([0, 2], LINES.blue) } });
    expect(endpoints([...hold(6), ...shared]).violations).toEqual([
      {
        ...{ frame: 6, toFrame: 11, where: "rope red and rope blue" },
        ...{ reason: "two_ends_in_one_hole", measured: "hole (0,2)" },
      },
    ]);
  });

  it("fails a third end that lasts", () => {
    const third = onRope(BLUE, () => ({ extraPlugs: [[4, 4]] }));
    expect(endpoints(film(5, third)).violations).toMatchObject([
      { frame: 6, toFrame: 10, where: "rope blue", reason: "third_end" },
    ]);
    expect(endpoints(film(1, third)).outcome).toBe("pass");
  });

  it("is undetermined when a rope cannot be traced for long, or the board is lost", () => {
    const blurred = onRope(RED, ({ colour }) => unread(colour));
    expect(endpoints(film(3, blurred))).toMatchObject({ outcome: "pass", unread: 0 });
    expect(endpoints(film(12, blurred))).toMatchObject({ outcome: "undetermined", unread: 12 });
    expect(endpoints([...hold(6), ...Array(12).fill(undefined), ...hold(6)])).toMatchObject({
      outcome: "undetermined",
    });
    expect(endpoints([])).toMatchObject({ outcome: "not_applicable" });
  });
});

describe("rope_integrity", () => {
  it("fails gaps and pieces that last and are large", () => {
    const gap = (size: number) => onRope(GREEN, () => ({ gaps: [{ at: [2, 1], size }] }));
    const branch = onRope(GREEN, () => ({ extra: [{ at: [3, 1], size: 0.6 }] }));
    expect(integrity(film(5, gap(0.4))).violations).toEqual([
      {
        ...{ frame: 6, toFrame: 10, where: "rope green", reason: "gap" },
        ...{ measured: 0.4, limit: 0.12 },
      },
    ]);
    expect(integrity(film(5, branch)).violations).toMatchObject([
      { where: "rope green", reason: "branch_or_loose_piece" },
    ]);
    expect(integrity(film(5, gap(0.05))).outcome).toBe("pass");
    expect(integrity(film(2, gap(0.4))).outcome).toBe("pass");
  });
});

describe("rope_identity", () => {
  const absent = onRope(RED, ({ colour }) => gone(colour));
  const withForeign =
    (change: Change): Change =>
    (state) => ({ ...change(state), foreign: [{ at: [1, 2], size: 3 }] });

  it("fails a rope that is gone, from the first frame without it", () => {
    expect(identity([...hold(6), ...hold(6, { change: absent })]).violations).toEqual([
      { frame: 6, toFrame: 11, where: "rope red", reason: "rope_missing" },
    ]);
    expect(identity(film(1, absent)).outcome).toBe("pass");
  });

  it("does not take what cannot be traced for gone", () => {
    const blurred = onRope(RED, ({ colour }) => unread(colour));
    expect(identity(film(8, blurred))).toMatchObject({ outcome: "undetermined", violations: [] });
  });

  it("fails a rope that is there twice", () => {
    const plugs = [
      [4, 4],
      [4, 3],
    ] as const;
    const twice = onRope(BLUE, () => ({ extraPlugs: plugs }));
    expect(identity(film(5, twice)).violations).toMatchObject([
      { frame: 6, where: "rope blue", reason: "rope_twice" },
    ]);
  });

  it("names a foreign rope after the one that it stands for", () => {
    expect(identity(film(5, withForeign(absent))).violations).toMatchObject([
      { where: "rope red", reason: "rope_missing" },
      { where: "rope red", reason: "foreign_rope" },
    ]);
    expect(
      identity(
        film(
          5,
          withForeign((state) => state),
        ),
      ).violations,
    ).toMatchObject([{ where: "rope of another colour", reason: "foreign_rope" }]);
  });
});

describe("board_intact", () => {
  it("fails a hole that is gone, and one that is elsewhere, once", () => {
    const missing: Change = (state) => ({ ...state, missingHoles: [24] });
    const moved: Change = (state) => ({ ...missing(state), strayHoles: [[3.6, 4]] });
    expect(board(film(5, missing)).violations).toEqual([
      { frame: 6, toFrame: 10, where: "hole (4,4)", reason: "hole_missing" },
    ]);
    expect(board(film(5, moved)).violations).toEqual([
      {
        ...{ frame: 6, toFrame: 10, where: "hole (4,4)", reason: "hole_moved" },
        ...{ measured: 0.4, limit: 0 },
      },
    ]);
  });

  it("fails a hole too many, named after the nearest one", () => {
    const stray: Change = (state) => ({ ...state, strayHoles: [[3.6, 0.9]] });
    expect(board(film(5, stray)).violations).toEqual([
      { frame: 6, toFrame: 10, where: "hole (4,1)", reason: "hole_where_none_belongs" },
    ]);
    expect(board(film(2, stray)).outcome).toBe("pass");
  });

  it("is undetermined when no hole can be looked for", () => {
    const covered: Change = (state) => ({ ...state, seenHoles: 0 });
    expect(board(film(20, covered)).outcome).toBe("undetermined");
  });
});
