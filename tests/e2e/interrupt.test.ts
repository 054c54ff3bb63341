import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { journalLines, probe, SMALL, startProbe, temporaryFolder } from "./helpers/cli.ts";

const root = temporaryFolder("interrupt");
const commandFor = (out: string) => [
  "run",
  ...["--task", "pipe", "--gen", "still", "--tier", "easy", "--episodes", "6"],
  ...SMALL,
  ...["--out", out],
];

/** Resolves when a journal has a line. The run that writes it has just begun, so polling is short. */
async function waitForLine(
  path: string,
  child: { readonly exitCode: number | null },
): Promise<void> {
  while (!existsSync(path) || readFileSync(path, "utf8").indexOf("\n") === -1) {
    if (child.exitCode !== null) throw new Error(`the run ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("an interrupted run", () => {
  it("keeps what is finished, refuses a second writer meanwhile, and resumes to the same lines", async () => {
    const out = join(root, "run");
    const { child, ended } = startProbe(...commandFor(out));
    await waitForLine(join(out, "episodes.jsonl"), child);

    const second = await probe(...commandFor(out));
    expect(second.code).toBe(1);
    expect(second.err).toContain(`in use by process ${child.pid}`);

    child.kill("SIGINT");
    const first = await ended;
    expect(first.code).toBe(130);
    expect(first.out).toBe("");
    expect(first.err).toContain(`resume with: npx probe ${commandFor(out).join(" ")}`);
    const kept = journalLines(out, "episodes.jsonl");
    expect(kept.length).toBeGreaterThanOrEqual(1);
    expect(kept.length).toBeLessThan(6);

    const resumed = await probe(...commandFor(out));
    expect(resumed.code).toBe(0);
    expect(resumed.err).toContain(`${kept.length} of 6 are done`);
    expect(journalLines(out, "episodes.jsonl").slice(0, kept.length)).toEqual(kept);

    const whole = join(root, "whole");
    expect((await probe(...commandFor(whole))).code).toBe(0);
    for (const file of ["episodes.jsonl", "verdicts.jsonl"]) {
      expect([...journalLines(out, file)].sort(), file).toEqual(
        [...journalLines(whole, file)].sort(),
      );
    }
  }, 60_000);

  it("is taken over at once after a kill", async () => {
    const out = join(root, "killed");
    const { child, ended } = startProbe(...commandFor(out));
    await waitForLine(join(out, "rollouts.jsonl"), child);
    child.kill("SIGKILL");
    await ended;
    expect(existsSync(join(out, ".lock"))).toBe(true);
    const resumed = await probe(...commandFor(out));
    expect(resumed.code).toBe(0);
    expect(journalLines(out, "episodes.jsonl")).toHaveLength(6);
  }, 60_000);
});
