import { describe, expect, it } from "vitest";
import type { CheckRow, ReadingRow } from "../../../core/schema/report.ts";
import { wilsonInterval } from "../../../core/stats/wilson.ts";
import { describeReading } from "../reading-words.ts";
import { checkChart } from "./check-chart.ts";
import { comparisonChart } from "./comparison-chart.ts";
import { endsChart } from "./ends-chart.ts";
import { shorten } from "./marks.ts";
import { PATTERN_DEFS } from "./patterns.ts";
import { readingChart } from "./reading-chart.ts";

const EVIL = `<script>"&'</script>`;
const row = (check: string, pass: number, fail: number, undetermined: number): CheckRow => ({
  ...{ label: EVIL, run: "r", task: "pipe", check, kind: "static", description: "" },
  ...{ pass, fail, undetermined, notApplicable: 1, applicable: pass + fail + undetermined },
  passRate: wilsonInterval(pass, pass + fail + undetermined),
});
const reading: ReadingRow = {
  ...{ label: EVIL, run: "r", task: "pipe", clips: 4, places: 2 },
  counts: { exact: [4, 2], partial: [0, 0], degraded: [0, 1], failed: [0, 0], not_found: [0, 1] },
};

const all = [
  [
    "ends",
    endsChart(
      [
        {
          name: EVIL,
          judged: 4,
          terminalSuccess: wilsonInterval(3, 4),
          processValidSuccess: wilsonInterval(1, 4),
        },
      ],
      [EVIL],
    ),
  ],
  [
    "checks",
    checkChart(
      [row("one", 2, 1, 1), { ...row("one", 0, 0, 0), label: "b", run: "s" }],
      [EVIL, "b"],
    ),
  ],
  ["reading", readingChart(reading)],
  [
    "comparison",
    comparisonChart({
      task: "pipe",
      a: "a",
      b: EVIL,
      instances: 4,
      unpaired: 0,
      seed: 1,
      resamples: 10,
      measures: [
        {
          measure: "processValid",
          pairs: 4,
          both: 1,
          onlyA: 0,
          onlyB: 1,
          neither: 2,
          difference: 0.25,
          low: 0,
          high: 0.75,
        },
      ],
    }),
  ],
] as const;

describe("charts", () => {
  it.each(all)("%s is a drawing without script, style, class or address", (_, { svg }) => {
    expect(svg).toMatch(/^<svg [^>]*viewBox=/);
    expect(svg).not.toMatch(/<(script|style|a|image|foreignObject)\b|\s(style|class|on\w+|href)=/i);
    expect(svg).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    expect(svg).not.toContain("NaN");
  });

  it("name only fills that are there", () => {
    const used = all.flatMap(([, { svg }]) =>
      [...svg.matchAll(/url\(#([\w-]+)\)/g)].map((m) => m[1]),
    );
    expect(new Set(used).size).toBeGreaterThan(4);
    for (const id of used) expect(PATTERN_DEFS).toContain(`id="${id}"`);
  });

  it("say in words what they draw", () => {
    const said = Object.fromEntries(all.map(([name, { says }]) => [name, says]));
    expect(said["ends"]).toContain("25 % process-valid, 75 % by the last frame, 4 clips");
    expect(said["checks"]).toContain("50 % of 4");
    expect(said["checks"]).toContain("applies to none");
    expect(said["reading"]).toContain("75 % exact, 13 % degraded, 13 % board not found");
    expect(said["comparison"]).toContain("+25 (0 to +75)");
  });
});

describe("describeReading", () => {
  it("does not round a little to nothing, nor to all", () => {
    const counts = { ...reading.counts, exact: [999], degraded: [1], not_found: [0] };
    expect(describeReading(counts, 1000)).toBe("99.9 % exact, 0.1 % degraded");
    expect(describeReading(counts, 0)).toBe("no frames");
  });
});

describe("shorten", () => {
  it("keeps whole letters", () => {
    expect(shorten("abc", 3)).toBe("abc");
    expect(shorten("\u{1f600}\u{1f600}\u{1f600}", 2)).toBe("\u{1f600}\u2026");
  });
});
