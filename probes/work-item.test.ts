import { describe, expect, it } from "vitest";
import type { RunConfig } from "../core/schema/run.ts";
import { getTask } from "../tasks/registry.ts";
import { sampleConfig } from "../tests/e2e/helpers/records.ts";
import { defaultPromptOf } from "./default-prompt.ts";
import { deriveSeed, planWork } from "./work-item.ts";

const pipe = getTask("pipe");
const instance = pipe.generate("easy", 1);
const keyOf = (config: RunConfig, of = instance) =>
  planWork(pipe, [of], config, defaultPromptOf)[0]?.key;

describe("planWork", () => {
  it("gives the same key for the same work, whatever the order of fields", () => {
    const reordered = Object.fromEntries(Object.entries(sampleConfig).reverse()) as RunConfig;
    expect(keyOf(reordered)).toBe(keyOf(sampleConfig));
  });

  it.each<[string, Partial<RunConfig>]>([
    ["generator", { generator: { id: "still", version: "1", params: { crf: 18 } } }],
    ["generator version", { generator: { id: "oracle", version: "2", params: { crf: 18 } } }],
    ["generator option", { generator: { id: "oracle", version: "1", params: { crf: 28 } } }],
    ["size", { rollout: { ...sampleConfig.rollout, widthPx: 640 } }],
    ["judge", { judge: { diagnosticsVersion: "2", sampling: 41 } }],
    ["sampling", { judge: { diagnosticsVersion: "1", sampling: "all" } }],
    ["seed", { instances: { kind: "generated", tiers: ["easy"], episodes: 2, seed: 0 } }],
    ["task version", { taskVersion: "2" }],
  ])("gives another key for another %s", (_, change) => {
    expect(keyOf({ ...sampleConfig, ...change })).not.toBe(keyOf(sampleConfig));
  });

  it("does not depend on how many other episodes the run has", () => {
    const more: RunConfig = {
      ...sampleConfig,
      instances: { kind: "generated", tiers: ["easy"], episodes: 50, seed: 1 },
    };
    expect(keyOf(more)).toBe(keyOf(sampleConfig));
  });

  it("gives another key for another instance", () => {
    expect(keyOf(sampleConfig, pipe.generate("easy", 2))).not.toBe(keyOf(sampleConfig));
  });
});

describe("deriveSeed", () => {
  it("is a 31-bit integer decided by seed and id", () => {
    expect(deriveSeed(0, "a")).toBe(deriveSeed(0, "a"));
    const seeds = [deriveSeed(0, "a"), deriveSeed(1, "a"), deriveSeed(0, "b")];
    expect(new Set(seeds).size).toBe(3);
    for (const seed of seeds) {
      expect(Number.isInteger(seed)).toBe(true);
      expect(seed).toBeGreaterThanOrEqual(0);
      expect(seed).toBeLessThan(2 ** 31);
    }
  });
});
