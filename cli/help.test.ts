import { expect, it } from "vitest";
import { probe } from "../tests/e2e/helpers/cli.ts";

const VERBS = [
  ...["run", "diagnose", "report", "sheet", "agree", "errors", "import", "export"],
  ...["list", "doctor", "demo-server", "mcp"],
];

it.each(["", ...VERBS])("fits into 100 columns: probe %s --help", async (verb) => {
  const words = verb === "" ? [] : [verb];
  const { code, out } = await probe(...words, "--help");
  expect(code).toBe(0);
  expect(out.split("\n").filter((line) => line.length > 100)).toEqual([]);
});

it("names every verb", async () => {
  const { out } = await probe("--help");
  const named = [...out.matchAll(/^ {2}([a-z-]+) (?:\[|<)/gm)].map(([, name]) => name);
  expect(named.filter((name) => name !== "help")).toEqual(VERBS);
});
