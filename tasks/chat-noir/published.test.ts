import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { instanceSchema } from "../../core/schema/instance.ts";
import { changedRow, readRows } from "../../tests/shared-rows.ts";
import { importChatNoirRow } from "./published.ts";

const [ROW] = readRows(new URL("./__fixtures__/published-rows.jsonl", import.meta.url));

test("a row becomes an instance under its own id", () => {
  const instance = importChatNoirRow(ROW, "1");
  const id = "enclosure_chat_noir_radius_3_blocked_10_policy_easy_seed_1";
  expect(instanceSchema.parse(instance)).toEqual(instance);
  expect(instance).toEqual({
    schema: "topoprobe.instance/1",
    id,
    task: "chat-noir",
    taskVersion: "1",
    tier: "easy",
    seed: 1,
    actionBudget: 26,
    initialState: {
      radius: 3,
      blocked: [4, 6, 7, 12, 15, 16, 21, 26, 29, 32],
      cat: 18,
      policy: "easy",
      catRng: 1,
      lastBlocked: null,
    },
    origin: { kind: "mindtopo", rowId: id },
  });
});

describe("a wrong row is refused", () => {
  const start = ["meta_info", "initial_state"];
  const config = [...start, "reset_config"];
  const filter = ["meta_info", "solvability_filter"];
  test.each([
    [["type"], "episode_initialization", /expected "interactive" for row\.type but received "epi/],
    [["meta_info", "seed"], undefined, /expected number for row\.meta_info\.seed but received no/],
    [["extra"], 1, /expected no further fields for row but received \["extra"\]/],
    [["id"], "enclosure_chat_noir_1", /expected "enclosure_.*_policy_easy_seed_1" for row\.id/],
    [["meta_info", "cat_policy_level"], 2, /expected 1 for row\.meta_info\.cat_policy_level but/],
    [["meta_info", "max_actions_per_traj"], 27, /expected 26 for row\.meta_info\.max_actions_per/],
    [["meta_info", "winning_first_actions", "0"], 18, /for row\.meta_info\.winning_first_actions/],
    [[...filter, "first_action"], 25, /expected 19 for .*solvability_filter\.first_action but/],
    [[...filter, "solvable"], false, /expected true for .*solvability_filter\.solvable but/],
    [[...filter, "search_depth"], 6, /expected 7 for .*solvability_filter\.search_depth but/],
    [[...start, "catIndex"], 19, /expected 18 for row\.meta_info\.initial_state\.catIndex but/],
    [[...start, "initialEscapeDistance"], 4, /expected 3 for .*initialEscapeDistance but receiv/],
    [[...start, "blockedIndices", "0"], 5, /initial_state\.blockedIndices but received "5,6,7/],
    [[...config, "rngSeed"], 2, /expected 1 for .*reset_config\.rngSeed but received 2/],
    [[...config, "catIndex"], 4, /expected a cell that is not blocked for .*reset_config\.cat/],
    [[...config, "initialBlockedIndices", "0"], 7, /expected a cell above the one before for .*/],
    [[...config, "boardRadius"], 5, /for .*reset_config\.radius but received 5/],
    [[...config, "catPolicy"], "static", /for .*reset_config\.catPolicy but received "static"/],
  ])("%j = %j", (path, value, message) => {
    const importRow = (): unknown => importChatNoirRow(changedRow(ROW, path, value), "1");
    expect(importRow).toThrow(UsageError);
    expect(importRow).toThrow(message);
  });

  test.each([null, undefined, "row", 3, []])("%j is no row", (row) => {
    expect(() => importChatNoirRow(row, "1")).toThrow(UsageError);
  });
});
