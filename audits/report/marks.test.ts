import { describe, expect, it } from "vitest";
import type { FrameVerdict, Verdict } from "../../core/schema/verdict.ts";
import { sampleVerdict } from "../../tests/e2e/helpers/records.ts";
import { marksOf, spanOf } from "./marks.ts";

/** Cells are 40 pixels wide and begin at (50, 20). */
const TO_PIXEL = [40, 0, 50, 0, 40, 20, 0, 0, 1];
const SCENE = { grid: { rows: 3, cols: 3 } };

const frame = (index: number, extra: Partial<FrameVerdict> = {}): FrameVerdict => ({
  ...{ index, timeSec: index / 16, label: "exact", confidence: 1, boardToPixel: TO_PIXEL },
  ...extra,
});
const verdictOf = (frames: FrameVerdict[], task = "pipe"): Verdict => ({
  ...sampleVerdict("pipe-easy-1"),
  task,
  frames,
});
const verdict = verdictOf([frame(0), frame(8), frame(16), frame(24)]);
const violation = { frame: 8, where: "x=1,y=2", reason: "some_reason" };

describe("spanOf", () => {
  it.each([
    [{ frame: 8 }, { from: 1, to: 1 }],
    [{ frame: 9 }, { from: 2, to: 2 }],
    [
      { frame: 0, toFrame: 16 },
      { from: 0, to: 2 },
    ],
    [
      { frame: 3, toFrame: 17 },
      { from: 1, to: 3 },
    ],
    [{ frame: 30 }, { from: 3, to: 3 }],
  ])("of %j is %j", (frames, span) => {
    expect(spanOf({ ...violation, ...frames }, verdict)).toEqual(span);
  });
});

describe("marksOf", () => {
  it("rings a cell in pixels of the clip, and both of two", () => {
    expect(marksOf([violation], verdict, SCENE)).toEqual([
      { from: 1, to: 1, rings: [{ x: 110, y: 120, r: 19 }], lines: [] },
    ]);
    const [mark] = marksOf([{ ...violation, where: "x=0,y=0 and x=2,y=0" }], verdict, SCENE);
    expect(mark?.rings.map(({ x }) => x)).toEqual([70, 150]);
  });

  it("marks nothing for a place that nobody knows, or a board that was never found", () => {
    expect(marksOf([{ ...violation, where: "board" }], verdict, SCENE)).toEqual([]);
    const { boardToPixel: _, ...lost } = frame(0);
    expect(marksOf([violation], verdictOf([lost]), SCENE)).toEqual([]);
  });

  it("draws a rope where it was seen last", () => {
    const ropes = {
      ropes: [
        {
          colour: "red",
          line: [
            [0, 0],
            [1, 1],
          ],
          crossings: [{ other: 1, at: [0.5, 0.5] }],
        },
        {
          colour: "blue",
          line: [
            [0, 1],
            [1, 0],
          ],
          crossings: [],
        },
      ],
    };
    const seen = verdictOf([frame(0, { state: ropes }), frame(8)], "untangle");
    expect(marksOf([{ ...violation, where: "rope red" }], seen, SCENE)[0]?.lines).toEqual([
      [
        [50, 20],
        [90, 60],
      ],
    ]);
    expect(marksOf([{ ...violation, where: "crossing red/blue" }], seen, SCENE)[0]?.rings).toEqual([
      { x: 70, y: 40, r: 19 },
    ]);
  });
});
