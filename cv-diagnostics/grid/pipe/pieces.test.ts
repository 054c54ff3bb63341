/** Kinds under rotation: masks, angles and the turns between them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currentMask } from "../../../tasks/pipe/rules.ts";
import { PIPE_KINDS, pipeKind } from "../../../tasks/pipe/state.ts";
import {
  angleOfMask,
  maskAtAngle,
  offQuarterDeg,
  PIECE_KINDS,
  PIECE_SHAPES,
  turnBetween,
} from "./pieces.ts";

describe("masks and angles", () => {
  it.each(Array.from({ length: 16 }, (_, mask) => mask))("mask %d comes back", (mask) => {
    const kind = pipeKind(mask);
    const angleDeg = angleOfMask(kind, mask);
    expect(maskAtAngle(kind, angleDeg)).toBe(mask);
    expect(angleDeg).toBeLessThan(PIECE_SHAPES[kind].periodDeg);
    expect(angleDeg % 90).toBe(0);
  });

  it.each(PIPE_KINDS)("%s looks the same after its period, and not before", (kind) => {
    const { mask, periodDeg } = PIECE_SHAPES[kind];
    expect(pipeKind(mask)).toBe(kind);
    if (kind === "empty") return;
    const turns = [1, 2, 3, 4].find((count) => currentMask(mask, count) === mask);
    expect(90 * (turns ?? 0)).toBe(periodDeg);
  });

  it("takes the nearest quarter turn of an angle", () => {
    expect(maskAtAngle("end", 44)).toBe(1);
    expect(maskAtAngle("end", 46)).toBe(2);
    expect(maskAtAngle("end", 316)).toBe(1);
    expect(maskAtAngle("straight", 91)).toBe(10);
    expect(maskAtAngle("tee", 271)).toBe(11);
  });

  it("leaves the empty cell out of the pieces", () => {
    expect(PIECE_KINDS).toEqual(["end", "straight", "bend", "tee", "cross"]);
  });
});

describe("turnBetween", () => {
  it.each([
    [0, 90, 360, 90],
    [90, 0, 360, -90],
    [350, 10, 360, 20],
    [10, 350, 360, -20],
    [0, 180, 360, 180],
    [180, 0, 360, 180],
    [0, 90, 180, 90],
    [90, 0, 180, 90],
    [170, 10, 180, 20],
    [0, 45, 90, 45],
    [85, 5, 90, 10],
    [30, 30, 360, 0],
  ])("from %d to %d with period %d is %d", (from, to, period, turn) => {
    expect(turnBetween(from, to, period)).toBeCloseTo(turn, 9);
  });

  it("leads from the one angle to the other, by half a period at most", () => {
    const angle = fc.double({ min: -720, max: 720, noNaN: true });
    fc.assert(
      fc.property(angle, angle, fc.constantFrom(90, 180, 360), (from, to, period) => {
        const turn = turnBetween(from, to, period);
        expect(Math.abs(turn)).toBeLessThanOrEqual(period / 2 + 1e-6);
        const rest = (from + turn - to) / period;
        expect(rest).toBeCloseTo(Math.round(rest), 6);
      }),
    );
  });
});

describe("offQuarterDeg", () => {
  it.each([
    [0, 0],
    [90, 0],
    [359, 1],
    [45, 45],
    [46, 44],
    [-10, 10],
    [100, 10],
  ])("of %d is %d", (angleDeg, off) => {
    expect(offQuarterDeg(angleDeg)).toBeCloseTo(off, 9);
  });
});
