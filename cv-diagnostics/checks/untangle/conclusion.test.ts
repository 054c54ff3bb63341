/** First frame, last frame, plan: what a clip of an instance comes to. */
import { describe, expect, it } from "vitest";
import { untangleTask } from "../../../tasks/untangle/index.ts";
import { instanceOf, observeAll, readPose, unread } from "../../../tests/helpers/rope-readings.ts";
import { rolloutOf } from "../../../tests/helpers/untangle-rollouts.ts";
import type { RopeFrameState } from "../../rope/state.ts";
import { needsFramesBetween } from "./between.ts";
import { concludeUntangle, UNTANGLE_CHECKS } from "./conclude.ts";
import { linesSolved, straightLineSolved } from "./straight-line-rule.ts";

const { states, plan } = rolloutOf("oneMove", "oracle");
const [start, end] = states.map((state) =>
  readPose(
    untangleTask.poseOf(state),
    state.ropes.map(({ colour }) => colour),
  ),
) as [RopeFrameState, RopeFrameState];
const instance = instanceOf(states[0] as (typeof states)[number]);
const hold = (count: number, state: RopeFrameState | undefined) =>
  Array.from({ length: count }, () => state);
const conclude = (film: readonly (RopeFrameState | undefined)[]) =>
  concludeUntangle(observeAll(film), instance);
const check = (name: string, film: readonly (RopeFrameState | undefined)[]) =>
  conclude(film).checks.find((result) => result.name === name);

const withRope = (state: RopeFrameState, rope: number, change: object): RopeFrameState => ({
  ...state,
  ropes: state.ropes.map((reading, k) => (k === rope ? { ...reading, ...change } : reading)),
});

describe("concludeUntangle", () => {
  it("gives every check of the list, in its order", () => {
    const { checks } = conclude(hold(8, start));
    expect(checks.map(({ name, kind }) => [name, kind])).toEqual(
      UNTANGLE_CHECKS.map(({ id, kind }) => [id, kind]),
    );
  });

  it("has nothing to say of a clip without frames", () => {
    const { checks, terminal, plan: seen } = conclude([]);
    expect(new Set(checks.map(({ outcome }) => outcome))).toEqual(new Set(["not_applicable"]));
    expect(terminal).toMatchObject({ outcome: "undetermined", scorable: false });
    expect(seen).toBeNull();
  });
});

describe("initial_state_match", () => {
  it("passes the instance's start", () => {
    expect(check("initial_state_match", hold(8, start))).toMatchObject({
      ...{ outcome: "pass", violations: [], unread: 0 },
    });
  });

  it("fails ends and crossings of another board", () => {
    const result = check("initial_state_match", hold(8, end));
    expect(result?.outcome).toBe("fail");
    expect(result?.violations.map(({ reason }) => reason)).toContain("ends_elsewhere");
    expect(result?.violations.map(({ reason }) => reason)).toContain("crosses_otherwise");
  });

  it("bears a start that one frame shows, and a rope that the first frame hides", () => {
    expect(check("initial_state_match", [start, ...hold(8, end)])?.outcome).toBe("pass");
    const hidden = withRope(start, 0, unread("red"));
    expect(check("initial_state_match", [hidden, ...hold(8, start)])?.outcome).toBe("pass");
    expect(check("initial_state_match", hold(8, undefined))?.outcome).toBe("undetermined");
  });

  it("compares ends only when the picture may come from another simulation", () => {
    const flipped = start.ropes.map((rope) => ({
      ...rope,
      crossings: rope.crossings.map((at) => ({ ...at, isOver: at.isOver !== true })),
    }));
    const film = observeAll(hold(8, { ...start, ropes: flipped }));
    const outcomeOf = (origin: typeof instance.origin) =>
      concludeUntangle(film, { ...instance, origin }).checks[0]?.outcome;
    expect(outcomeOf(instance.origin)).toBe("fail");
    expect(outcomeOf({ kind: "mindtopo", rowId: "row" })).toBe("pass");
  });
});

