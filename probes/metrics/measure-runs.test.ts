import { describe, expect, test } from "vitest";
import { agentMetricsSchema } from "../../core/schema/agent-metrics.ts";
import type { RunRecord } from "../../core/store/read-run.ts";
import { sampleConfig, sampleEpisode, sampleManifest } from "../../tests/e2e/helpers/records.ts";
import { measureRuns } from "./measure-runs.ts";
import { imagined, madeRun } from "./testing/agent-runs.ts";

/** The only group of one run. */
function groupOf(run: RunRecord) {
  const [group] = measureRuns([run]).groups;
  if (group === undefined) throw new Error("expected a group");
  return group;
}

describe("rates of one group", () => {
  test("success by tier, with the errors and the missing beside it and in no rate", () => {
    const { tiers } = groupOf(
      madeRun({
        episodes: [
          { id: "a", tier: "easy" },
          { id: "b", tier: "easy", success: false },
          { id: "c", tier: "hard", isError: true },
        ],
        missing: [{ id: "d", tier: "hard" }],
      }),
    );
    expect(tiers.easy).toMatchObject({ episodes: 2, errors: 0, missing: 0 });
    expect(tiers.easy.success).toMatchObject({ rate: 0.5, n: 2 });
    // Wilson, 1 of 2: centre 1/2, half width 1.96 sqrt(1/8 + 1.96^2/16) / (1 + 1.96^2/2) = 0.4055.
    expect(tiers.easy.success.low).toBeCloseTo(0.0945, 4);
    expect(tiers.hard).toMatchObject({ episodes: 1, errors: 1, missing: 1 });
    expect(tiers.hard.success).toEqual({ rate: null, n: 0, low: 0, high: 1 });
    expect(tiers.medium).toMatchObject({ episodes: 0, missing: 0 });
    expect(tiers.all).toMatchObject({ episodes: 3, errors: 1, missing: 1 });
  });

  test("over-optimality: over the solved episodes with a known shortest solution", () => {
    const { tiers } = groupOf(
      madeRun({
        episodes: [
          { id: "a", steps: [{}, {}, {}], shortestSteps: 3 },
          { id: "b", steps: [{}, {}, {}], shortestSteps: 2 },
          { id: "c", success: false, shortestSteps: 1 },
          { id: "d", shortestSteps: null },
        ],
      }),
    );
    expect(tiers.all.overOptimality).toEqual({ mean: 1.25, n: 2 });
  });

  test("invalid and illegal actions apart, by action and by episode; how answers were found", () => {
    const { tiers } = groupOf(
      madeRun({
        episodes: [
          {
            id: "a",
            steps: [
              { outcome: "invalid", method: "unclear" },
              { outcome: "invalid", method: "json", isFormatValid: false },
              { outcome: "illegal" },
              { method: "tail" },
            ],
          },
          { id: "b", steps: [{}] },
        ],
      }),
    );
    expect(tiers.all.invalid).toEqual({ actions: 2, episodes: 1 });
    expect(tiers.all.illegal).toEqual({ actions: 1, episodes: 1 });
    expect(tiers.all.answers.methods).toEqual({ json: 3, phrase: 0, scan: 0, tail: 1, unclear: 1 });
    expect(tiers.all.answers.strictJson).toMatchObject({ rate: 0.6, n: 5 });
    expect(tiers.all.answers.formatHit).toMatchObject({ rate: 0.4, n: 5 });
  });

  test("imagination: what was asked of a generator, what came to nothing, what was only wished", () => {
    const { tiers } = groupOf(
      madeRun({
        condition: "image",
        generator: "painter",
        episodes: [
          {
            id: "a",
            steps: [
              { imaginations: [imagined("image"), imagined("image", { skipped: "failed: no" })] },
              {
                imaginations: [
                  imagined("image", { skipped: "limit", asked: false }),
                  imagined("text"),
                ],
              },
            ],
          },
        ],
      }),
    );
    expect(tiers.all.imagination).toEqual({ calls: 2, failed: 1, refused: 1, texts: 1 });
  });

  test("tokens and cost: unknown is counted, never zero; zero is known", () => {
    const { tiers } = groupOf(
      madeRun({
        generator: "painter",
        episodes: [
          { id: "a", tokens: 10, reasonerUsd: 0, generatorUsd: 0.5 },
          { id: "b", tokens: null, reasonerUsd: null, generatorUsd: null },
          { id: "c", isError: true, generatorUsd: 0 },
        ],
      }),
    );
    // The one that broke off may have asked: nobody knows how often.
    expect(tiers.all.tokens.prompt).toEqual({ known: 10, unknown: 2 });
    expect(tiers.all.costUsd.reasoner).toEqual({ known: 0, unknown: 2 });
    expect(tiers.all.costUsd.generator).toEqual({ known: 0.5, unknown: 1 });
  });

  test("a policy of our own costs nothing where it broke off", () => {
    const { tiers } = groupOf(
      madeRun({ reasoner: "random", episodes: [{ id: "a", isError: true }] }),
    );
    expect(tiers.all.tokens.prompt).toEqual({ known: 0, unknown: 0 });
  });

  test("clips as policies: no reasoner, one clip each, and what the judge could not decide", () => {
    const episodes = [sampleEpisode("a"), sampleEpisode("b", { terminal: "undetermined" })];
    const group = groupOf({
      path: "runs/pipe-video-policy-oracle",
      manifest: {
        ...{ ...sampleManifest, schema: "topoprobe.run/1", name: "run", configSha256: "" },
        config: sampleConfig,
      },
      records: episodes.map((episode) => ({ episode })),
      missing: [],
      timings: [],
    });
    expect(group).toMatchObject({ reasoner: null, generator: "oracle", property: "continuity" });
    expect(group.tiers.all.imagination.calls).toBe(2);
    expect(group.tiers.all.judged).toMatchObject({
      ...{ clips: 2, terminalUndetermined: 1, unscorable: 1 },
    });
    expect(group.tiers.all.answers.strictJson.rate).toBeNull();
  });
});

