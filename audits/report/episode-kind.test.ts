import { describe, expect, it } from "vitest";
import type { CheckResult } from "../../core/schema/verdict.ts";
import {
  type SampleOutcome,
  sampleEpisode,
  sampleVerdict,
} from "../../tests/e2e/helpers/records.ts";
import { episodeKind } from "./episode-kind.ts";

const check = (outcome: CheckResult["outcome"]): CheckResult => ({
  ...{ name: "some_check", kind: "static", outcome, violations: [], decided: 1, unread: 0 },
});

describe("episodeKind", () => {
  it.each<[string, SampleOutcome, CheckResult["outcome"]]>([
    ["success", {}, "pass"],
    ["shortcut", { processValid: false }, "fail"],
    ["broken", { processValid: false, terminal: "fail" }, "fail"],
    ["broken", { processValid: false, terminal: "undetermined" }, "fail"],
    ["unsolved", { terminal: "fail" }, "pass"],
    ["undecided", { processValid: false, terminal: "fail" }, "undetermined"],
    ["undecided", { processValid: false }, "undetermined"],
    ["undecided", { terminal: "undetermined" }, "pass"],
  ])("is %s for %j with a check that is %s", (kind, outcome, checked) => {
    const episode = sampleEpisode("pipe-easy-1", outcome);
    const verdict = sampleVerdict("pipe-easy-1", outcome, [check(checked)]);
    expect(episodeKind({ episode, verdict })).toBe(kind);
  });

  it("tells a lost verdict from a clip that never was", () => {
    const episode = sampleEpisode("pipe-easy-1");
    expect(episodeKind({ episode })).toBe("no_verdict");
    const { clip: _, verdict: __, ...without } = episode;
    expect(episodeKind({ episode: without })).toBe("no_clip");
  });
});
