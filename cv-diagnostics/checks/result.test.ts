/** From evidence to an outcome, and the catalogue of checks. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../core/schema/common.ts";
import { checkResultSchema } from "../../core/schema/verdict.ts";
import { checkCatalogue, judgeRegistry } from "./registry.ts";
import { checkResult, type Evidence, rounded } from "./result.ts";

const fault = { frame: 3, where: "x=0,y=0", reason: "piece_vanished" };

describe("checkResult", () => {
  const cases: readonly (readonly [string, Evidence, Outcome])[] = [
    ["all decided", { violations: [], decided: 40, unread: 0 }, "pass"],
    ["nothing to check", { violations: [], decided: 0, unread: 0 }, "not_applicable"],
    ["nothing read", { violations: [], decided: 0, unread: 5 }, "undetermined"],
    ["a tenth unread", { violations: [], decided: 36, unread: 4 }, "pass"],
    ["more than a tenth unread", { violations: [], decided: 35, unread: 5 }, "undetermined"],
    [
      "a change that nobody saw",
      { violations: [], decided: 40, unread: 0, hasUnseenChange: true },
      "undetermined",
    ],
    ["a violation", { violations: [fault], decided: 40, unread: 0 }, "fail"],
    ["a violation among much unread", { violations: [fault], decided: 1, unread: 39 }, "fail"],
    [
      "a violation and an unseen change",
      { violations: [fault], decided: 1, unread: 0, hasUnseenChange: true },
      "fail",
    ],
  ];
  it.each(cases)("%s", (_, evidence, outcome) => {
    const result = checkResult("some_check", "dynamic", evidence);
    expect(result.outcome).toBe(outcome);
    expect(checkResultSchema.parse(result)).toEqual({
      ...{ name: "some_check", kind: "dynamic", outcome },
      ...{ violations: evidence.violations, decided: evidence.decided, unread: evidence.unread },
    });
  });
});

describe("rounded", () => {
  it("keeps three decimals", () => {
    expect(rounded(12.34567)).toBe(12.346);
    expect(rounded(-0.0004)).toBeCloseTo(0);
  });
});

describe("the catalogue", () => {
  it("lists every check of every judge once", () => {
    const ids = checkCatalogue.map((check) => `${check.task} ${check.id}`);
    expect(new Set(ids).size).toBe(ids.length);
    for (const judge of judgeRegistry.items) {
      expect(judge.checks.length).toBeGreaterThan(0);
      for (const check of judge.checks) {
        expect(check.task).toBe(judge.id);
        expect(checkCatalogue).toContain(check);
      }
    }
  });
});
