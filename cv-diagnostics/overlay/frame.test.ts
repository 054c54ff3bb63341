/** What is drawn over a frame: readings, rings at violations, a caption. */
import { describe, expect, it } from "vitest";
import { parseHexColour } from "../../core/image.ts";
import type { Violation } from "../../core/schema/verdict.ts";
import { toRgba } from "../../tasks/scene/surface.ts";
import { hold, instanceFrom, LITERAL, observe, START } from "../../tests/helpers/pipe-boards.ts";
import { pipeJudge } from "../checks/pipe/index.ts";
import type { AnyJudge } from "../judge.ts";
import { type Crop, drawFrame } from "./frame.ts";
import type { OverlaySource } from "./index.ts";
import { OVERLAY_COLOURS } from "./style.ts";

/** The board's cells are 40 pixels wide and begin at (50, 20) of a black picture of 240x160. */
const TO_PIXEL = [40, 0, 50, 0, 40, 20, 0, 0, 1] as const;
const IMAGE = { widthPx: 240, heightPx: 160, data: new Uint8Array(240 * 160 * 3) };

function overlayOf(
  violations: readonly Violation[],
  options: {
    readonly isFound?: boolean;
    readonly crop?: Crop;
    readonly widthPx?: number;
    readonly judge?: AnyJudge;
    /** What was read in the sample before. */
    readonly stateBefore?: unknown;
  } = {},
) {
  const [seen] = observe(hold(START, 1, { cells: { "1,1": { isRead: false } } }), 0);
  if (!seen) throw new Error("expected an observation");
  const observation = { ...seen, index: 8, boardToPixel: [...TO_PIXEL] as const };
  const before = { ...observation, index: 0, state: options.stateBefore };
  const frames = [0, 8, 16].map((index) => ({
    ...{ index, timeSec: index / 16, image: IMAGE, repeated: false },
  }));
  const judged = pipeJudge.conclude([observation], instanceFrom(LITERAL));
  const source: OverlaySource = {
    clip: {
      path: "clip.mp4",
      info: {
        ...{ totalFrames: 17, fps: 16, widthPx: 240, heightPx: 160, durationSec: 1 },
        ...{ timestampsSec: [], codec: "avc", hasAlpha: false, countedBy: "container" },
      },
      frames,
    },
    observations: [before, observation],
    verdict: {
      ...{ schema: "topoprobe.verdict/1", diagnosticsVersion: "1", video: "clip.mp4" },
      ...{ task: "pipe", instanceId: "some-instance", frames: [], plan: null },
      sampling: { frames: 3, indices: [], totalFrames: 17, fps: 16, widthPx: 240, heightPx: 160 },
      terminal: judged.terminal,
      checks: judged.checks.map((check, i) => ({
        ...check,
        violations: i === 3 ? [...violations] : [],
      })),
      ...{ processValid: false, processValidSuccess: false },
    },
    judge: options.judge ?? pipeJudge,
    extent: { left: 0, top: 0, right: 3, bottom: 3 },
    grid: { rows: 3, cols: 3 },
  };
  const [, middle] = frames;
  if (!middle) throw new Error("expected a frame");
  return drawFrame(
    source,
    {
      ...{ sample: 1, frame: middle, analysedScale: 1 },
      observation: options.isFound === false ? undefined : observation,
    },
    options.crop,
    options.widthPx,
  );
}

type Box = { readonly left: number; readonly top: number; readonly size: number };

/** Pixels near to a colour within a square. */
function count(
  surface: ReturnType<typeof overlayOf>,
  hex: string,
  { left, top, size }: Box,
): number {
  const { data, widthPx } = toRgba(surface);
  const colour = parseHexColour(hex);
  let found = 0;
  for (let y = top; y < top + size; y++) {
    for (let x = left; x < left + size; x++) {
      const i = 4 * (y * widthPx + x);
      if (colour.every((value, c) => Math.abs(value - (data[i + c] ?? 0)) < 40)) found++;
    }
  }
  return found;
}
const cell = (x: number, y: number): Box => ({ left: 50 + 40 * x, top: 20 + 40 * y, size: 40 });
const CAPTION: Box = { left: 120, top: 160, size: 18 };
const vanished = { frame: 5, where: "x=0,y=2", reason: "piece_vanished" };