describe("differences to none", () => {
  const none = madeRun({
    episodes: [
      { id: "a", success: false },
      { id: "b", success: false },
      { id: "c", success: true },
      { id: "d", success: true, isError: true },
      { id: "e", success: true },
    ],
  });
  const image = madeRun({
    condition: "image",
    generator: "painter",
    episodes: [
      { id: "c", success: true },
      { id: "a", success: true },
      { id: "b", success: true },
      { id: "d", success: true },
      { id: "f", success: true },
    ],
  });

  test("over the instances that ended in both, whatever their order", () => {
    const [difference] = measureRuns([none, image]).differences;
    // a and b +1, c 0; d was an error in one, e and f were played in one alone.
    expect(difference).toMatchObject({ condition: "image", sameObservation: true });
    expect(difference?.tiers.all).toMatchObject({ pairs: 3, unpaired: 3, mean: 2 / 3 });
    expect(difference?.tiers.all.low).toBeGreaterThanOrEqual(0);
    expect(difference?.tiers.all.high).toBe(1);
    expect(difference?.tiers.hard).toEqual({
      ...{ pairs: 0, unpaired: 0, mean: null, low: null, high: null },
    });
  });

  test("the same seed gives the same interval", () => {
    const intervals = [1, 1, 2].map((seed) => measureRuns([none, image], { seed }).differences);
    expect(intervals[0]).toEqual(intervals[1]);
    expect(measureRuns([none, image], { seed: 2 }).bootstrap).toEqual({
      seed: 2,
      resamples: 10_000,
    });
  });

  test("none without the same reasoner's none; said when the picture was another one", () => {
    const other = madeRun({
      reasoner: "another",
      condition: "image",
      generator: "p",
      episodes: [],
    });
    expect(measureRuns([none, other]).differences).toEqual([]);
    const wide = madeRun({ condition: "image", generator: "p", widthPx: 1024, episodes: [] });
    expect(measureRuns([none, wide]).differences[0]?.sameObservation).toBe(false);
  });
});

describe("macro mean", () => {
  test("properties weigh the same, however many episodes they have; those without are named", () => {
    const { macro } = measureRuns([
      madeRun({ task: "pipe", episodes: [{ id: "a" }, { id: "b" }, { id: "c" }] }),
      madeRun({ task: "untangle", episodes: [{ id: "d", success: false }] }),
      madeRun({ task: "swap", episodes: [{ id: "e", isError: true }] }),
    ]);
    expect(macro).toHaveLength(1);
    expect(macro[0]).toMatchObject({ mean: 0.5, missing: ["separation", "order", "enclosure"] });
    expect(macro[0]?.properties.map(({ rate, n }) => [rate, n])).toEqual([
      ...[
        [1, 3],
        [null, 0],
        [null, 0],
        [null, 0],
        [0, 1],
      ],
    ]);
  });

  test("nothing at all is no mean", () => {
    expect(measureRuns([madeRun({ episodes: [] })]).macro[0]).toMatchObject({ mean: null });
    expect(measureRuns([])).toMatchObject({ groups: [], differences: [], macro: [] });
  });
});

describe("folders", () => {
  test("alike count together, the same work once, an end before an error", () => {
    const whole = madeRun({ path: "runs/x", episodes: [{ id: "a" }, { id: "b" }] });
    const half = madeRun({
      path: "runs/x",
      episodes: [{ id: "a", isError: true }],
      missing: [{ id: "b", tier: "easy" }],
    });
    const [group, ...more] = measureRuns([half, whole]).groups;
    expect(more).toEqual([]);
    expect(group).toMatchObject({ runs: ["runs/x"] });
    expect(group?.tiers.all).toMatchObject({ episodes: 2, errors: 0, missing: 0 });
  });

  test("the same names with another picture are told apart by their folder", () => {
    const { groups } = measureRuns([
      madeRun({ path: "runs/small", episodes: [] }),
      madeRun({ path: "runs/large", widthPx: 1280, episodes: [] }),
    ]);
    expect(groups.map(({ variant }) => variant)).toEqual(["small", "large"]);
  });

  test("what comes out is what the schema says", () => {
    const runs = [
      madeRun({ episodes: [{ id: "a" }] }),
      madeRun({ condition: "image", generator: "p", episodes: [{ id: "a" }] }),
    ];
    expect(agentMetricsSchema.parse(measureRuns(runs))).toEqual(measureRuns(runs));
  });
});
