import { expect, test } from "vitest";
import { EASY_BOARD } from "../../tests/helpers/untangle-boards.ts";
import { rowColOf } from "./board.ts";
import { MOVE_TICKS, PARTICLES } from "./physics/parameters.ts";
import { ropePositions } from "./physics/world.ts";
import { withMove } from "./rules.ts";
import { lastMoveTrajectory, settledLines, worldOf } from "./simulate.ts";

const MOVED = withMove(EASY_BOARD, 1, 0, 10);

test("lines are in board units: ends over their holes, heights in hole spacings", () => {
  for (const [rope, line] of settledLines(MOVED).entries()) {
    expect(line).toHaveLength(PARTICLES);
    for (const end of [0, 1] as const) {
      const { row, col } = rowColOf(5, MOVED.ropes[rope]?.ends[end] ?? -1);
      const [x, y, height] = line[end === 0 ? 0 : PARTICLES - 1] ?? [];
      expect(x).toBeCloseTo(row, 12);
      expect(y).toBeCloseTo(col, 12);
      expect(height).toBeGreaterThan(0);
      expect(height).toBeLessThan(0.3);
    }
  }
});

test("a trajectory runs from the settled ropes before a move to those after it", () => {
  const frames = lastMoveTrajectory(MOVED);
  expect(frames).toHaveLength(MOVE_TICKS + 1);
  expect(frames[0]).toEqual(ropePositions(worldOf(EASY_BOARD)));
  expect(frames.at(-1)).toEqual(ropePositions(worldOf(MOVED)));
  expect(lastMoveTrajectory(EASY_BOARD)).toEqual([ropePositions(worldOf(EASY_BOARD))]);
});

test("what is kept of one history is not taken for another", () => {
  const other = withMove(EASY_BOARD, 1, 1, 10);
  const first = settledLines(MOVED);
  expect(settledLines(other)).not.toEqual(first);
  expect(settledLines({ ...EASY_BOARD, start: { ...EASY_BOARD.start, isLong: true } })).not.toEqual(
    settledLines(EASY_BOARD),
  );
  expect(settledLines(structuredClone(MOVED))).toEqual(first);
});

test("an end that comes back lies otherwise than one that never went", () => {
  const back = withMove(MOVED, 1, 0, 3);
  expect(back.ropes).toEqual(EASY_BOARD.ropes);
  expect(settledLines(back)).not.toEqual(settledLines(EASY_BOARD));
});
