import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { probe } from "../tests/e2e/helpers/cli.ts";

const folder = mkdtempSync(join(tmpdir(), "probe-missing-"));
const absent = join(folder, "nowhere");
const file = join(folder, "file.json");
writeFileSync(file, "{}");

it.each([
  ["diagnose"],
  ["report"],
  ["sheet", "--n", "3"],
  ["agree"],
  ["errors"],
  ["export", "--format", "mindtopo"],
  ["import", "--format", "mindtopo"],
  ["run", "--task", "pipe", "--instances"],
  ["run", "--suite"],
])("a path that is not there is wrong usage, named in words: %s %s", async (...words) => {
  const { code, err } = await probe(...words, absent);
  expect(code).toBe(2);
  expect(err).toContain(absent);
  expect(err.split("\n")).toHaveLength(2);
});

it.each([
  [["run", "--task", "pipe"]],
  [["report", "samples/run"]],
  [["sheet", "samples/run", "--n", "1"]],
  [["errors", "samples/run"]],
  [["diagnose", "samples/run"], "--overlay"],
  [["import", "--format", "mindtopo", file]],
  [["run", "--suite", "samples/suites/offline.json"]],
])("a file where a folder is to be written is wrong usage: %s", async (words, option = "--out") => {
  const { code, err } = await probe(...words, option, file);
  expect(err).toContain(`for ${file} but received the path of a file`);
  expect(code).toBe(2);
});

it("a folder where filled sheets are expected is wrong usage", async () => {
  const { code, err } = await probe("agree", folder);
  expect(code).toBe(2);
  expect(err).toContain("Name the files in it");
});
