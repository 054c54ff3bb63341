import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { UsageError } from "../core/errors.ts";
import { getTask } from "../tasks/registry.ts";
import { generateInstances, parsePublished, selectPublished, spreadEpisodes } from "./instances.ts";

const pipe = getTask("pipe");
const rowsText = readFileSync(
  new URL("../tasks/pipe/__fixtures__/published-rows.jsonl", import.meta.url),
  "utf8",
);

describe("spreadEpisodes", () => {
  it.each([
    [9, [3, 3, 3]],
    [10, [4, 3, 3]],
    [2, [1, 1, 0]],
  ])("%i over three tiers", (episodes, counts) => {
    expect(spreadEpisodes(episodes, ["easy", "medium", "hard"]).map((s) => s.count)).toEqual(
      counts,
    );
  });
});

describe("generateInstances", () => {
  it("numbers seeds by tier, so that the default run shows published boards", () => {
    const seeds = generateInstances(pipe, ["easy", "medium", "hard"], 4, 1).map((i) => [
      i.tier,
      i.seed,
    ]);
    expect(seeds).toEqual([
      ["easy", 1],
      ["easy", 2],
      ["medium", 201],
      ["hard", 401],
    ]);
  });

  it("takes seed 0 as a value", () => {
    expect(generateInstances(pipe, ["easy"], 1, 0)[0]?.seed).toBe(0);
  });
});

describe("parsePublished", () => {
  it("reads the rows as they are", () => {
    const rows = parsePublished(pipe, rowsText, "rows.jsonl");
    const first = JSON.parse(rowsText.split("\n")[0] ?? "") as { id: string };
    expect(rows[0]?.instance.id).toBe(first.id);
    expect(rows[0]?.line).toBe(1);
    expect(rows.length).toBe(rowsText.trim().split("\n").length);
  });

  it("names file, line, field, expected and received of a wrong row", () => {
    const lines = rowsText.trim().split("\n");
    lines[1] = (lines[1] ?? "").replace(
      /"max_actions_per_traj": \d+/,
      '"max_actions_per_traj": 99',
    );
    const parse = () => parsePublished(pipe, lines.join("\n"), "rows.jsonl");
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(
      /^rows\.jsonl, line 2: expected \d+ for row\.meta_info\.max_actions_per_traj but received 99/,
    );
  });

  it("refuses text that is no JSON, a repeated id, and an empty file", () => {
    expect(() => parsePublished(pipe, `${rowsText}\n{oops`, "r")).toThrow(/expected a JSON object/);
    const first = rowsText.split("\n")[0] ?? "";
    expect(() => parsePublished(pipe, `${first}\n\n${first}`, "r")).toThrow(
      /r, line 3: .*which line 1 has already/,
    );
    expect(() => parsePublished(pipe, "\n", "r")).toThrow(/The file is empty/);
  });

  it("says so when the rows are of another task", () => {
    const row = JSON.stringify({ id: "x", category: ["knots", "knots_untangle", "interactive"] });
    expect(() => parsePublished(pipe, row, "r")).toThrow(/r, line 1: expected/);
  });
});

describe("selectPublished", () => {
  const rows = parsePublished(pipe, rowsText, "rows.jsonl");
  const easy = rows.filter((row) => row.instance.tier === "easy").length;

  it("takes all rows of the chosen tiers, or some", () => {
    expect(selectPublished(rows, ["easy"], null, "r")).toHaveLength(easy);
    expect(selectPublished(rows, ["easy", "hard"], 2, "r").map((i) => i.tier)).toEqual([
      "easy",
      "hard",
    ]);
  });

  it("says how many there are when there are too few", () => {
    expect(() => selectPublished(rows, ["easy"], easy + 1, "r")).toThrow(
      new RegExp(`expected ${easy + 1} rows of tier easy in r but received ${easy}`),
    );
    const none = rows.filter((row) => row.instance.tier !== "hard");
    expect(() => selectPublished(none, ["hard"], null, "r")).toThrow(/received none/);
  });
});

it("says of rows of another task which task they are of", () => {
  const read = (name: string) =>
    parsePublished(pipe, JSON.stringify({ meta_info: { task_name: name } }), "rows.jsonl");
  expect(() => read("order_swap_2d_puzzle")).toThrow(/rows.jsonl, line 1: .* Use --task swap/);
  expect(() => read("enclosure_sheep")).toThrow(/no world in this version/);
});
