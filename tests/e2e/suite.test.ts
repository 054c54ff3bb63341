/** The short form of `bench/suite.ts killed`. */
import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { runKilledSuite } from "../../bench/suite/killed.ts";
import { killedSuite } from "../../bench/suite/plan.ts";
import { temporaryFolder } from "./helpers/cli.ts";

const folder = temporaryFolder("suite");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a suite that is killed comes to the same as one that is not, and buys nothing twice", async () => {
  const suite = { ...killedSuite(1, 1), tasks: ["swap"] };
  const report = await runKilledSuite({ suite, folder, kills: 2, seed: 2, concurrency: 3 });
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({ episodes: 3, creates: 1 });
  expect(report.kills).toBeGreaterThan(0);
  expect(report.chatCalls).toBeGreaterThan(report.episodes);
}, 120_000);
