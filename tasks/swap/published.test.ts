import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { instanceSchema } from "../../core/schema/instance.ts";
import { changedRow, readRows } from "../../tests/shared-rows.ts";
import { importSwapRow } from "./published.ts";

const [ROW] = readRows(new URL("./__fixtures__/published-rows.jsonl", import.meta.url));

test("a row becomes an instance under its own id", () => {
  const instance = importSwapRow(ROW, "1");
  expect(instanceSchema.parse(instance)).toEqual(instance);
  expect(instance).toEqual({
    schema: "topoprobe.instance/1",
    id: "order_swap_2d_puzzle_grid_3x3_seed_1",
    task: "swap",
    taskVersion: "1",
    tier: "easy",
    seed: 1,
    actionBudget: 9,
    initialState: {
      rows: 3,
      cols: 3,
      cells: ["_", "O", "P", "Y", "M", "B", "G", "T", "R"],
      goal: ["T", "G", "P", "M", "R", "O", "Y", "B", "_"],
    },
    origin: { kind: "mindtopo", rowId: "order_swap_2d_puzzle_grid_3x3_seed_1" },
  });
});

describe("a wrong row is refused", () => {
  const start = ["meta_info", "initial_state"];
  const config = [...start, "reset_config"];
  test.each([
    [["type"], "episode_initialization", /expected "interactive" for row\.type but received "epi/],
    [["meta_info", "seed"], undefined, /expected number for row\.meta_info\.seed but received no/],
    [["extra"], 1, /expected no further fields for row but received \["extra"\]/],
    [["id"], "order_swap_2d_puzzle_1", /expected "order_swap_.*_grid_3x3_seed_1" for row\.id/],
    [["meta_info", "grid_shape"], "3x4", /expected "3x3" for row\.meta_info\.grid_shape but/],
    [["meta_info", "max_actions_per_traj"], 10, /expected 9 for row\.meta_info\.max_actions_per/],
    [[...config, "theoreticalMinSteps"], 8, /expected 7 for .*theoreticalMinSteps but received 8/],
    [[...config, "budgetMultiplier"], 1.3, /expected 1\.2 for .*budgetMultiplier but received 1/],
    [[...config, "selectedBlockIds", "0"], "A", /selectedBlockIds but received "A,R,P/],
    [[...start, "initialGrid", "0", "0"], "O", /for row\.meta_info\.initial_state\.initialGrid b/],
    [[...config, "initialArrangement"], ["_"], /expected 9 entries for .*cells but received/],
    [[...config, "initialArrangement", "0"], "Z", /for .*reset_config\.cells\[0\] but received "Z/],
    [[...config, "goalArrangement", "8"], "T", /for .*reset_config\.goal/],
    [[...config, "gridRows"], 5, /for .*reset_config\.rows but received 5/],
  ])("%j = %j", (path, value, message) => {
    const importRow = (): unknown => importSwapRow(changedRow(ROW, path, value), "1");
    expect(importRow).toThrow(UsageError);
    expect(importRow).toThrow(message);
  });

  test.each([null, undefined, "row", 3, []])("%j is no row", (row) => {
    expect(() => importSwapRow(row, "1")).toThrow(UsageError);
  });
});
