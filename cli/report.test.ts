import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { probe, temporaryFolder } from "../tests/e2e/helpers/cli.ts";

it("writes over an earlier report, and never over files of others", async () => {
  const folder = temporaryFolder("report");
  const report = (out: string) => probe("report", "samples/run", "--out", out);
  const fresh = join(folder, "fresh");
  expect((await report(fresh)).code).toBe(0);
  expect((await report(fresh)).code).toBe(0);
  const foreign = join(folder, "foreign");
  mkdirSync(foreign);
  writeFileSync(join(foreign, "report.md"), "mine");
  const refused = await report(foreign);
  expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/with report\.md/) });
  expect(readdirSync(foreign)).toEqual(["report.md"]);
  expect(readFileSync(join(foreign, "report.md"), "utf8")).toBe("mine");
}, 60_000);
