/** Which parts of the board may hold the alignment, after what was read. */
import { describe, expect, it } from "vitest";
import { pipeTask } from "../../../tasks/pipe/index.ts";
import {
  instanceFrom,
  LITERAL,
  MIDDLE,
  type Moment,
  observe,
  START,
} from "../../../tests/helpers/pipe-boards.ts";
import type { AlignmentPoints } from "../../board/template.ts";
import { expectBoard, isAtRest } from "./expect-board.ts";
import { createPipeReader } from "./reader.ts";
import type { PipeFrameState } from "./state.ts";

const instance = instanceFrom(LITERAL);
const scene = pipeTask.scene(LITERAL, { widthPx: 416, heightPx: 240 });
const reader = createPipeReader(instance, scene);
const pose = pipeTask.poseOf(LITERAL);
const { template } = reader.reference;

function stateOf(moment: Moment): PipeFrameState {
  const [observation] = observe([moment], 0);
  if (!observation?.state) throw new Error("expected a state");
  return observation.state;
}

/** Points within a cell, its outermost twelfth left out. */
function pointsIn(points: AlignmentPoints, x: number, y: number): number {
  let found = 0;
  for (let k = 0; k < points.count; k++) {
    const [u = 0, v = 0] = [points.u[k], points.v[k]];
    if (Math.abs(u - x - 0.5) < 0.41 && Math.abs(v - y - 0.5) < 0.41) found++;
  }
  return found;
}

describe("expectBoard", () => {
  const moving = { board: START, turned: { "2,0": 40 } };
  const unread = { board: START, cells: { "2,0": { isRead: false } } };

  it("gives weight to every piece at rest", () => {
    const points = expectBoard(template, pose, stateOf({ board: START }));
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
      [2, 2],
    ] as const) {
      expect(pointsIn(points, x, y)).toBeGreaterThan(20);
    }
  });

  it.each([
    ["in motion", moving],
    ["not read", unread],
  ])("gives none to a piece that is %s", (_, moment) => {
    const points = expectBoard(template, pose, stateOf(moment));
    expect(pointsIn(points, 2, 0)).toBe(0);
    expect(pointsIn(points, 1, 0)).toBeGreaterThan(20);
  });

  it("expects a piece as it was last read", () => {
    const there = (points: AlignmentPoints): string =>
      [...points.u].map((u, k) => `${u} ${points.v[k]} ${points.value[k]}`).join();
    const [before, after] = [START, MIDDLE].map((board) =>
      there(expectBoard(template, pose, stateOf({ board }))),
    );
    expect(after).not.toBe(before);
  });

  it("keeps its points while nothing changes but what is moving", () => {
    const state = stateOf(moving);
    const points = expectBoard(template, pose, state);
    const last = { state, points, learnt: undefined };
    const further = stateOf({ board: START, turned: { "2,0": 60 } });
    expect(expectBoard(template, pose, further, last)).toBe(points);
    const arrived = stateOf({ board: MIDDLE });
    expect(expectBoard(template, pose, arrived, last)).not.toBe(points);
  });

  it("starts with the instance's own picture", () => {
    expect(expectBoard(template, pose, undefined).count).toBe(reader.start.points.count);
  });
});

describe("the anchors", () => {
  it("lie outside of all pieces, and in the empty cell", () => {
    const places = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => [x, y] as const));
    const held = places.filter(([x, y]) => pointsIn(reader.anchors, x, y) > 0);
    expect(held.every(([x, y]) => x === 1 && y === 2)).toBe(true);
    expect(reader.anchors.count).toBeGreaterThan(100);
  });
});

describe("isAtRest", () => {
  it.each([
    [0, true],
    [11, true],
    [13, false],
    [45, false],
    [78, true],
  ])("a piece %d degrees on rests: %s", (angleDeg, rests) => {
    const [, , cell] = stateOf({ board: START, turned: { "2,0": angleDeg } }).cells;
    expect(cell && isAtRest(cell)).toBe(rests);
  });

  it("not a cell that was not read, and always an empty one", () => {
    const { cells } = stateOf({ board: START, cells: { "2,0": { isRead: false } } });
    expect(cells[2] && isAtRest(cells[2])).toBe(false);
    expect(cells[7] && isAtRest({ ...cells[7], angleDeg: 45 })).toBe(true);
  });
});
