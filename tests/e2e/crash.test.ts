/** The short form of `bench/crash.ts`. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCrashExam } from "../../bench/crash/exam.ts";
import { temporaryFolder } from "./helpers/cli.ts";

const root = temporaryFolder("crash");
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SHORT = { seed: 3, faultRatio: 0.06, jobMs: 200, deadlineMs: 3000, concurrency: 4 } as const;

describe("runs that are killed, at hosts that fail", () => {
  it.each([
    ["videos-api", "the host chooses the ids", 12, 4],
    ["comfyui", "the ids are ours", 8, 3],
  ] as const)(
    "%s, where %s: every rollout ends once, is bought once, and none is lost",
    async (host, _, rollouts, kills) => {
      const runPath = join(root, host);
      const report = await runCrashExam({ ...SHORT, host, runPath, rollouts, kills });
      expect(report.problems).toEqual([]);
      expect(report.ok + report.failed + report.unknown).toBe(rollouts);
      expect(report.billed).toBe(report.taken + report.unknownButTaken);
      expect(report.kills).toBeGreaterThanOrEqual(kills - 1);
      expect(report.faults.length).toBeGreaterThan(0);
      expect(report.ok).toBeGreaterThanOrEqual(rollouts / 2);
    },
    60_000,
  );
});
