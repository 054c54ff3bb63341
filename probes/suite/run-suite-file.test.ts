import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MissingToolError, UsageError } from "../../core/errors.ts";
import { type Suite, suiteSchema } from "../../core/schema/suite.ts";
import { createRedactor } from "../../core/store/redact.ts";
import { getTask } from "../../tasks/registry.ts";
import { createFakeGenerator, createFakeJudge } from "../../tests/e2e/helpers/fakes.ts";
import { sampleManifest } from "../../tests/e2e/helpers/records.ts";
import { measureRuns } from "../metrics/index.ts";
import { resolveReasoner } from "../reasoners/registry.ts";
import { createScriptedChat } from "../reasoners/scripted.ts";
import { planSuite } from "./plan-suite.ts";
import { limitOf, runSuiteFile, type SuiteFileOptions } from "./run-suite-file.ts";
import type { SuiteFactory } from "./suite-factory.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "probe-suite-file-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const suiteOf = (changes: object = {}): Suite =>
  suiteSchema.parse({
    ...{ schema: "topoprobe.suite/1", name: "try", tasks: ["pipe"], tiers: ["easy"] },
    instances: { kind: "generated", perTier: 2 },
    conditions: ["none", "video-policy"],
    reasoners: [{ id: "oracle" }],
    generators: [{ id: "dear" }],
    rollout: { widthPx: 128, heightPx: 96, frames: 5, fps: 8 },
    ...changes,
  });

/** Whose clips cost half a dollar each. */
const dear = () => createFakeGenerator({ id: "dear", host: {} });
const factoryOf = (generator = dear()): SuiteFactory => ({
  makesOf: () => "video",
  generatorOf: (entry) => ({ generator: { ...generator, id: entry.id } }),
  reasonerOf: ({ id }) =>
    id === "chat" ? createScriptedChat([]) : resolveReasoner(id, { env: {}, redact: (t) => t }),
});
const optionsOf = (changes: Partial<SuiteFileOptions> = {}): SuiteFileOptions => ({
  ...{ suite: suiteOf(), folder, outPath: join(folder, "out"), factory: factoryOf() },
  ...{ diagnose: createFakeJudge().diagnose, concurrency: 2 },
  signal: new AbortController().signal,
  provenance: sampleManifest.provenance,
  command: "probe run --suite try.json",
  redactor: createRedactor({}),
  progressStream: { write: () => undefined },
  checkClip: async () => ({ state: "whole" }),
  clock: { now: () => performance.now(), sleep: async () => undefined },
  ...changes,
});
const run = (changes: Partial<SuiteFileOptions> = {}) => runSuiteFile(optionsOf(changes));
const plan = (changes: Partial<SuiteFileOptions> = {}) => planSuite(optionsOf(changes));