describe("terminal", () => {
  const terminal = (last: RopeFrameState | undefined) =>
    conclude([...hold(6, start), ...hold(6, end), last]).terminal;

  it("passes a board without crossings, and says whether it was held", () => {
    expect(terminal(end)).toEqual({
      ...{ outcome: "pass", scorable: true, goalEverReached: true, goalHeld: true },
    });
    expect(terminal(start)).toMatchObject({ outcome: "fail", reason: "goal_not_held" });
    expect(conclude(hold(8, start)).terminal).toMatchObject({ reason: "ropes_still_cross" });
  });

  it("does not mind a rope that crosses itself", () => {
    const [first] = end.ropes;
    const loop = { other: 0, at: [1, 1], share: 0.3, otherShare: 0.6, isOver: true, sign: 1 };
    expect(
      terminal(withRope(end, 0, { crossings: [...(first?.crossings ?? []), loop] })),
    ).toMatchObject({
      ...{ outcome: "pass" },
    });
  });

  it("fails without a rope, with a foreign one, and with an end beside holes", () => {
    const bare = { status: "absent", ends: undefined, line: [], crossings: [] };
    expect(terminal(withRope(end, 1, bare)).outcome).toBe("fail");
    expect(terminal({ ...end, foreign: [{ at: [1, 1], size: 2 }] }).outcome).toBe("fail");
    const [, second] = end.ropes[2]?.ends ?? [];
    const loose = { ends: [{ at: [0.5, 0.5], hole: null, offset: 0.7, isSeen: true }, second] };
    expect(terminal(withRope(end, 2, loose)).outcome).toBe("fail");
  });

  it("is undetermined when a rope that matters cannot be traced, and a touch is all there is", () => {
    const blurred = withRope(end, 1, unread("green"));
    expect(terminal(blurred)).toMatchObject({ outcome: "undetermined", scorable: false });
    expect(terminal(undefined)).toMatchObject({ reason: "board_not_found_in_last_frame" });
    expect(terminal(withRope(start, 0, unread("red"))).outcome).not.toBe("pass");
  });
});

describe("plan", () => {
  it("is null when the last frame was not read", () => {
    expect(conclude([...hold(6, start), undefined]).plan).toBeNull();
  });

  it("is the move that is seen, replayed", () => {
    const film = [...hold(6, start), ...hold(6, end)];
    expect(conclude(film).plan).toEqual({
      actions: plan,
      frames: [6],
      legal: true,
      reachesGoal: true,
    });
  });

  it("is not legal when the board begins otherwise, or moves go on after the goal", () => {
    expect(conclude(hold(8, end)).plan).toMatchObject({ actions: [], legal: false });
    const there = [...hold(6, start), ...hold(6, end), ...hold(6, start)];
    expect(conclude(there).plan).toMatchObject({ legal: false, reachesGoal: true });
  });
});

describe("needsFramesBetween", () => {
  const [first, second] = observeAll([start, end]);
  const [, lost] = observeAll([start, undefined]);
  const [, blurred] = observeAll([start, withRope(start, 0, unread("red"))]);
  const [, flipped] = observeAll([
    start,
    {
      ...start,
      ropes: start.ropes.map((rope) => ({
        ...rope,
        crossings: rope.crossings.map((at) => ({ ...at, isOver: at.isOver !== true })),
      })),
    },
  ]);
  it("asks where ends, crossings or what can be read differ", () => {
    if (!first || !second || !lost || !blurred || !flipped)
      throw new Error("expected observations");
    expect(needsFramesBetween(first, { ...first, index: 2 })).toBe(false);
    expect(needsFramesBetween(first, second)).toBe(true);
    expect(needsFramesBetween(first, flipped)).toBe(true);
    expect(needsFramesBetween(first, blurred)).toBe(true);
    expect(needsFramesBetween(first, lost)).toBe(false);
  });
});

describe("the straight-line rule", () => {
  it("looks at straight lines only, and at no rope that is missing", () => {
    expect(straightLineSolved(observeAll([end]), instance)).toBe(true);
    expect(straightLineSolved(observeAll([start]), instance)).toBe(false);
    expect(straightLineSolved(observeAll([undefined]), instance)).toBeUndefined();
    expect(linesSolved([])).toBe(true);
    const first = [
      [0, 0],
      [2, 2],
    ] as const;
    expect(
      linesSolved([
        first,
        [
          [0, 2],
          [2, 0],
        ],
      ]),
    ).toBe(false);
    // An end on the other line is beside it.
    expect(
      linesSolved([
        first,
        [
          [0, 2],
          [1, 1],
        ],
      ]),
    ).toBe(true);
  });
});
