import { describe, expect, it } from "vitest";
import { runSummarySchema } from "../../core/schema/run.ts";
import type { CheckResult } from "../../core/schema/verdict.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import {
  type SampleOutcome,
  sampleEpisode,
  sampleManifest,
  sampleVerdict,
} from "../../tests/e2e/helpers/records.ts";
import { countChecks, summariseRun, tiersOf } from "./summarise-run.ts";

const record = (id: string, outcome: SampleOutcome): EpisodeRecord => ({
  episode: sampleEpisode(id, outcome),
  verdict: sampleVerdict(id, outcome),
});
const run = (records: readonly EpisodeRecord[]): RunRecord => ({
  path: "runs/x",
  manifest: {
    ...sampleManifest,
    schema: "topoprobe.run/1",
    name: "x",
    configSha256: "0".repeat(64),
  },
  records,
  missing: [],
  timings: [],
});

describe("summariseRun", () => {
  const failed: EpisodeRecord = {
    episode: {
      ...(({
        status: _,
        clip: __,
        warnings: ___,
        verdict: ____,
        world: _____,
        success: ______,
        ...rest
      }) => rest)(sampleEpisode("e")),
      status: "error",
      error: { code: "media", message: "no clip" },
    },
  };
  const summary = summariseRun(
    run([
      record("a", {}),
      record("b", { tier: "hard", processValid: false, success: false }),
      record("c", { tier: "hard", terminal: "undetermined", success: false }),
      failed,
    ]),
  );

  it("counts an unscorable clip as a failure, and errors apart", () => {
    expect(summary.counts).toEqual({
      processValidSuccess: 1,
      processValid: 2,
      terminalSuccess: 2,
      scorable: 2,
      errors: 1,
    });
    expect(summary.episodes).toBe(4);
    expect(summary.processValidSuccess).toMatchObject({ n: 3, rate: 1 / 3 });
    expect(summary.accuracy.all).toMatchObject({ n: 3, rate: 1 / 3 });
  });

  it("counts by tier", () => {
    expect(summary.tiers.hard).toEqual({
      episodes: 2,
      processValidSuccess: 0,
      processValid: 1,
      terminalSuccess: 1,
      scorable: 1,
      errors: 0,
    });
    expect(summary.accuracy.medium).toEqual({ rate: null, n: 0, low: 0, high: 1 });
    expect(tiersOf(summary)).toEqual(["easy", "hard"]);
  });

  it("is valid, also for a run without episodes", () => {
    expect(runSummarySchema.parse(summary)).toEqual(summary);
    expect(summariseRun(run([])).processValidSuccess.rate).toBeNull();
  });
});

describe("countChecks", () => {
  it("keeps all four outcomes apart", () => {
    const check = (outcome: CheckResult["outcome"]): CheckResult => ({
      name: "one_move_at_a_time",
      kind: "dynamic",
      outcome,
      violations: [],
      decided: 0,
      unread: 0,
    });
    const verdicts = (["pass", "fail", "undetermined", "not_applicable", "pass"] as const).map(
      (outcome) => sampleVerdict("a", {}, [check(outcome)]),
    );
    expect(countChecks(verdicts)).toEqual({
      one_move_at_a_time: { kind: "dynamic", pass: 2, fail: 1, undetermined: 1, notApplicable: 1 },
    });
  });
});