describe("runSuiteFile", () => {
  test("every run has a folder of its own; all of them are measured together", async () => {
    const names: string[] = [];
    const result = await run({ onRun: ({ name }) => names.push(name) });
    expect(result).toMatchObject({ status: "finished", episodes: 4, undone: 0, skipped: 0 });
    expect(names).toEqual(["pipe-none-oracle", "pipe-video-policy-dear"]);
    expect(readdirSync(join(folder, "out")).sort()).toEqual(names);
    expect(result.costs).toEqual({ spentUsd: 1, knownUsd: 1, unknownCount: 0 });
    const { groups } = measureRuns(result.records);
    expect(groups.map(({ condition, tiers }) => [condition, tiers.all.success.rate])).toEqual([
      ["none", 1],
      ["video-policy", expect.any(Number)],
    ]);
  });

  test("a finished suite asks for nothing; one that grows goes on with what is new", async () => {
    await run();
    const generator = dear();
    expect(await run({ factory: factoryOf(generator) })).toMatchObject({ skipped: 4, undone: 0 });
    const grown = suiteOf({ generators: [{ id: "dear" }, { id: "other" }] });
    expect(await run({ suite: grown, factory: factoryOf(generator) })).toMatchObject({
      ...{ status: "finished", episodes: 6, skipped: 4 },
    });
    expect(generator.requests).toHaveLength(2);
  });

  test("the limit is over all folders: what earlier ones spent counts, whatever their order", async () => {
    const two = suiteOf({
      conditions: ["video-policy"],
      reasoners: [],
      generators: [{ id: "a" }, { id: "b" }],
    });
    const generator = dear();
    const factory = factoryOf(generator);
    const first = await run({ suite: two, factory, maxCostUsd: 1.5 });
    expect(first).toMatchObject({ status: "budget", undone: 1, costs: { spentUsd: 1.5 } });
    expect(generator.requests).toHaveLength(3);
    const turned = suiteOf({ ...two, generators: [{ id: "c" }, { id: "b" }, { id: "a" }] });
    const second = await run({ suite: turned, factory, maxCostUsd: 2 });
    // "c" has 0.5 left beside what "a" and "b" have cost already: not the 2 that it would have alone.
    expect(generator.requests).toHaveLength(4);
    expect(second).toMatchObject({ status: "budget", costs: { spentUsd: 2 } });
    expect(second.runs[0]?.result).toMatchObject({ status: "budget", generatorCalls: 1 });
  });

  test("a limit needs prices of clips and of tokens, before anything starts", async () => {
    const unpriced = createFakeGenerator({ host: { estimateUsd: () => null } });
    await expect(run({ factory: factoryOf(unpriced), maxCostUsd: 1 })).rejects.toThrow(UsageError);
    const chat = suiteOf({ conditions: ["none"], reasoners: [{ id: "chat" }], generators: [] });
    const unknown = { ...createScriptedChat([]), costUsd: () => null };
    const factory = { ...factoryOf(), reasonerOf: () => unknown };
    await expect(run({ suite: chat, factory, maxCostUsd: 1 })).rejects.toThrow(
      /price of .*tokens/s,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test("what cannot be reached is told before anything starts", async () => {
    const factory = {
      ...factoryOf(),
      generatorOf: () => {
        throw new MissingToolError("expected a host");
      },
    };
    await expect(run({ factory })).rejects.toThrow(MissingToolError);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("interrupted: the run at hand ends in order, the others are not taken up", async () => {
    const controller = new AbortController();
    const three = suiteOf({
      conditions: ["video-policy"],
      reasoners: [],
      generators: [{ id: "a" }, { id: "b" }, { id: "c" }],
    });
    const options = { suite: three, signal: controller.signal };
    const stopped = await run({ ...options, onRun: () => controller.abort() });
    expect(stopped).toMatchObject({
      ...{ status: "interrupted", undone: 4, episodes: 6 },
      notStarted: ["pipe-video-policy-b", "pipe-video-policy-c"],
    });
    const resumed = await run({ suite: three });
    expect(resumed).toMatchObject({ status: "finished", skipped: 2, undone: 0 });
    // Stopped before it began: what earlier calls left is still measured.
    const again = await run({ suite: three, signal: AbortSignal.abort() });
    expect(again).toMatchObject({ status: "interrupted", undone: 0 });
    expect(again.records).toHaveLength(3);
  });

  test("published rows by id, of the chosen tiers; paths start at the suite's folder", async () => {
    const pipe = getTask("pipe");
    const rows = [1, 2, 3].map((seed) => pipe.generate("easy", seed));
    writeFileSync(
      join(folder, "rows.jsonl"),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    );
    const suite = (ids: string) => {
      writeFileSync(join(folder, "ids.json"), ids);
      const files = { continuity_pipe: { rows: "rows.jsonl", ids: "ids.json" } };
      return suiteOf({
        instances: { kind: "published", files },
        ...{ conditions: ["none"], generators: [] },
      });
    };
    const chosen = [rows[2]?.id, rows[0]?.id];
    const result = await run({ suite: suite(JSON.stringify(chosen)) });
    expect(result.records[0]?.records.map(({ episode }) => episode.instanceId)).toEqual([
      rows[0]?.id,
      rows[2]?.id,
    ]);
    expect(result.records[0]?.manifest.config.instances).toMatchObject({ kind: "published" });
    await expect(run({ suite: suite("nobody\n") })).rejects.toThrow(/first "nobody"/);
    await expect(run({ suite: suite(`${chosen[0]}\n${chosen[0]}\n`) })).rejects.toThrow(/once/);
  });
});

describe("planSuite", () => {
  test("counts by folder, what is done already among them; writes nothing", async () => {
    const before = await plan();
    expect(readdirSync(folder)).toEqual([]);
    expect(before).toMatchObject({
      episodes: 4,
      generatorCalls: 2,
      reasonerCalls: 0,
      estimateUsd: 1,
    });
    expect(
      before.runs.map(({ name, episodes, generatorCalls }) => [name, episodes, generatorCalls]),
    ).toEqual([
      ["pipe-none-oracle", 2, 0],
      ["pipe-video-policy-dear", 2, 2],
    ]);
    await run();
    const after = await plan();
    expect(after).toMatchObject({ generatorCalls: 0, estimateUsd: 0, costs: { spentUsd: 1 } });
    expect(after.runs.map(({ counts }) => counts?.finished)).toEqual([2, 2]);
  });

  test("makes one board of untangle for all where nothing is done yet, and prints as for all", async () => {
    const suite = suiteOf({
      ...{ tasks: ["untangle"], tiers: ["easy"] },
      conditions: ["none", "video-policy"],
      reasoners: [{ id: "chat" }],
    });
    const generate = vi.spyOn(getTask("untangle"), "generate");
    try {
      const outline = await plan({ suite });
      expect(generate.mock.calls).toEqual([["easy", 1]]);
      const [none, policy] = outline.runs;
      const runs = { task: "untangle", episodes: 2, counts: { ask: 2, finished: 0 } };
      expect(none).toMatchObject({ ...runs, generatorCalls: 0, reasonerCalls: 2 * 15 });
      expect(policy).toMatchObject({ ...runs, generatorCalls: 2, estimateUsd: 1 });
      // A folder that is there is read with every board.
      for (const { runPath } of outline.runs) {
        mkdirSync(runPath, { recursive: true });
        writeFileSync(join(runPath, "notes.txt"), "");
      }
      expect(await plan({ suite })).toEqual(outline);
      expect(generate.mock.calls.slice(1)).toEqual([1, 2].map((seed) => ["easy", seed]));
    } finally {
      generate.mockRestore();
    }
  });

  test("requests to a chat model, at most: one a step, and those for what is imagined", async () => {
    const suite = suiteOf({
      conditions: ["none", "text", "video"],
      ...{ reasoners: [{ id: "chat" }], generators: [{ id: "dear" }] },
    });
    const steps = [1, 2].reduce(
      (sum, s) => sum + getTask("pipe").generate("easy", s).actionBudget,
      0,
    );
    const { runs } = await plan({ suite });
    expect(runs.map(({ reasonerCalls }) => reasonerCalls)).toEqual([steps, 2 * steps, steps + 2]);
  });

  test("says what is missing, and counts all the same", async () => {
    const factory = {
      ...factoryOf(),
      generatorOf: () => {
        throw new MissingToolError("expected a host that serves dear");
      },
    };
    const { runs, estimateUsd } = await plan({ factory });
    expect(runs[1]).toMatchObject({
      ...{ episodes: 2, generatorCalls: 2, estimateUsd: null, counts: null },
      missing: "expected a host that serves dear",
    });
    expect(estimateUsd).toBeNull();
  });
});

test("limitOf: what the others have cost is gone, what the folder itself has cost is not", () => {
  const spent = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  expect(limitOf(5, spent, "a")).toBe(3);
  expect(limitOf(1, spent, "a")).toBe(0);
  expect(limitOf(undefined, spent, "a")).toBeUndefined();
});