describe("drawFrame", () => {
  it("puts a caption below the picture", () => {
    const drawn = overlayOf([]);
    expect([drawn.widthPx, drawn.heightPx]).toEqual([240, 178]);
    expect(count(drawn, OVERLAY_COLOURS.text, { ...CAPTION, left: 0, size: 18 })).toBeGreaterThan(
      5,
    );
  });

  it("draws what was read, and a mark where nothing was", () => {
    const drawn = overlayOf([]);
    expect(count(drawn, OVERLAY_COLOURS.read, cell(0, 0))).toBeGreaterThan(20);
    expect(count(drawn, OVERLAY_COLOURS.read, cell(1, 2))).toBe(0);
    expect(count(drawn, OVERLAY_COLOURS.unread, cell(1, 1))).toBeGreaterThan(10);
    expect(count(drawn, OVERLAY_COLOURS.unread, cell(0, 0))).toBe(0);
  });

  it("rings the cell of a violation that begins since the sample before", () => {
    const drawn = overlayOf([vanished]);
    expect(count(drawn, OVERLAY_COLOURS.violation, cell(0, 2))).toBeGreaterThan(60);
    expect(count(drawn, OVERLAY_COLOURS.violation, cell(2, 0))).toBe(0);
  });

  it("rings both cells of a violation of two", () => {
    const drawn = overlayOf([{ ...vanished, where: "x=0,y=0 and x=2,y=1" }]);
    for (const [x, y] of [
      [0, 0],
      [2, 1],
    ] as const) {
      expect(count(drawn, OVERLAY_COLOURS.violation, cell(x, y))).toBeGreaterThan(60);
    }
  });

  it.each([
    ["that was over before", 0, { ...vanished, frame: 0 }],
    ["that lasts", 1, { ...vanished, frame: 0, toFrame: 16 }],
    ["that is yet to come", 0, { ...vanished, frame: 9 }],
  ])("draws for a violation %s %d rings", (_, rings, violation) => {
    const found = count(overlayOf([violation]), OVERLAY_COLOURS.violation, cell(0, 2));
    expect(Math.min(1, found)).toBe(rings);
  });

  it("names the check that failed in the caption", () => {
    expect(count(overlayOf([]), OVERLAY_COLOURS.violation, CAPTION)).toBe(0);
    expect(count(overlayOf([vanished]), OVERLAY_COLOURS.violation, CAPTION)).toBeGreaterThan(5);
  });

  it("draws no reading where the board was not found", () => {
    const drawn = overlayOf([vanished], { isFound: false });
    expect(count(drawn, OVERLAY_COLOURS.read, cell(0, 0))).toBe(0);
    expect(count(drawn, OVERLAY_COLOURS.violation, cell(0, 2))).toBe(0);
  });

  describe("of a judge whose places move", () => {
    /** Everything is at the cell that a state names; a line runs through the top row. */
    const judge: AnyJudge = {
      ...pipeJudge,
      drawState: () => undefined,
      locate: (_where, _grid, state: unknown) => (state === BEFORE ? [2.5, 1.5] : undefined),
      outline: () => [
        [
          [0, 0.5],
          [3, 0.5],
        ],
      ],
    };
    const BEFORE = { is: "the state before" };

    it("marks what the frame does not show where it was seen last", () => {
      const drawn = overlayOf([vanished], { judge, stateBefore: BEFORE });
      expect(count(drawn, OVERLAY_COLOURS.violation, cell(2, 1))).toBeGreaterThan(60);
      const [line, gap] = [cell(1, 0), cell(1, 2)].map((box) =>
        count(drawn, OVERLAY_COLOURS.violation, box),
      );
      expect(line).toBeGreaterThan(20);
      expect(gap).toBe(0);
    });

    it("marks nothing that was never seen", () => {
      const drawn = overlayOf([vanished], { judge, stateBefore: "another state" });
      expect(count(drawn, OVERLAY_COLOURS.violation, cell(2, 1))).toBe(0);
      expect(count(drawn, OVERLAY_COLOURS.violation, cell(1, 0))).toBe(0);
    });
  });

  it("shows a part of the frame at another size, drawings and all", () => {
    const crop = { left: 50, top: 100, width: 40, height: 40 };
    const drawn = overlayOf([vanished], { crop, widthPx: 80 });
    expect([drawn.widthPx, drawn.heightPx]).toEqual([80, 98]);
    const ring = count(drawn, OVERLAY_COLOURS.violation, { left: 0, top: 0, size: 80 });
    expect(ring).toBeGreaterThan(150);
  });
});
