/** The third task by the command line: a valid rollout, and ropes that pass through a plug. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { verdictSchema } from "../../core/schema/verdict.ts";
import { type CliResult, journalLines, probe, temporaryFolder } from "./helpers/cli.ts";

const root = temporaryFolder("untangle");
const SMALL = ["--size", "416x240", "--concurrency", "1"] as const;
const runOf = (generator: string, seed: number, out: string): Promise<CliResult> =>
  probe(
    ...["run", "--task", "untangle", "--tier", "easy", "--episodes", "1", "--seed", String(seed)],
    ...["--gen", generator, ...SMALL, "--out", out],
  );

const valid = join(root, "valid");
const wrong = join(root, "wrong");

beforeAll(async () => {
  const result = await runOf("oracle", 1, valid);
  expect(result.err).toContain("untangle, oracle: 1/1");
  expect(result.out).toMatch(/^easy +1 +100 % \[21-100\]/m);
  expect(result.code).toBe(0);
  const fault = await runOf("fault:silent-crossing", 20, wrong);
  expect(fault.out).toMatch(/^easy +1 +0 % \[0-79\] +0 % +100 %/m);
  expect(fault.out).toMatch(/^crossing_change_valid +dynamic +0 +1 +0 +0/m);
  expect(fault.code).toBe(0);
}, 60_000);

describe("probe, task untangle", () => {
  it("decodes the plan of a valid rollout", () => {
    const [line = "{}"] = journalLines(valid, "verdicts.jsonl");
    const { plan, processValidSuccess } = verdictSchema.parse(JSON.parse(line));
    expect(processValidSuccess).toBe(true);
    expect(plan).toMatchObject({ legal: true, reachesGoal: true });
  });

  it("names the ropes that passed through each other, and draws them", async () => {
    const overlay = join(root, "overlay");
    const result = await probe("diagnose", wrong, "--overlay", overlay);
    expect(result.code).toBe(0);
    expect(result.out).toContain("terminal: pass");
    expect(result.out).toMatch(
      /crossing_change_valid: .* crossing green\/blue: crossing vanished \(seen signs 0, expected signs -1\)/,
    );
    expect(existsSync(join(overlay, "strip.png"))).toBe(true);
  });
});
