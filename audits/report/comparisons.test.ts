import { describe, expect, it } from "vitest";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import {
  type SampleOutcome,
  sampleEpisode,
  sampleManifest,
} from "../../tests/e2e/helpers/records.ts";
import { compareRuns } from "./comparisons.ts";

type Played = Readonly<Record<string, SampleOutcome>>;

function run(name: string, played: Played, task = "pipe"): { run: RunRecord; label: string } {
  const config = { ...sampleManifest.config, task };
  const manifest = { ...sampleManifest, config, schema: "topoprobe.run/1", name } as const;
  const records: EpisodeRecord[] = Object.entries(played).map(([id, outcome]) => ({
    episode: sampleEpisode(id, outcome),
  }));
  const record: RunRecord = {
    path: name,
    manifest: { ...manifest, configSha256: "" },
    records,
    missing: [],
    timings: [],
  };
  return { run: record, label: name };
}

const GOOD = { processValid: true, terminal: "pass", success: true } as const;
const BAD = { processValid: false, terminal: "pass", success: false } as const;

describe("compareRuns", () => {
  it("pairs instances that both have, and takes the later less the earlier", () => {
    const a = run("a", { one: GOOD, two: BAD, three: BAD, four: BAD, only: GOOD });
    const b = run("b", { one: GOOD, two: GOOD, three: GOOD, four: BAD });
    const [comparison, ...rest] = compareRuns([a, b]);
    expect(rest).toEqual([]);
    expect(comparison).toMatchObject({ a: "a", b: "b", instances: 4, unpaired: 1, seed: 1 });
    const [headline, , terminal] = comparison?.measures ?? [];
    expect(headline).toMatchObject({
      ...{ measure: "processValidSuccess", pairs: 4, difference: 0.5 },
      ...{ both: 1, onlyA: 0, onlyB: 2, neither: 1 },
    });
    expect(headline?.low).toBeGreaterThanOrEqual(0);
    expect(headline?.high).toBeLessThanOrEqual(1);
    expect(terminal).toMatchObject({ difference: 0, low: 0, high: 0, both: 4 });
  });

  it("gives the same interval for the same seed", () => {
    const runs = [
      run("a", { one: GOOD, two: BAD, x: BAD }),
      run("b", { one: BAD, two: GOOD, x: GOOD }),
    ];
    expect(compareRuns(runs, { seed: 5 })).toEqual(compareRuns(runs, { seed: 5 }));
    expect(compareRuns(runs, { seed: 5 })[0]).toMatchObject({ seed: 5, resamples: 4000 });
  });

  it("compares every two runs of a task, and none of different tasks or instances", () => {
    const runs = [run("a", { one: GOOD }), run("b", { one: BAD }), run("c", { one: BAD })];
    expect(compareRuns(runs).map(({ a, b }) => a + b)).toEqual(["ab", "ac", "bc"]);
    expect(compareRuns([run("a", { one: GOOD }), run("b", { one: GOOD }, "untangle")])).toEqual([]);
    expect(compareRuns([run("a", { one: GOOD }), run("b", { two: GOOD })])).toEqual([]);
  });

  it("pairs an agent without clips on success in the puzzle only", () => {
    const agent = run("agent", { one: GOOD, two: GOOD });
    const records = agent.run.records.map(({ episode }): EpisodeRecord => {
      if (episode.status !== "ok") return { episode };
      const { clip: _, verdict: __, ...rest } = episode;
      return { episode: rest };
    });
    const without = { label: "agent", run: { ...agent.run, records } };
    const [comparison] = compareRuns([run("a", { one: BAD, two: GOOD }), without]);
    expect(comparison?.measures).toMatchObject([
      { measure: "successInPuzzle", pairs: 2, difference: 0.5 },
    ]);
  });
});
