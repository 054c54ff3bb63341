import { describe, expect, it } from "vitest";
import type { CheckResult } from "../core/schema/verdict.ts";
import { summariseRun } from "../probes/metrics/summarise-run.ts";
import { sampleEpisode, sampleManifest, sampleVerdict } from "../tests/e2e/helpers/records.ts";
import { formatRunSummary } from "./run-table.ts";
import { formatProportion, formatTable } from "./tables.ts";

describe("formatTable", () => {
  it("aligns columns under one line, without trailing blanks", () => {
    const table = formatTable(
      [{ title: "tier" }, { title: "n", align: "right" }],
      [
        ["easy", "3"],
        ["all", "12"],
      ],
    );
    expect(table.split("\n")).toEqual(["tier   n", "────────", "easy   3", "all   12"]);
  });
});

describe("formatTable with a long last column", () => {
  it("breaks it between words and keeps every word", () => {
    const text = "word ".repeat(60).trim();
    const table = formatTable([{ title: "a" }, { title: "b" }], [["x", text]]);
    expect(Math.max(...table.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(table.match(/word/g)).toHaveLength(60);
  });
});

describe("formatTable with many numbers", () => {
  it("goes on in a table below, which names its rows again", () => {
    const right = (title: string) => ({ title, align: "right" as const });
    const columns = [{ title: "who" }, ...["first", "second", "third"].map(right)];
    const row = ["video a-model wan2.2", ...["1", "2", "3"].map((n) => n.repeat(30))];
    const lines = formatTable(columns, [row]).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(lines.map((line) => line.split(/ {2,}/))).toMatchObject([
      ["who", "first", "second"],
      [expect.stringMatching(/^─+$/)],
      row.slice(0, 3),
      [""],
      ["who", "third"],
      [expect.stringMatching(/^─+$/)],
      [row[0], row[3]],
    ]);
  });
});

describe("formatProportion", () => {
  it("knows nothing when nothing was counted", () => {
    expect(formatProportion({ rate: null, n: 0, low: 0, high: 1 })).toBe("-");
    expect(formatProportion({ rate: 0, n: 3, low: 0, high: 0.5615 })).toBe("0 % [0-56]");
  });
});

describe("formatRunSummary", () => {
  it("fits into 100 columns, with the longest check names", () => {
    const check: CheckResult = {
      name: "cell_occupancy_consistency",
      kind: "dynamic",
      outcome: "pass",
      violations: [],
      decided: 1,
      unread: 0,
    };
    const ids = ["a", "b"];
    const text = formatRunSummary(
      summariseRun({
        path: "runs/x",
        manifest: { ...sampleManifest, schema: "topoprobe.run/1", name: "x", configSha256: "0" },
        records: ids.map((id) => ({
          episode: sampleEpisode(id, { tier: id === "a" ? "easy" : "hard" }),
          verdict: sampleVerdict(id, {}, [check]),
        })),
        missing: [],
        timings: [],
      }),
    );
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^all +2 +100 % \[34-100\] +100 % +100 % +100 %$/m);
    expect(text).toMatch(/^cell_occupancy_consistency +dynamic +2 +0 +0 +0$/m);
    expect(text).not.toContain("medium");
  });
});
