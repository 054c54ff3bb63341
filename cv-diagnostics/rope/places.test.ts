/** Where the places lie that violations of ropes name. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { locateOnRopes, outlineOnRopes } from "./places.ts";
import { respace } from "./points.ts";
import { unread } from "./rope-reading.ts";
import type { RopeCrossing, RopeFrameState, RopeReading } from "./state.ts";

/** Red lies along column 1 from row 0 to row 4, blue across it along row 1, under red. */
const crossing: RopeCrossing = {
  ...{ other: 1, at: [1, 1], share: 0.25, otherShare: 0.5, isOver: true, sign: 1 },
};
const end = (at: Point, hole: number | null) => ({ at, hole, offset: 0, isSeen: true });
const red: RopeReading = {
  ...unread("red", "partly"),
  ...{ status: "read", length: 4, crossings: [crossing] },
  line: respace(
    [
      [0, 1],
      [4, 1],
    ],
    0.1,
  ),
  ends: [end([0, 1], 1), end([4, 1], 21)],
};
const blue: RopeReading = {
  ...unread("blue", "partly"),
  ...{ status: "read", length: 2 },
  line: respace(
    [
      [1, 0],
      [1, 2],
    ],
    0.1,
  ),
  crossings: [{ ...crossing, other: 0, share: 0.5, otherShare: 0.25, isOver: false, sign: -1 }],
};
const stateWith = (ropes: readonly RopeReading[]): RopeFrameState => ({
  ...{ gridSize: 5, ropes, foreign: [{ at: [3, 3], size: 1 }] },
  ...{ missingHoles: [], seenHoles: 20, strayHoles: [] },
});
const state = stateWith([red, blue]);

describe("locateOnRopes", () => {
  it("finds holes without a state", () => {
    expect(locateOnRopes("hole (3,1)")).toEqual([3, 1]);
  });

  it("finds the middle of a rope that has nothing special", () => {
    expect(locateOnRopes("rope red", state)).toEqual([2, 1]);
  });

  it.each<[string, Partial<RopeReading>, Point]>([
    ["the end in the air", { ends: [end([0, 1], 1), end([3.5, 1.4], null)] }, [3.5, 1.4]],
    ["a plug too many", { extraPlugs: [[0, 3]] }, [0, 3]],
    [
      "the largest flaw",
      { gaps: [{ at: [1, 1], size: 0.2 }], extra: [{ at: [3, 2], size: 0.5 }] },
      [3, 2],
    ],
  ])("finds %s of a rope", (_, change, place) => {
    expect(locateOnRopes("rope red", stateWith([{ ...red, ...change }, blue]))).toEqual(place);
  });

  it("finds a crossing, and a rope that nobody knows", () => {
    expect(locateOnRopes("crossing red/blue", state)).toEqual([1, 1]);
    expect(locateOnRopes("rope of another colour", state)).toEqual([3, 3]);
  });

  it.each(["rope green", "crossing red/green", "board"])("does not find %s", (where) => {
    expect(locateOnRopes(where, state)).toBeUndefined();
    expect(outlineOnRopes(where, state)).toEqual([]);
  });

  it("does not find what is not there, or is not known", () => {
    expect(locateOnRopes("rope red", stateWith([unread("red", "absent"), blue]))).toBeUndefined();
    expect(locateOnRopes("rope red")).toBeUndefined();
  });
});

describe("outlineOnRopes", () => {
  it("gives the line of a rope", () => {
    expect(outlineOnRopes("rope red", state)).toEqual([red.line]);
  });

  it("leaves out what is not drawn of a rope", () => {
    const cut = { ...red, gaps: [{ at: [3, 1] as const, size: 0.4 }] };
    const [before, after, ...others] = outlineOnRopes("rope red", stateWith([cut, blue]));
    expect(others).toEqual([]);
    expect(before?.[0]).toEqual([0, 1]);
    expect(before?.at(-1)?.[0]).toBeCloseTo(2.8);
    expect(after?.[0]?.[0]).toBeCloseTo(3.2);
    expect(after?.at(-1)).toEqual([4, 1]);
  });

  it("gives both ropes around a crossing, the lower one first", () => {
    const [lower, upper] = outlineOnRopes("crossing red/blue", state);
    expect([lower?.[0]?.[1], lower?.at(-1)?.[1]]).toEqual([0.6, 1.4].map((y) => expect.closeTo(y)));
    expect([upper?.[0]?.[0], upper?.at(-1)?.[0]]).toEqual([0.6, 1.4].map((x) => expect.closeTo(x)));
    const turned = stateWith([{ ...red, crossings: [{ ...crossing, isOver: false }] }, blue]);
    expect(outlineOnRopes("crossing red/blue", turned)).toEqual([upper, lower]);
  });
});
