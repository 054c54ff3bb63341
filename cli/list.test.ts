import { describe, expect, it } from "vitest";
import { BUILTINS } from "../generators/builtin/index.ts";
import { TASKS } from "../tasks/registry.ts";
import { probe } from "../tests/e2e/helpers/cli.ts";

type Row = Readonly<Record<string, unknown>>;

async function list(what: string): Promise<readonly Row[]> {
  const result = await probe("list", what, "--json");
  expect(result).toMatchObject({ code: 0, err: "" });
  return JSON.parse(result.out);
}

describe("probe list", () => {
  it.each(["tasks", "generators", "reasoners", "checks", "conditions"])("%s", async (what) => {
    expect((await list(what)).length).toBeGreaterThan(0);
    const { code, out } = await probe("list", what);
    expect(code).toBe(0);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  it("names every task", async () => {
    expect((await list("tasks")).map((row) => row["task"])).toEqual(TASKS.ids);
  });

  it("says which task a fault is for", async () => {
    const rows = await list("generators");
    for (const { id, tasks } of BUILTINS) {
      expect(rows.find((row) => row["generator"] === id)?.["tasks"], id).toEqual(tasks);
    }
    const { out } = await probe("list", "generators");
    expect(out).toMatch(/^oracle +all +yes/m);
    expect(out).toMatch(/^fault:retype +pipe +yes/m);
    expect(out).toMatch(/^fault:gap +one-stroke +yes/m);
    expect(out.match(/planted/g)).toHaveLength(1);
  });

  it("lists the reasoners, and what a chat server lacks", async () => {
    const rows = await list("reasoners");
    expect(rows.map((row) => [row["reasoner"], row["kind"]])).toEqual([
      ["oracle", "policy"],
      ["random", "policy"],
      ["MODEL", "chat"],
    ]);
  });
});

describe("probe doctor", () => {
  it("says which task a fault is for", async () => {
    const { out } = await probe("doctor");
    expect(out).toMatch(
      /^ok +generators +oracle, still, jump, crossfade, replay:DIR, command:PROGRAM$/m,
    );
    expect(out).toMatch(/^ok +for pipe +fault:retype/m);
    expect(out).toMatch(/^ok +for one-stroke +fault:gap/m);
  });
});
