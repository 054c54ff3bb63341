import { existsSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { MediaError, ProviderError, UsageError } from "../core/errors.ts";
import { createFakeGenerator } from "../tests/e2e/helpers/fakes.ts";
import {
  newRunPath,
  readLines,
  SUITE_INSTANCES,
  suiteOptions,
} from "../tests/e2e/helpers/small-suite.ts";
import { planRollouts } from "./plan-rollouts.ts";
import { runSuite, type SuiteOptions } from "./run-suite.ts";

let runPath = "";
beforeEach(() => {
  runPath = newRunPath();
});

const options = (changes: Partial<SuiteOptions> = {}): SuiteOptions =>
  suiteOptions(runPath, { generator: createFakeGenerator({ host: {} }), ...changes });
const suite = (changes: Partial<SuiteOptions> = {}) => runSuite(options(changes));
const plan = async (changes: Partial<SuiteOptions> = {}) =>
  (await planRollouts(options(changes))).counts;
const none = { finished: 0, stands: 0, judge: 0, "pick-up": 0, ask: 0 };
const lostAnswer = () => new ProviderError("connection lost", { mayHaveStarted: true });

describe("episodes of a generator at a host", () => {
  it("say where they were made, at what cost and with which warnings", async () => {
    const generator = createFakeGenerator({ host: {}, warnings: ["no seed"] });
    const result = await suite({ generator });
    expect(result).toMatchObject({
      ...{ status: "finished", generatorCalls: 4, undone: [] },
      costs: { spentUsd: 2, knownUsd: 2, unknownCount: 0 },
    });
    const { episode } = result.run.records[0] ?? {};
    const warnings = ["no seed", `made for ${SUITE_INSTANCES[0]?.id}`];
    expect(episode).toMatchObject({ status: "ok", host: "fake-host", costUsd: 0.5, warnings });
    expect(await suite()).toMatchObject({ skipped: 4, generatorCalls: 0, costs: { spentUsd: 2 } });
    expect(await plan()).toEqual({ ...none, finished: 4 });
  });

  it("are judged again without asking the host when only the judging failed", async () => {
    const diagnose = async () => {
      throw new MediaError("no ffmpeg");
    };
    const first = await suite({ diagnose });
    expect(first.run.records.every(({ episode }) => episode.status === "error")).toBe(true);
    expect(await plan()).toEqual({ ...none, judge: 4 });
    const generator = createFakeGenerator({ host: {} });
    const second = await suite({ generator });
    expect(second).toMatchObject({ skipped: 0, generatorCalls: 0, costs: { spentUsd: 2 } });
    expect(second.run.records.every(({ episode }) => episode.status === "ok")).toBe(true);
    expect(generator.calls).toEqual([]);
  });

  it("stand as unknown until they are bought anew on purpose", async () => {
    const startErrors = [lostAnswer(), undefined, undefined, undefined];
    const first = await suite({ generator: createFakeGenerator({ host: {}, startErrors }) });
    expect(first).toMatchObject({
      ...{ status: "finished", standing: { unknown: 1, failed: 0 } },
      costs: { spentUsd: null, knownUsd: 1.5, unknownCount: 1 },
    });
    const [error] = readLines(runPath, "episodes.jsonl").filter(({ status }) => status === "error");
    expect(error).toMatchObject({ host: "fake-host", costUsd: null, error: { code: "unknown" } });
    const second = await suite();
    expect(second).toMatchObject({ skipped: 4, generatorCalls: 0, standing: { unknown: 1 } });
    expect(readLines(runPath, "episodes.jsonl")).toHaveLength(4);
    expect(await plan()).toEqual({ ...none, finished: 3, stands: 1 });
    expect(await plan({ retryUnknown: true })).toEqual({ ...none, finished: 3, ask: 1 });
    const third = await suite({ retryUnknown: true });
    expect(third).toMatchObject({ generatorCalls: 1, standing: { unknown: 0 } });
    expect(third.costs).toMatchObject({ spentUsd: null, knownUsd: 2, unknownCount: 1 });
  });

  it("stand as failed until they are bought anew on purpose; what was refused is tried again", async () => {
    const failed = createFakeGenerator({
      ...{ host: {}, startErrors: [new ProviderError("402")] },
      statuses: [{ state: "failed", reason: "a filter" }, { state: "succeeded" }],
    });
    const first = await suite({ generator: failed, concurrency: 1 });
    expect(first.standing).toEqual({ unknown: 0, failed: 1 });
    expect(
      first.run.records.map(({ episode }) => "error" in episode && episode.error.code),
    ).toEqual(["provider", "failed", false, false]);
    expect(first.run.records[0]?.episode).toMatchObject({ costUsd: 0 });
    expect(await suite()).toMatchObject({ skipped: 3, generatorCalls: 1, standing: { failed: 1 } });
    expect(await suite({ retryFailed: true })).toMatchObject({ skipped: 3, generatorCalls: 1 });
  });
});

describe("--max-cost", () => {
  it("starts nothing that could cost more, and goes on when there is more", async () => {
    const generator = createFakeGenerator({ host: {} });
    const first = await suite({ generator, maxCostUsd: 1.2 });
    expect(first).toMatchObject({ status: "budget", generatorCalls: 2, costs: { spentUsd: 1 } });
    expect(first.undone).toEqual(SUITE_INSTANCES.slice(2).map(({ id }) => id));
    expect(generator.requests).toHaveLength(2);
    expect(existsSync(`${runPath}/episodes/${SUITE_INSTANCES[3]?.id}`)).toBe(false);
    const planned = await planRollouts(options({ maxCostUsd: 1.5 }));
    expect(planned).toMatchObject({ totalUsd: 1, affordable: 1, counts: { finished: 2, ask: 2 } });
    expect(await suite({ maxCostUsd: 1.2 })).toMatchObject({ status: "budget", generatorCalls: 0 });
    expect(await suite({ maxCostUsd: 2 })).toMatchObject({ status: "finished", generatorCalls: 2 });
  });

  it("uses what rollouts cost less than was set aside for them", async () => {
    const generator = createFakeGenerator({ host: { estimateUsd: () => 1, costUsd: () => 0.25 } });
    const result = await suite({ generator, maxCostUsd: 1.75, concurrency: 4 });
    expect(result).toMatchObject({ status: "finished", costs: { spentUsd: 1 } });
  });

  it("counts what may have been bought", async () => {
    const generator = createFakeGenerator({ host: {}, startErrors: [lostAnswer(), lostAnswer()] });
    const result = await suite({ generator, maxCostUsd: 1, concurrency: 1 });
    expect(result).toMatchObject({ status: "budget", standing: { unknown: 2 }, generatorCalls: 2 });
  });

  it("needs a price, and says so before anything is done", async () => {
    const generator = createFakeGenerator({ host: { estimateUsd: () => null } });
    const attempt = suite({ generator, maxCostUsd: 1 });
    await expect(attempt).rejects.toThrow(UsageError);
    await expect(attempt).rejects.toThrow(/--prices FILE/);
    expect(existsSync(runPath)).toBe(false);
    await expect(planRollouts(options({ generator, maxCostUsd: 0 }))).rejects.toThrow(UsageError);
    const unlimited = await suite({
      generator: createFakeGenerator({ host: { estimateUsd: () => null, costUsd: () => null } }),
    });
    expect(unlimited.costs).toEqual({ spentUsd: null, knownUsd: 0, unknownCount: 4 });
  });

  it("has jobs of an earlier process stopped that no longer fit", async () => {
    const controller = new AbortController();
    const left = createFakeGenerator({
      host: {},
      statuses: [{ state: "running" }],
      onCancel: () => new Promise(() => undefined),
    });
    const clock = { now: () => 0, sleep: async () => controller.abort() };
    const first = await suite({ generator: left, signal: controller.signal, clock });
    expect(first.status).toBe("interrupted");
    expect(await plan()).toEqual({ ...none, "pick-up": 2, ask: 2 });
    const generator = createFakeGenerator({
      host: {},
      statuses: [{ state: "canceled", reason: "as asked" }, { state: "succeeded" }],
    });
    const second = await suite({ generator, maxCostUsd: 0.5, concurrency: 1 });
    expect(second.status).toBe("budget");
    expect(generator.calls).not.toContain("start");
    expect(generator.calls).toContain("cancel");
    const ends = readLines(runPath, "rollouts.jsonl").filter(({ event }) => event === "ended");
    expect(ends).toMatchObject(
      [{ state: "canceled" }, { state: "canceled" }].slice(0, ends.length),
    );
  });
});

it("an interrupt has every open job stopped, also those that were not taken up yet", async () => {
  const controller = new AbortController();
  const clock = { now: () => 0, sleep: async () => controller.abort() };
  const deaf = createFakeGenerator({
    host: {},
    statuses: [{ state: "running" }],
    onCancel: () => new Promise(() => undefined),
  });
  const first = await suite({ generator: deaf, signal: controller.signal, clock, concurrency: 4 });
  expect(first).toMatchObject({ status: "interrupted", generatorCalls: 4 });
  expect(first.undone).toEqual(SUITE_INSTANCES.map(({ id }) => id));
  expect(await plan()).toEqual({ ...none, "pick-up": 4 });

  const canceled = [{ state: "canceled", reason: "as asked" }] as const;
  const generator = createFakeGenerator({ host: {}, statuses: canceled });
  const signal = AbortSignal.abort();
  expect((await suite({ generator, signal, concurrency: 1 })).status).toBe("interrupted");
  expect(generator.calls.filter((call) => call === "cancel")).toHaveLength(4);
  expect(generator.calls).not.toContain("start");
  expect(await plan()).toEqual({ ...none, ask: 4 });
});

describe("planRollouts", () => {
  it("shows each request, and neither writes nor sends", async () => {
    const generator = createFakeGenerator({ host: {} });
    const planned = await planRollouts(options({ generator }));
    expect(planned).toMatchObject({ totalUsd: 2, affordable: 4, counts: { ...none, ask: 4 } });
    expect(planned.items[0]).toMatchObject({
      ...{ instanceId: SUITE_INSTANCES[0]?.id, action: "ask", estimateUsd: 0.5 },
      preview: { host: "fake-host", method: "POST", body: { instanceId: SUITE_INSTANCES[0]?.id } },
    });
    expect(generator.calls).toEqual([]);
    expect(existsSync(runPath)).toBe(false);
  });

  it("costs nothing for a generator without a host", async () => {
    const planned = await planRollouts(options({ generator: createFakeGenerator() }));
    expect(planned).toMatchObject({ totalUsd: 0, counts: { ...none, ask: 4 } });
    expect(planned.items[0]).not.toHaveProperty("preview");
  });

  it("refuses the folder of another run, as the run would", async () => {
    await suite();
    const other = options();
    const config = { ...other.config, rollout: { ...other.config.rollout, fps: 9 } };
    await expect(planRollouts({ ...other, config })).rejects.toThrow(/rollout\.fps/);
  });
});

it("a prompt of one's own is what is asked, and another run than the task's own words", async () => {
  const generator = createFakeGenerator({ host: {} });
  const base = options({ generator });
  const sha256 = "0".repeat(64);
  const config = { ...base.config, prompt: { name: "mine.txt", sha256 } };
  const promptOf: SuiteOptions["promptOf"] = (task, _, moves) =>
    `${task.id}: ${moves.length} moves`;
  await suite({ generator, config, promptOf });
  expect(generator.requests[0]?.prompt).toMatch(/^pipe: \d+ moves$/);
  await expect(suite({ generator })).rejects.toThrow(/prompt: the folder has/);
});

it("what a host makes us wait for stands on the progress line", async () => {
  const lines: string[] = [];
  const generator = createFakeGenerator({ host: {} });
  const start: typeof generator.start = async (request, context) => {
    context.onWait?.("fake-host: asked to wait 12 s");
    return generator.start(request, context);
  };
  let nowMs = 0;
  await suite({
    generator: { ...generator, start },
    now: () => (nowMs += 6000),
    progressStream: { write: (text) => lines.push(text) },
  });
  expect(lines.join("")).toContain(`fake-host: asked to wait 12 s ${SUITE_INSTANCES[0]?.id}`);
});
