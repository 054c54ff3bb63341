/** The knot diagram over a frame: lines, breaks where another rope lies over, rings. */
import { describe, expect, it } from "vitest";
import { scaleThenShift } from "../../core/geometry/homography.ts";
import { parseHexColour } from "../../core/image.ts";
import { createSurface, toRgba } from "../../tasks/scene/surface.ts";
import { OVERLAY_COLOURS } from "../overlay/style.ts";
import { drawRopeState } from "./overlay.ts";
import { respace } from "./points.ts";
import { unread } from "./rope-reading.ts";
import type { RopeCrossing, RopeFrameState, RopeReading } from "./state.ts";

/** Pixels to a hole spacing, and where hole (0, 0) lies. */
const PITCH = 100;
const ORIGIN = 100;
const SIDE = 400;
const toPixel = scaleThenShift(PITCH, PITCH, ORIGIN, ORIGIN);

const { read, moving, unread: unknown, violation, ok } = OVERLAY_COLOURS;
const COLOURS = { read, moving, unread: unknown, violation, ok };

const crossing: RopeCrossing = {
  ...{ other: 1, at: [1, 1], share: 0.5, otherShare: 0.5, isOver: false, sign: 1 },
};
function rope(reading: Partial<RopeReading>): RopeReading {
  return { ...unread("red", "partly"), status: "read", length: 2, ...reading };
}
const row = (isOver: boolean | undefined): RopeReading =>
  rope({
    line: respace(
      [
        [0, 1],
        [2, 1],
      ],
      0.1,
    ),
    ends: [
      { at: [0, 1], hole: 1, offset: 0, isSeen: true },
      { at: [2, 1.02], hole: null, offset: 0.3, isSeen: true },
    ],
    crossings: [{ ...crossing, isOver }],
  });
const column = (isOver: boolean | undefined): RopeReading =>
  rope({
    line: respace(
      [
        [1, 0],
        [1, 2],
      ],
      0.1,
    ),
    crossings: [{ ...crossing, other: 0, isOver }],
  });

function draw(state: Partial<RopeFrameState>) {
  const surface = createSurface(SIDE, SIDE);
  surface.context.fillStyle = "#808080";
  surface.context.fillRect(0, 0, SIDE, SIDE);
  const empty = { ropes: [], foreign: [], missingHoles: [], seenHoles: 0, strayHoles: [] };
  drawRopeState(surface.context, { gridSize: 3, ...empty, ...state }, toPixel);
  const { data } = toRgba(surface);
  /** Name of the overlay's colour at a place of the board; undefined for any other. */
  const colourAt = (x: number, y: number): string | undefined => {
    const at = 4 * (Math.round(ORIGIN + y * PITCH) * SIDE + Math.round(ORIGIN + x * PITCH));
    return Object.entries(COLOURS).find(([, hex]) =>
      parseHexColour(hex).every((value, k) => Math.abs(value - (data[at + k] ?? 0)) < 40),
    )?.[0];
  };
  const isBare = (x: number, y: number): boolean => {
    const at = 4 * (Math.round(ORIGIN + y * PITCH) * SIDE + Math.round(ORIGIN + x * PITCH));
    return [0, 1, 2].every((k) => data[at + k] === 128);
  };
  return { colourAt, isBare };
}

describe("drawRopeState", () => {
  it("breaks the line of the lower rope, and not that of the upper one", () => {
    const { colourAt, isBare } = draw({ ropes: [row(false), column(true)] });
    expect([colourAt(0.6, 1), colourAt(1.4, 1)]).toEqual(["read", "read"]);
    expect([isBare(0.88, 1), isBare(1.12, 1)]).toEqual([true, true]);
    expect([0.6, 0.88, 1, 1.12, 1.4].map((y) => colourAt(1, y))).toEqual(
      Array.from({ length: 5 }, () => "read"),
    );
  });

  it("the other way round when the other one lies over", () => {
    const { colourAt, isBare } = draw({ ropes: [row(true), column(false)] });
    expect([isBare(1, 0.88), isBare(1, 1.12)]).toEqual([true, true]);
    expect([colourAt(0.88, 1), colourAt(1.12, 1)]).toEqual(["read", "read"]);
  });

  it("breaks neither when it is not told, and rings the place", () => {
    const { colourAt } = draw({ ropes: [row(undefined), column(undefined)] });
    expect([colourAt(0.7, 1), colourAt(1, 0.7)]).toEqual(["read", "read"]);
    const ring = 0.09 / Math.SQRT2;
    expect(colourAt(1 + ring, 1 + ring)).toBe("unread");
  });

  it("rings ends in holes, ends in flight, flaws and holes, each in its colour", () => {
    const flaw = { at: [2, 0], size: 1 } as const;
    const { colourAt } = draw({
      ropes: [{ ...row(true), gaps: [flaw] }],
      ...{ missingHoles: [8], strayHoles: [[0, 2]] },
    });
    expect(colourAt(0, 1.2)).toBe("ok");
    expect(colourAt(2, 1.22)).toBe("moving");
    expect(colourAt(2, 0.24)).toBe("violation");
    expect(colourAt(2, 2.22)).toBe("violation");
    expect(colourAt(0, 2.22)).toBe("unread");
  });

  it("breaks the line at a gap", () => {
    const { colourAt, isBare } = draw({
      ropes: [{ ...row(true), gaps: [{ at: [0.5, 1], size: 0.4 }] }],
    });
    expect([colourAt(0.1, 1), colourAt(0.85, 1)]).toEqual(["read", "read"]);
    expect([isBare(0.4, 1), isBare(0.6, 1)]).toEqual([true, true]);
  });

  it("draws nothing of ropes that were not read", () => {
    const { isBare } = draw({ ropes: [unread("red", "absent"), unread("green", "partly")] });
    for (let x = -0.9; x < 2.9; x += 0.1) {
      for (let y = -0.9; y < 2.9; y += 0.1) expect(isBare(x, y)).toBe(true);
    }
  });
});
