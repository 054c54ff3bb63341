import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { easeTurn, scheduleMoves, turningFrames } from "./timeline.ts";

const cases = fc.record({
  moves: fc.integer({ min: 0, max: 40 }),
  frames: fc.integer({ min: 1, max: 200 }),
  fps: fc.constantFrom(8, 16, 24, 30),
  pace: fc.double({ min: 0.2, max: 10, noNaN: true }),
});

describe("every schedule", () => {
  test("has a frame for each frame, starts at the start and ends at the end", () => {
    fc.assert(
      fc.property(cases, ({ moves, frames, fps, pace }) => {
        const timeline = scheduleMoves(moves, frames, fps, { movesPerSecond: pace });
        expect(timeline.frames).toHaveLength(frames);
        expect(timeline.slots).toHaveLength(moves);
        expect(timeline.frames[0]).toEqual({ moveIndex: 0, progress: 0 });
        if (frames > 1) expect(timeline.frames.at(-1)).toEqual({ moveIndex: moves, progress: 0 });
      }),
    );
  });

  test("never goes back, and its progress is 0 or strictly inside a move", () => {
    fc.assert(
      fc.property(cases, ({ moves, frames, fps, pace }) => {
        let before = 0;
        for (const frame of scheduleMoves(moves, frames, fps, { movesPerSecond: pace }).frames) {
          expect(frame.progress).toBeGreaterThanOrEqual(0);
          expect(frame.progress).toBeLessThan(1);
          expect(frame.moveIndex + frame.progress).toBeGreaterThanOrEqual(before);
          if (frame.progress > 0) expect(frame.moveIndex).toBeLessThan(moves);
          before = frame.moveIndex + frame.progress;
        }
      }),
    );
  });

  test("shows each move in motion and then at rest where it has two frames or more", () => {
    fc.assert(
      fc.property(cases, ({ moves, frames, fps, pace }) => {
        const timeline = scheduleMoves(moves, frames, fps, { movesPerSecond: pace });
        timeline.slots.forEach((slot, move) => {
          const shown = timeline.frames.slice(slot.firstFrame, slot.endFrame);
          if (shown.length === 0) return;
          expect(shown.at(-1)).toEqual({ moveIndex: move + 1, progress: 0 });
          if (shown.length > 1) expect(shown[0]?.moveIndex).toBe(move);
          if (shown.length > 1) expect(shown[0]?.progress).toBeGreaterThan(0);
        });
      }),
    );
  });

  test("keeps the pace, or says that it could not", () => {
    fc.assert(
      fc.property(cases, ({ moves, frames, fps, pace }) => {
        const { slots, warnings } = scheduleMoves(moves, frames, fps, { movesPerSecond: pace });
        const span = (slots.at(-1)?.endFrame ?? 0) - (slots[0]?.firstFrame ?? 0);
        const isSlower = span < Math.floor((moves * fps) / pace);
        if (isSlower) expect(warnings[0]).toMatch(/do not fit/);
      }),
    );
  });
});

test("a default clip: 16 moves in 81 frames at 16 a second are sped up", () => {
  const { slots, warnings } = scheduleMoves(16, 81, 16);
  // Holds of floor(0.08 * 81) = 6 frames leave 69 for 16 moves.
  expect(slots[0]?.firstFrame).toBe(6);
  expect(slots.at(-1)?.endFrame).toBe(75);
  expect(warnings).toEqual([
    "16 moves at 2.5 a second do not fit 81 frames at 16 a second: shown at 4.31 frames a move",
  ]);
});

test("with time to spare nothing is said and the rest is closing hold", () => {
  const { slots, frames, warnings } = scheduleMoves(2, 81, 16);
  expect(warnings).toEqual([]);
  // 16 / 2.5 = 6.4 frames a move after an opening of 6.
  expect(slots).toEqual([
    { firstFrame: 6, endFrame: 12 },
    { firstFrame: 12, endFrame: 19 },
  ]);
  expect(
    frames.slice(18).every(({ moveIndex, progress }) => moveIndex === 2 && progress === 0),
  ).toBe(true);
});

test("moves without a frame of their own are counted in a warning", () => {
  expect(scheduleMoves(20, 12, 16).warnings[1]).toMatch(/^20 of 20 moves have no frame in motion/);
});

test("turning and resting frames of a slot", () => {
  expect([0, 1, 2, 3, 4, 6, 8, 20].map(turningFrames)).toEqual([0, 0, 1, 2, 3, 4, 6, 15]);
  // One frame in motion shows the middle; three show 1/4, 1/2, 3/4 eased by t^2 (3 - 2 t).
  expect(easeTurn(0, 1)).toBe(0.5);
  expect([0, 1, 2].map((turned) => easeTurn(turned, 3))).toEqual([0.15625, 0.5, 0.84375]);
});

test.each([
  [0, 0, 16, 2.5],
  [1, 1.5, 16, 2.5],
  [-1, 81, 16, 2.5],
  [1, 81, 0, 2.5],
  [1, 81, 16, 0],
  [1, 81, 16, Number.NaN],
])("%d moves, %d frames, %d fps, pace %d are refused", (moves, frames, fps, movesPerSecond) => {
  expect(() => scheduleMoves(moves, frames, fps, { movesPerSecond })).toThrow(UsageError);
});
