/** States of frames as they stand in verdicts: plain JSON, rounded, without empty lists. */
import { describe, expect, it } from "vitest";
import { describeRopeState } from "./describe.ts";
import { unread } from "./rope-reading.ts";
import type { RopeFrameState, RopeReading } from "./state.ts";

const read: RopeReading = {
  ...unread("red", "partly"),
  ...{ status: "read", confidence: 0.98765432, length: 2.00004999 },
  ends: [
    { at: [0.0123456, 1.00001], hole: 1, offset: 0.0123, isSeen: true },
    { at: [2.4999999, 1.3], hole: null, offset: 0.58, isSeen: false },
  ],
  line: Array.from({ length: 9 }, (_, k) => [k / 3.000001, 1] as const),
  hidden: [[0.4, 0.6]],
  crossings: [
    { other: 1, at: [1.23456, 1], share: 0.33333, otherShare: 0.5, isOver: true, sign: 1 },
    { other: 1, at: [1.5, 1], share: 0.5, otherShare: 0.6, isOver: false, sign: -1 },
    { other: 2, at: [1.7, 1], share: 0.6, otherShare: 0.1, isOver: undefined, sign: 1 },
  ],
};

const clean: RopeFrameState = {
  gridSize: 5,
  ropes: [read, unread("green", "absent"), unread("blue", "partly")],
  ...{ foreign: [], missingHoles: [], seenHoles: 20, strayHoles: [] },
};

describe("describeRopeState", () => {
  it("rounds, keeps some points of a line with both its ends, and leaves empty lists out", () => {
    expect(describeRopeState(clean)).toEqual({
      ropes: [
        {
          ...{ colour: "red", status: "read", confidence: 0.988, length: 2 },
          ends: [{ hole: [0, 1] }, { at: [2.5, 1.3], hidden: true }],
          line: [
            [0, 1],
            [1, 1],
            [2, 1],
            [2.667, 1],
          ],
          crossings: [
            { other: 1, at: [1.235, 1], share: 0.333, lies: "over" },
            { other: 1, at: [1.5, 1], share: 0.5, lies: "under" },
            { other: 2, at: [1.7, 1], share: 0.6, lies: "unknown" },
          ],
        },
        { colour: "green", status: "absent" },
        { colour: "blue", status: "partly" },
      ],
    });
  });

  it("names what is wrong", () => {
    const flaw = { at: [1.00049, 2], size: 0.43219 } as const;
    const rope = { ...read, gaps: [flaw], extra: [flaw], extraPlugs: [[3, 3.00049] as const] };
    const state = { ...clean, ropes: [rope], foreign: [flaw], missingHoles: [7] };
    const told = { at: [1, 2], size: 0.432 };
    expect(describeRopeState({ ...state, strayHoles: [[1.4, 1.8]] })).toMatchObject({
      ropes: [{ gaps: [told], extra: [told], extraPlugs: [[3, 3]] }],
      ...{ foreign: [told], missingHoles: [[1, 2]], strayHoles: [[1.4, 1.8]] },
    });
  });

  it("is plain JSON", () => {
    const told = describeRopeState(clean);
    expect(JSON.parse(JSON.stringify(told))).toEqual(told);
  });
});
