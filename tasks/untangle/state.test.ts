import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { untangleTask } from "./index.ts";
import { withMove } from "./rules.ts";
import { occupiedHoles, startState, untangleActionSchema, untangleStateSchema } from "./state.ts";

const START = startState(4, {
  ends: [
    [0, 5],
    [3, 12],
    [7, 14],
  ],
  isLong: true,
  tangle: [2, 0, 1],
});
const MOVED = withMove(withMove(START, 1, 0, 9), 1, 0, 3);

test("ropes take the published colours in order and lie where they begin", () => {
  expect(START.ropes).toEqual([
    { id: 0, colour: "red", ends: [0, 5] },
    { id: 1, colour: "green", ends: [3, 12] },
    { id: 2, colour: "blue", ends: [7, 14] },
  ]);
  expect(occupiedHoles(START)).toEqual([0, 3, 5, 7, 12, 14]);
});

test("a good state is read as it is, also an end that came back to its hole", () => {
  expect(untangleStateSchema.parse(START)).toEqual(START);
  expect(MOVED.moves).toHaveLength(2);
  expect(untangleStateSchema.parse(MOVED)).toEqual(MOVED);
});

/** The moved state with the value at a path replaced. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy: unknown = structuredClone(MOVED);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => Reflect.get(at as object, key), copy);
  Reflect.set(parent as object, path.at(-1) ?? "", value);
  return copy;
}

describe("a state that does not fit together is refused", () => {
  test.each<[string, (string | number)[], unknown, RegExp]>([
    ["a board too small", ["gridSize"], 2, /^gridSize: .*3/],
    ["a board too large", ["gridSize"], 9, /^gridSize: .*8/],
    ["no ropes", ["ropes"], [], /^ropes: /],
    ["a rope without start", ["start", "ends"], [[0, 5]], /^start\.ends: expected 3 ropes/],
    ["a hole beyond the board", ["start", "ends", 0], [0, 16], /^start\.ends: .*holes/],
    ["two ends in one hole", ["start", "ends", 0], [0, 3], /^start\.ends: .*different/],
    ["a rope in one hole", ["start", "ends", 0], [0, 0], /^start\.ends: .*different/],
    ["a tangle of two", ["start", "tangle"], [2, 0], /^start\.tangle: expected 3 or 4/],
    ["a rope tangled twice", ["start", "tangle", 0], 1, /^start\.tangle: .*different/],
    ["an unknown rope tangled", ["start", "tangle", 0], 3, /^start\.tangle: /],
    ["a move of no rope", ["moves", 0, "rope"], 3, /^moves\.0\.rope: /],
    ["a move beyond the board", ["moves", 1, "target"], 16, /^moves\.1\.target: .* empty hole/],
    ["a move onto an end", ["moves", 1, "target"], 14, /^moves\.1\.target: .* empty hole/],
    ["ropes that lie elsewhere", ["ropes", 1, "ends"], [9, 12], /^ropes\.1\.ends: .*\[3,12\]/],
    ["a rope out of order", ["ropes", 0, "id"], 1, /^ropes\.0\.id: expected 0/],
    ["an unknown field", ["solved"], true, /solved/],
  ])("%s", (_, path, value, message) => {
    const issue = untangleStateSchema.safeParse(changed(path, value)).error?.issues[0];
    expect(`${issue?.path.join(".")}: ${issue?.message}`).toMatch(message);
  });

  test("by the task with field, expected and received", () => {
    const instance: Instance = {
      schema: "topoprobe.instance/1",
      id: "untangle-test",
      task: "untangle",
      taskVersion: "1",
      tier: "easy",
      seed: 1,
      actionBudget: 15,
      initialState: MOVED,
      origin: { kind: "generated", attempts: 1 },
    };
    expect(untangleTask.initialState(instance)).toEqual(MOVED);
    const broken = { ...instance, initialState: changed(["gridSize"], 2) };
    expect(() => untangleTask.initialState(broken)).toThrow(UsageError);
    expect(() => untangleTask.initialState(broken)).toThrow(
      /for instance\.initialState\.gridSize but received 2/,
    );
  });
});

test("actions are whole numbers under the published names, and nothing else", () => {
  const action = { src_row: 0, src_col: 1, tgt_row: 2, tgt_col: 3 };
  expect(untangleActionSchema.parse(action)).toEqual(action);
  expect(untangleActionSchema.safeParse({ ...action, rope: 1 }).success).toBe(false);
  expect(untangleActionSchema.safeParse({ ...action, src_row: 0.5 }).success).toBe(false);
});
