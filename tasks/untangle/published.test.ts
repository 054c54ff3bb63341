import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { type Instance, instanceSchema } from "../../core/schema/instance.ts";
import { changedRow, readRows, sharedRowsPath } from "../../tests/shared-rows.ts";
import { generateUntangle, publishedStart } from "./generate.ts";
import { importUntangleRow } from "./published.ts";
import { countCrossings } from "./rules.ts";
import { untangleStateSchema } from "./state.ts";

const [EASY, HARD] = readRows(new URL("./__fixtures__/published-rows.jsonl", import.meta.url));
const SHARED = sharedRowsPath("knots_untangle.jsonl");

type Row = {
  readonly meta_info: {
    readonly seed: number;
    readonly initial_state: {
      readonly visualCrossings: number;
      readonly generatorInfo: {
        readonly templateName: string;
        readonly signature: string;
        readonly scrambleSteps: number;
        readonly acceptedCandidateCount: number;
      };
    };
  };
};

/** Reads a row, and checks that its seed gives it. A hard row is checked so as it is read. */
function expectRebuilt(row: unknown): Instance {
  const instance = importUntangleRow(row, "1");
  const { seed, initial_state } = (row as Row).meta_info;
  const state = untangleStateSchema.parse(instance.initialState);
  expect(countCrossings(state)).toBe(initial_state.visualCrossings);
  if (instance.tier === "hard") {
    expect([3, 4]).toContain(state.start.tangle.length);
    return instance;
  }
  const { templateName, signature, scrambleSteps, acceptedCandidateCount } =
    initial_state.generatorInfo;
  expect(publishedStart(instance.tier, seed)).toEqual({
    templateName,
    signature,
    steps: scrambleSteps,
    acceptedCandidateCount,
    start: state.start,
  });
  return instance;
}

test("a row becomes an instance under its own id", () => {
  const instance = importUntangleRow(EASY, "1");
  expect(instanceSchema.parse(instance)).toEqual(instance);
  expect(instance).toEqual({
    schema: "topoprobe.instance/1",
    id: "knots_untangle_easy_seed_1",
    task: "untangle",
    taskVersion: "1",
    tier: "easy",
    seed: 1,
    actionBudget: 15,
    initialState: {
      gridSize: 5,
      ropes: [
        { id: 0, colour: "red", ends: [2, 22] },
        { id: 1, colour: "green", ends: [3, 15] },
        { id: 2, colour: "blue", ends: [0, 1] },
        { id: 3, colour: "yellow", ends: [9, 21] },
      ],
      start: {
        ends: [
          [2, 22],
          [3, 15],
          [0, 1],
          [9, 21],
        ],
        isLong: false,
        tangle: [],
      },
      moves: [],
    },
    origin: { kind: "mindtopo", rowId: "knots_untangle_easy_seed_1" },
  });
});

describe("published seeds give the published boards, with as many crossings after settling", () => {
  test.each([EASY, HARD])("kept row %#", (row) => {
    const { seed, tier, initialState } = expectRebuilt(row);
    if (tier === "easy") expect(generateUntangle(tier, seed).state).toEqual(initialState);
  });

  test.skipIf(SHARED === undefined)("rows of the data folder (skipped when it is absent)", () => {
    const rows = readRows(SHARED ?? "");
    expect(rows).toHaveLength(6);
    const kept = [EASY, HARD].map((row) => JSON.stringify(row));
    const others = rows.filter((row) => !kept.includes(JSON.stringify(row)));
    expect(others).toHaveLength(4);
    for (const row of others) expectRebuilt(row);
  });
});

describe("a wrong row is refused", () => {
  const start = ["meta_info", "initial_state"];
  const info = [...start, "generatorInfo"];
  test.each([
    [["type"], "interactive", /expected "episode_initialization" for row\.type but received "int/],
    [["meta_info", "seed"], undefined, /expected number for row\.meta_info\.seed but received not/],
    [["extra"], 1, /expected no further fields for row but received \["extra"\]/],
    [["id"], "knots_1", /expected "knots_untangle_easy_seed_1" for row\.id but received "knots_1"/],
    [["meta_info", "level"], "hard", /expected "easy" for row\.meta_info\.level but received "ha/],
    [["meta_info", "max_actions_per_traj"], 16, /expected 15 for row\.meta_info\.max_actions_per_/],
    [[...start, "gridSize"], 6, /for row\.meta_info\.initial_state/],
    [[...start, "gridSize"], 2, /for row\.meta_info\.initial_state\.gridSize but received 2/],
    [[...start, "ropeCount"], 5, /expected 4 for row\.meta_info\.initial_state\.ropeCount but rec/],
    [[...start, "ropes", "0", "id"], 1, /expected 0 for .*ropes\[0\]\.id but received 1/],
    [
      [...start, "ropes", "0", "color"],
      1,
      /expected 15022389 for .*ropes\[0\]\.color but received/,
    ],
    [[...start, "ropes", "0", "startHole", "col"], 3, /expected 2 for .*startHole\.col but receiv/],
    [[...start, "ropes", "0", "startHole", "id"], 3, /for .*initial_state.*start.*ends/],
    [[...start, "occupiedHoles", "0"], 4, /for .*occupiedHoles but received/],
    [[...start, "crossings"], 3, /expected 2 for .*initial_state\.crossings but received 3/],
    [[...start, "visualCrossings"], 9, /for .*visualCrossings but received 9|initial_state\.cross/],
    [[...start, "logicalCrossings"], 3, /expected 2 for .*logicalCrossings but received 3/],
    [[...info, "signature"], "0:1-2", /for .*generatorInfo\.signature but received "0:1-2"/],
    [[...info, "metrics", "involved"], 4, /expected 3 for .*metrics\.involved but received 4/],
    [[...info, "metrics", "crossingSpread"], 4.41, /expected 4\.4 for .*metrics\.crossingSpread b/],
    [[...start, "reset_config", "seed"], 2, /expected 1 for .*reset_config\.seed but received 2/],
    [[...start, "reset_config", "physicsFramesPerStep"], 30, /for .*physicsFramesPerStep but rec/],
  ])("%j = %j", (path, value, message) => {
    const importRow = (): unknown => importUntangleRow(changedRow(EASY, path, value), "1");
    expect(importRow).toThrow(UsageError);
    expect(importRow).toThrow(message);
  });

  test("a hard row must be the one of its seed, which alone tells the tangled ropes", () => {
    const row = changedRow(HARD, [...info, "acceptedCandidateCount"], 1);
    expect(() => importUntangleRow(row, "1")).toThrow(
      /expected 62 for .*acceptedCandidateCount but received 1/,
    );
  });

  test.each([null, undefined, "row", 3, []])("%j is no row", (row) => {
    expect(() => importUntangleRow(row, "1")).toThrow(UsageError);
  });
});
