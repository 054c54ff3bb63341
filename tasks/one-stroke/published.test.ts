import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { instanceSchema } from "../../core/schema/instance.ts";
import { changedRow, readRows } from "../../tests/shared-rows.ts";
import { importStrokeRow } from "./published.ts";

const [ROW] = readRows(new URL("./__fixtures__/published-rows.jsonl", import.meta.url));

test("a row becomes an instance under its own id", () => {
  const instance = importStrokeRow(ROW, "1");
  expect(instanceSchema.parse(instance)).toEqual(instance);
  expect(instance).toEqual({
    schema: "topoprobe.instance/1",
    id: "separation_one_stroke_size_4x4_seed_1",
    task: "one-stroke",
    taskVersion: "1",
    tier: "easy",
    seed: 1,
    actionBudget: 12,
    initialState: {
      width: 5,
      height: 5,
      cells: [
        ["yellow", "yellow", "yellow", null],
        ["blue", "blue", "yellow", "yellow"],
        ["blue", "blue", "blue", "blue"],
        ["blue", "blue", "blue", "cyan"],
      ],
      path: [[0, 0]],
    },
    origin: { kind: "mindtopo", rowId: "separation_one_stroke_size_4x4_seed_1" },
  });
});

describe("the 64-bit seed is read in any form, and not relied on", () => {
  test.each([785649446967537151n, "785649446967537151", Number("785649446967537151"), 5])(
    "%s",
    (value) => {
      const row = changedRow(ROW, ["meta_info", "setup_seed"], value);
      expect(importStrokeRow(row, "1")).toEqual(importStrokeRow(ROW, "1"));
    },
  );
});

describe("a wrong row is refused", () => {
  const level = ["meta_info", "initial_state", "reset_config", "levelJson"];
  test.each([
    [["type"], "episode_initialization", /expected "interactive" for row\.type but received "epi/],
    [["meta_info", "seed"], undefined, /expected number for row\.meta_info\.seed but received not/],
    [["meta_info", "setup_seed"], "x1", /for row\.meta_info\.setup_seed but received "x1"/],
    [["extra"], 1, /expected no further fields for row but received \["extra"\]/],
    [["category", "0"], "continuity", /expected "separation" for row\.category\[0\] but received/],
    [["meta_info", "difficulty"], "x", /expected one of "easy", "medium", "hard" for row\.meta/],
    [["id"], "stroke_1", /expected "separation_one_stroke_size_4x4_seed_1" for row\.id but rec/],
    [["meta_info", "board_size"], 5, /expected 4 for row\.meta_info\.board_size but received 5/],
    [["meta_info", "solution_length"], 12, /expected 10 for row\.meta_info\.solution_length but r/],
    [["meta_info", "max_actions_per_traj"], 13, /expected 12 for row\.meta_info\.max_actions_per/],
    [["meta_info", "level_json", "W"], 6, /for row\.meta_info\.level_json but received/],
    [[...level, "cells", "0", "0"], "pink", /for .*levelJson\.cells\[0\]\[0\] but received "pink"/],
    [[...level, "cells", "0"], ["red"], /expected 4 cells for .*levelJson\.cells\[0\] but receiv/],
    [[...level, "W"], 2, /for .*levelJson\.width but received 2/],
    [
      [...level, "solution", "0"],
      "X",
      /expected one of "U", "D", "L", "R" for .*solution\[0\] but/,
    ],
  ])("%j = %j", (path, value, message) => {
    const importRow = (): unknown => importStrokeRow(changedRow(ROW, path, value), "1");
    expect(importRow).toThrow(UsageError);
    expect(importRow).toThrow(message);
  });

  test("a stored solution that does not solve", () => {
    const row = structuredClone(ROW) as {
      meta_info: Record<string, { levelJson?: unknown; reset_config: Record<string, unknown> }>;
    };
    const wrong = JSON.parse(
      JSON.stringify(row.meta_info).replaceAll(
        '["U","R","R","U","R","R","U","L","U","R"]',
        '["U","R","R","U","R","R","U","U","L","R"]',
      ),
    );
    expect(() => importStrokeRow({ ...row, meta_info: wrong }, "1")).toThrow(
      /expected true for board of row\.isSolvedByItsSolution but received false/,
    );
  });

  test.each([null, undefined, "row", 3, []])("%j is no row", (row) => {
    expect(() => importStrokeRow(row, "1")).toThrow(UsageError);
  });
});
