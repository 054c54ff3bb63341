import { describe, expect, test } from "vitest";
import { measureRuns } from "../probes/metrics/index.ts";
import { imagined, madeRun } from "../probes/metrics/testing/agent-runs.ts";
import { formatAgentMetrics } from "./suite-table.ts";

const none = madeRun({
  episodes: [
    { id: "a", success: false, steps: [{ outcome: "illegal" }, {}, {}] },
    { id: "b", tier: "hard", success: false },
    { id: "c", tier: "hard", isError: true },
  ],
});
const image = madeRun({
  condition: "image",
  generator: "painter",
  widthPx: 1024,
  episodes: [
    { id: "a", steps: [{ imaginations: [imagined("image")] }, {}, {}], generatorUsd: 0.5 },
    { id: "b", tier: "hard", success: false, tokens: null, generatorUsd: null },
  ],
});
const text = formatAgentMetrics(measureRuns([none, image]));
const lineOf = (start: string, nth = 0): string =>
  text.split("\n").filter((line) => line.startsWith(start))[nth] ?? "";

describe("formatAgentMetrics", () => {
  test("success by tier, with what is in no rate beside it", () => {
    expect(text).toContain("pipe (continuity)");
    expect(lineOf("none").replaceAll(/ +/g, " ")).toBe(
      "none 0 % [0-79] 0 % [0-79] 0 % [0-66] 2 1 0 -",
    );
    expect(text).toContain("in no rate: 1 episode that ended in an error, 0 not played yet");
  });

  test("difference to none with interval and pairs, and what was spent; unknown is said", () => {
    expect(lineOf("image", 1).replaceAll(/ +/g, " ")).toBe(
      "image painter +50 [0, +100]* 2 1 0 0 ≥ 200 ≥ 0.52 USD",
    );
    expect(lineOf("none", 1).replaceAll(/ +/g, " ")).toBe("none - - 0 0 1 ≥ 400 ≥ 0.020 USD");
    expect(text).toContain("* the picture of the start had another size");
    expect(text).toContain("seed 1");
  });

  test("properties without episodes are named, where there is a mean over several", () => {
    const other = madeRun({ task: "swap", episodes: [{ id: "a" }] });
    const several = formatAgentMetrics(measureRuns([none, other]));
    expect(several).toContain("some lack separation, enclosure, knots");
    expect(several).toMatch(/^macro mean .*knots$/m);
    expect(text).not.toContain("macro mean");
  });

  test("nothing is wider than 100 columns, with long names and everything unsure", () => {
    const tiers = ["easy", "medium", "hard"] as const;
    const wide = madeRun({
      condition: "video",
      reasoner: "a-reasoner-with-a-long-name-3.5",
      generator: "a-generator-with-a-long-name",
      episodes: tiers.flatMap((tier) =>
        Array.from({ length: 9 }, (_, i) => ({ id: `${tier}${i}`, tier, generatorUsd: 1.25 })),
      ),
    });
    const lines = formatAgentMetrics(measureRuns([none, wide])).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(lines.filter((line) => line.startsWith("success "))).toHaveLength(2);
  });

  test("reasoners are named where there are several", () => {
    const both = measureRuns([none, madeRun({ reasoner: "another", episodes: [{ id: "a" }] })]);
    expect(formatAgentMetrics(both)).toContain("none another");
  });
});
