import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { MediaError, StoreError, UsageError } from "../core/errors.ts";
import { sha256 } from "../core/hash/sha256.ts";
import type { JournalFile } from "../core/store/journal.ts";
import { createReplayGenerator } from "../generators/replay/index.ts";
import { createFakeGenerator, createFakeJudge } from "../tests/e2e/helpers/fakes.ts";
import { newRunPath, SUITE_INSTANCES, suiteOptions } from "../tests/e2e/helpers/small-suite.ts";
import { runSuite, type SuiteOptions } from "./run-suite.ts";

const instances = SUITE_INSTANCES;
let runPath = "";
let stderr: string[] = [];

beforeEach(() => {
  runPath = newRunPath();
  stderr = [];
});

const suite = (changes: Partial<SuiteOptions> = {}) =>
  runSuite(
    suiteOptions(runPath, { progressStream: { write: (text) => stderr.push(text) }, ...changes }),
  );

const journal = (name: string): readonly string[] =>
  readFileSync(join(runPath, name), "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "");

describe("runSuite", () => {
  it("writes the folder of a run", async () => {
    const result = await suite();
    expect(result).toMatchObject({ status: "finished", skipped: 0, generatorCalls: 4 });
    expect(result.run.records.map((r) => r.episode.instanceId)).toEqual(instances.map((i) => i.id));
    expect(result.run.records.every((r) => r.verdict !== undefined)).toBe(true);
    expect(journal("episodes.jsonl")).toHaveLength(4);
    expect(journal("verdicts.jsonl")).toHaveLength(4);
    const folder = join(runPath, "episodes", instances[0]?.id ?? "");
    for (const file of [
      "instance.json",
      "scene.json",
      "observation.png",
      "prompt.txt",
      "imagined-00.mp4",
      "truth.json",
    ]) {
      expect(existsSync(join(folder, file)), file).toBe(true);
    }
    expect(stderr.at(-1)).toMatch(/^pipe, fake: 4\/4/);
  });

  it("does nothing when it is repeated", async () => {
    await suite();
    const before = readFileSync(join(runPath, "episodes.jsonl"), "utf8");
    const generator = createFakeGenerator();
    const judge = createFakeJudge();
    const result = await suite({ generator, diagnose: judge.diagnose });
    expect(result).toMatchObject({ status: "finished", skipped: 4, generatorCalls: 0 });
    expect(generator.calls).toEqual([]);
    expect(judge.judged).toEqual([]);
    expect(readFileSync(join(runPath, "episodes.jsonl"), "utf8")).toBe(before);
  });

  it("gives the same lines again in another folder", async () => {
    await suite({ concurrency: 1 });
    const first = journal("episodes.jsonl");
    const verdicts = journal("verdicts.jsonl");
    runPath = `${runPath}-again`;
    await suite({ concurrency: 1, now: () => 0 });
    expect(journal("episodes.jsonl")).toEqual(first);
    expect(journal("verdicts.jsonl")).toEqual(verdicts);
  });

  it("stops when interrupted, keeps what is finished, and resumes to the same lines", async () => {
    await suite();
    const uninterrupted = journal("episodes.jsonl");
    runPath = `${runPath}-2`;
    const controller = new AbortController();
    const slow = createFakeGenerator({
      onResult: (_, signal) => {
        if (slow.requests.length === 3) controller.abort();
        if (signal.aborted) throw new DOMException("aborted", "AbortError");
      },
    });
    const stopped = await suite({ generator: slow, signal: controller.signal, concurrency: 1 });
    expect(stopped.status).toBe("interrupted");
    expect(journal("episodes.jsonl")).toHaveLength(2);
    expect(existsSync(join(runPath, ".lock"))).toBe(false);

    const rest = await suite();
    expect(rest).toMatchObject({ status: "finished", skipped: 2, generatorCalls: 2 });
    expect([...journal("episodes.jsonl")].sort()).toEqual([...uninterrupted].sort());
    expect(stderr.join("")).toContain("2 of 4 are done");
  });

  it("records an error, goes on, and tries it again the next time", async () => {
    const bad = instances[1]?.id;
    const generator = createFakeGenerator({
      onResult: (id) => {
        if (id === bad) throw new MediaError("expected a clip but received nothing");
      },
    });
    const first = await suite({ generator });
    expect(first.status).toBe("finished");
    expect(first.run.records.map((r) => r.episode.status)).toEqual(["ok", "error", "ok", "ok"]);
    expect(stderr.join("")).toContain(`${bad}: expected a clip`);
    const second = await suite();
    expect(second).toMatchObject({ skipped: 3, generatorCalls: 1 });
    expect(second.run.records.map((r) => r.episode.status)).toEqual(["ok", "ok", "ok", "ok"]);
    expect(journal("episodes.jsonl")).toHaveLength(5);
  });

  it("judges a replayed clip again when it was exchanged, and no other", async () => {
    const clips = mkdtempSync(join(tmpdir(), "probe-replayed-"));
    const [first, second] = instances.map(({ id }) => join(clips, `${id}.mp4`));
    for (const { id } of instances) writeFileSync(join(clips, `${id}.mp4`), `clip of ${id}`);
    const generator = createReplayGenerator(clips);
    await suite({ generator });
    const unchanged = await suite({ generator });
    expect(unchanged).toMatchObject({ skipped: 4, generatorCalls: 0 });
    writeFileSync(first ?? "", "another clip");
    rmSync(second ?? "");
    const judge = createFakeJudge();
    const result = await suite({ generator, diagnose: judge.diagnose });
    expect(result).toMatchObject({ status: "finished", skipped: 3, generatorCalls: 1 });
    expect(judge.judged).toEqual([instances[0]?.id]);
    expect(stderr.join("")).toContain("1 of 4 clips are others than were judged");
    const [record] = result.run.records;
    expect(record?.episode).toMatchObject({ clip: { sha256: sha256("another clip") } });
    expect(record?.verdict?.videoSha256).toBe(sha256("another clip"));
    expect(await suite({ generator })).toMatchObject({ skipped: 4, generatorCalls: 0 });
    rmSync(clips, { recursive: true });
  });

  it("refuses a folder without one clip for a new run, before it writes anything", async () => {
    const clips = mkdtempSync(join(tmpdir(), "probe-replayed-"));
    writeFileSync(join(clips, "of-another-puzzle.mp4"), "clip");
    const generator = createReplayGenerator(clips);
    const attempt = suite({ generator });
    await expect(attempt).rejects.toThrow(UsageError);
    await expect(attempt).rejects.toThrow(
      `expected a clip of one of the 4 puzzles at least from replay:${clips} but received none`,
    );
    await expect(attempt).rejects.toThrow(`${instances[0]?.id}.mp4, `);
    expect(existsSync(runPath)).toBe(false);
    expect(await suite({ generator, mayLackClips: true })).toMatchObject({ status: "finished" });
    expect(journal("episodes.jsonl")).toHaveLength(4);
    rmSync(clips, { recursive: true });
  });

  it("takes up a run whose clips are gone by now", async () => {
    const clips = mkdtempSync(join(tmpdir(), "probe-replayed-"));
    const files = instances.map(({ id }) => join(clips, `${id}.mp4`));
    for (const file of files) writeFileSync(file, "clip");
    const generator = createReplayGenerator(clips);
    await suite({ generator });
    for (const file of files) rmSync(file);
    expect(await suite({ generator })).toMatchObject({
      ...{ status: "finished", skipped: 4, generatorCalls: 0 },
    });
    rmSync(clips, { recursive: true });
  });

  it("is interrupted as long as an error waits for its second try", async () => {
    const failing = createFakeGenerator({
      onResult: () => {
        throw new MediaError("expected a clip but received nothing");
      },
    });
    await suite({ generator: failing });
    const controller = new AbortController();
    const generator = createFakeGenerator({
      onResult: (_, signal) => {
        controller.abort();
        signal.throwIfAborted();
      },
    });
    const result = await suite({ generator, signal: controller.signal, concurrency: 1 });
    expect(result.status).toBe("interrupted");
  });

  it("does not write the same verdict twice when it died between verdict and episode", async () => {
    await suite({ concurrency: 1 });
    const lines = journal("episodes.jsonl");
    writeFileSync(join(runPath, "episodes.jsonl"), `${lines.slice(0, 3).join("\n")}\n`);
    const result = await suite({ concurrency: 1 });
    expect(result.skipped).toBe(3);
    expect(journal("verdicts.jsonl")).toHaveLength(4);
    expect(journal("episodes.jsonl")).toEqual(lines);
  });

  it("ends with a clear error when the disk is full, and loses nothing", async () => {
    let budget = 3;
    const openFile = async (path: string): Promise<JournalFile> => {
      const file = await open(path, "a");
      if (!path.endsWith("episodes.jsonl")) return file;
      return {
        write: (async (bytes: Uint8Array, offset: number, length: number) => {
          if (budget === 0) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
          budget -= 1;
          return file.write(bytes, offset, length, null);
        }) as JournalFile["write"],
        sync: () => file.sync(),
        truncate: (length) => file.truncate(length),
        close: () => file.close(),
      };
    };
    const attempt = suite({ openFile, concurrency: 1 });
    await expect(attempt).rejects.toThrow(StoreError);
    await expect(attempt).rejects.toThrow(/ENOSPC.*disk or quota is full/);
    expect(journal("episodes.jsonl")).toHaveLength(3);
    expect(await suite()).toMatchObject({ status: "finished", skipped: 3, generatorCalls: 1 });
  });

  it("refuses a second run into the same folder while the first goes on", async () => {
    let second: Promise<unknown> | undefined;
    const generator = createFakeGenerator({
      onResult: async () => {
        second ??= suite().catch((error: unknown) => error);
        await second;
      },
    });
    expect((await suite({ generator })).status).toBe("finished");
    expect(await second).toBeInstanceOf(StoreError);
  });

  it("refuses a generator that does not make what the condition needs", async () => {
    const generator = { ...createFakeGenerator(), kind: "image" as const };
    await expect(suite({ generator })).rejects.toThrow(UsageError);
    expect(existsSync(runPath)).toBe(false);
  });
});

it("gives each rollout a folder of its own, and leaves none that is empty", async () => {
  const kept = instances[0]?.id ?? "";
  const generator = createFakeGenerator();
  const start: typeof generator.start = async (request, context) => {
    if (request.instanceId === kept) writeFileSync(join(context.scratchDir, "prompt.txt"), "mine");
    return generator.start(request, context);
  };
  await suite({ generator: { ...generator, start } });
  const folder = (id: string) => join(runPath, "episodes", id);
  expect(readFileSync(join(folder(kept), "rollout-01", "prompt.txt"), "utf8")).toBe("mine");
  expect(existsSync(join(folder(instances[1]?.id ?? ""), "rollout-01"))).toBe(false);
});
