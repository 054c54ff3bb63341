import { describe, expect, test } from "vitest";
import { rolloutOf } from "../../../../tests/helpers/untangle-rollouts.ts";
import { type Staged, stageMove, stageRest } from "./stage.ts";

/** As text: the number of moves done at rest, "m" in motion. */
const textOf = ({ frames }: Pick<Staged, "frames">): string =>
  frames.map(({ moveIndex, progress }) => (progress > 0 ? "m" : `${moveIndex}`)).join("");

/** Every moves' frames in order, each move in motion. */
const inOrder = (moves: number): RegExp =>
  new RegExp(`^0+${Array.from({ length: moves }, (_, k) => `m+${k + 1}+`).join("")}$`);

describe("stageRest", () => {
  const context = rolloutOf("hard", "oracle");
  const moves = context.plan.length;

  test.each(Array.from({ length: moves + 1 }, (_, k) => k))(
    "rest %d, in the middle",
    (moveIndex) => {
      const staged = stageRest(context, { moveIndex, beforeFrames: 4, afterFrames: 7 });
      if (staged === undefined) throw new Error("expected time for it");
      const text = textOf(staged);
      expect(text).toHaveLength(81);
      expect(text).toMatch(inOrder(moves));
      const around = text.slice(staged.frame - 4, staged.frame + 7);
      expect(around).toBe(`${moveIndex}`.repeat(11));
      expect(staged.frame).toBeGreaterThanOrEqual(0.2 * 81);
      expect(staged.frame).toBeLessThanOrEqual(0.75 * 81);
    },
  );

  test("says when moves are hurried, beside what was said before", () => {
    const staged = stageRest(context, { moveIndex: 3, beforeFrames: 4, afterFrames: 7 });
    expect(staged?.warnings.slice(0, -1)).toEqual(context.timeline.warnings);
    expect(staged?.warnings.at(-1)).toMatch(/^moves are shown at 7\.\d+ frames each, not 8\.63/);
  });

  test("leaves the pace alone where there is time", () => {
    const slow = rolloutOf("easy", "oracle");
    const staged = stageRest(slow, { moveIndex: 1, beforeFrames: 4, afterFrames: 7 });
    expect(staged).toMatchObject({ haste: 0, warnings: [] });
  });

  test("a clip of no moves is one rest", () => {
    const still = stageRest(context, {
      ...{ moveCount: 0, moveIndex: 0 },
      ...{ beforeFrames: 4, afterFrames: 7 },
    });
    expect(still).toMatchObject({ frame: 40 });
  });

  test("there is no time for more than a clip", () => {
    const request = { moveIndex: 3, beforeFrames: 20, afterFrames: 40 };
    expect(stageRest(context, request)).toBeUndefined();
  });
});

test("stageMove: the move's own frames, in the middle, then a rest", () => {
  const context = rolloutOf("tangled", "oracle");
  const progresses = Array.from({ length: 20 }, (_, k) => (k + 1) / 21);
  for (const moveIndex of [0, 1, 2, 3]) {
    const staged = stageMove(context, { moveCount: 4, moveIndex, progresses });
    if (staged === undefined) throw new Error("expected time for it");
    const shown = staged.frames.slice(staged.frame, staged.frame + 20);
    expect(shown).toEqual(progresses.map((progress) => ({ moveIndex, progress })));
    expect(textOf(staged)).toMatch(inOrder(4));
    expect(textOf(staged)).toHaveLength(81);
    expect(textOf(staged).slice(staged.frame + 20, staged.frame + 23)).toBe(
      `${moveIndex + 1}`.repeat(3),
    );
  }
});
