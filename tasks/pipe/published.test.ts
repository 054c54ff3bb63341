import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { instanceSchema } from "../../core/schema/instance.ts";
import { changedRow, readRows } from "../../tests/shared-rows.ts";
import { importPipeRow } from "./published.ts";

const [ROW] = readRows(new URL("./__fixtures__/published-rows.jsonl", import.meta.url));

test("a row becomes an instance under its own id", () => {
  const instance = importPipeRow(ROW, "1");
  expect(instanceSchema.parse(instance)).toEqual(instance);
  expect(instance).toMatchObject({
    id: "continuity_pipe_grid_4_solution_steps_easy_seed_1",
    task: "pipe",
    tier: "easy",
    seed: 1,
    actionBudget: 19,
    origin: { kind: "mindtopo", rowId: "continuity_pipe_grid_4_solution_steps_easy_seed_1" },
    initialState: { gridSize: 4, sourceIndex: 4 },
  });
});

describe("a wrong row is refused", () => {
  const config = ["meta_info", "initial_state", "reset_config"];
  test.each([
    [["type"], "episode_initialization", /expected "interactive" for row\.type but received "epi/],
    [
      ["meta_info", "seed"],
      undefined,
      /expected number for row\.meta_info\.seed but received nothi/,
    ],
    [["meta_info", "seed"], "1", /expected number for row\.meta_info\.seed but received "1"/],
    [["extra"], 1, /expected no further fields for row but received \["extra"\]/],
    [
      ["meta_info", "difficulty"],
      "extreme",
      /expected one of "easy", "medium", "hard" for row\.meta/,
    ],
    [
      ["meta_info", "active_pipe_count"],
      11,
      /expected 10 for row\.meta_info\.active_pipe_count but r/,
    ],
    [
      ["meta_info", "max_actions_per_traj"],
      20,
      /expected 19 for row\.meta_info\.max_actions_per_tr/,
    ],
    [["id"], "continuity_pipe_1", /expected "continuity_pipe_grid_4_.*" for row\.id but received/],
    [
      [...config, "rotations"],
      [0, 1],
      /expected 16 entries for .*reset_config\.rotations but receiv/,
    ],
    [[...config, "solvedMasks", "0"], 16, /for .*reset_config\.solvedMasks\[0\] but received 16/],
    [
      [...config, "solvedMasks", "0"],
      2,
      /for board of row\.isSolvedByItsSolution but received false/,
    ],
    [[...config, "gridSize"], 7, /for .*reset_config\.gridSize but received 7/],
    [
      [...config, "sourceIndex"],
      16,
      /expected a cell index below 16 for .*reset_config\.sourceInd/,
    ],
  ])("%j = %j", (path, value, message) => {
    const importRow = (): unknown => importPipeRow(changedRow(ROW, path, value), "1");
    expect(importRow).toThrow(UsageError);
    expect(importRow).toThrow(message);
  });

  test.each([null, undefined, "row", 3, []])("%j is no row", (row) => {
    expect(() => importPipeRow(row, "1")).toThrow(UsageError);
  });
});
