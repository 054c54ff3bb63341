import { describe, expect, it } from "vitest";
import { describeRest, formatCosts, formatUsd } from "./run-costs.ts";

describe("costs in words", () => {
  it.each([
    [{ spentUsd: 1.51875, knownUsd: 1.51875, unknownCount: 0 }, "1.52 USD"],
    [{ spentUsd: 0, knownUsd: 0, unknownCount: 0 }, "0.00 USD"],
    [
      { spentUsd: null, knownUsd: 1.5, unknownCount: 1 },
      "at least 1.50 USD: what 1 rollout cost is not known",
    ],
    [{ spentUsd: null, knownUsd: 0, unknownCount: 3 }, "what 3 rollouts cost is not known"],
  ])("%j", (costs, text) => {
    expect(formatCosts(costs)).toBe(text);
  });

  it("shows digits where cents would say nothing", () => {
    expect([0, 0.004, 0.0004217, 0.1, 12].map(formatUsd)).toEqual([
      ...["0.00 USD", "0.0040 USD", "0.00042 USD", "0.10 USD", "12.00 USD"],
    ]);
  });
});

describe("what is left", () => {
  it("is nothing when all is done", () => {
    const done = { status: "finished", undone: [], standing: { unknown: 0, failed: 0 } } as const;
    expect(describeRest(done, 2)).toEqual([]);
  });

  it("says which errors are tried again by themselves", () => {
    const standing = { unknown: 1, failed: 2 };
    const [first] = describeRest({ status: "finished", undone: [], standing }, undefined, 5);
    expect(first).toMatch(/^2 of the episodes .* tried again by the same command$/);
    expect(describeRest({ status: "finished", undone: [], standing }, undefined, 3)).toHaveLength(
      2,
    );
  });

  it("names the limit and the options that buy anew", () => {
    const rest = describeRest(
      { status: "budget", undone: ["a", "b"], standing: { unknown: 1, failed: 2 } },
      0,
    );
    expect(rest.join("\n")).toMatch(
      /--max-cost 0\. 2 episodes are left[\s\S]*1 episode is unknown.*--retry-unknown[\s\S]*2 episodes are failed.*--retry-failed/,
    );
  });
});
