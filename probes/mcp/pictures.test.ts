import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";
import { readRun } from "../../core/store/read-run.ts";
import { createPainter } from "../agent/testing/rollout-makers.ts";
import { ANSWERS, PIPE_1, pipe, recordOf } from "./testing/pipe-1.ts";
import { enter, leaveAll } from "./testing/room.ts";

afterEach(leaveAll);

describe("pictures", () => {
  test("are painted from the board, ten an episode, and counted", async () => {
    const painter = createPainter();
    const { call, folder } = await enter({ generator: painter });
    const episode = PIPE_1.id;
    const start = await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    expect(start.texts[0]).toContain("imagine_image");
    expect((await call("imagine_image", { episode, prompt: "  " })).isError).toBe(true);
    for (let picture = 1; picture <= 10; picture += 1) {
      const made = await call("imagine_image", { episode, prompt: `picture ${picture}` });
      expect(made.data).toMatchObject({ imaginationsLeft: 10 - picture });
      expect(made.pictures).toBe(1);
    }
    const more = await call("imagine_image", { episode, prompt: "one more" });
    expect(more).toMatchObject({ isError: true, data: { reason: "limit" } });
    expect((await call("observe", { episode })).pictures).toBe(2);
    const acted = await call("act", { episode, answer: ANSWERS[0] });
    expect(acted.pictures).toBe(1);
    await call("end_episode", { episode });
    const { condition, agent } = await recordOf(folder, episode);
    expect(condition).toBe("image");
    const asked = agent?.steps[0]?.imaginations ?? [];
    expect(asked.map(({ skipped }) => skipped)).toEqual([
      "empty_prompt",
      ...Array.from({ length: 10 }, () => undefined),
      "limit",
    ]);
    expect(agent?.steps[0]?.calls).toBe(13);
    expect(painter.requests.map(({ prompt }) => prompt)).toHaveLength(10);
  });

  test("a failure of the generator is told, and the episode goes on", async () => {
    const painter = createPainter({
      statuses: [{ state: "failed", reason: "no paint" }, { state: "succeeded" }],
      host: {},
    });
    const { call, folder, lines } = await enter({ generator: painter });
    const episode = PIPE_1.id;
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    const failed = await call("imagine_image", { episode, prompt: "a" });
    expect(failed).toMatchObject({
      isError: true,
      data: { imaginationsLeft: 9, reason: "failed" },
    });
    expect(lines.join("\n")).toContain("no paint");
    const second = await call("imagine_image", { episode, prompt: "b" });
    expect(second.pictures).toBe(1);
    await call("act", { episode, answer: ANSWERS[0] });
    await call("end_episode", { episode });
    const { agent } = await recordOf(folder, episode);
    expect(agent?.steps[0]?.imaginations[0]?.skipped).toContain("no paint");
  });

  test("--max-cost holds for all episodes of the server", async () => {
    const painter = createPainter({ host: {} });
    const { call, folder } = await enter({ generator: painter, maxCostUsd: 0.6 });
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    await call("start_episode", { task: "pipe", tier: "easy", seed: 2 });
    await call("imagine_image", { episode: PIPE_1.id, prompt: "a" });
    const second = pipe.generate("easy", 2).id;
    const refused = await call("imagine_image", { episode: second, prompt: "a" });
    expect(refused.isError).toBe(true);
    expect((await call("act", { episode: second, answer: "?" })).texts[0]).toContain("--max-cost");
    expect((await readRun(join(folder, second))).missing).toEqual([second]);
    expect(painter.requests).toHaveLength(1);
  });

  test("taking the request back stops the job, and the episode goes on", async () => {
    const takenBack = new AbortController();
    let isPolled = (): void => undefined;
    const polled = new Promise<void>((resolve) => {
      isPolled = resolve;
    });
    let isStopped = false;
    const painter = createPainter({
      host: {},
      onCancel: () => {
        isStopped = true;
      },
    });
    const slow: typeof painter = {
      ...painter,
      status: async () => {
        if (isStopped) return { state: "canceled", reason: "stopped" };
        isPolled();
        return { state: "running" };
      },
    };
    const clock = {
      now: () => performance.now(),
      sleep: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          const timer = setTimeout(resolve, Math.min(ms, 5));
          signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason);
          });
        }),
    };
    const notes: Progress[] = [];
    const { call, folder } = await enter({ generator: slow, clock });
    const episode = PIPE_1.id;
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    const asked = call(
      "imagine_image",
      { episode, prompt: "slow" },
      { signal: takenBack.signal, onprogress: (note) => notes.push(note) },
    );
    await polled;
    await expect.poll(() => notes.length).toBeGreaterThan(2);
    takenBack.abort();
    await expect(asked).rejects.toThrow();
    // Calls are served one after the other: this one waits for the job to be stopped.
    expect((await call("observe", { episode })).data).toMatchObject({ imaginationsLeft: 10 });
    expect(isStopped).toBe(true);
    expect(notes.some(({ message }) => message === "imagining")).toBe(true);
    const grown = notes.map(({ progress }) => progress);
    expect(grown).toEqual(grown.toSorted((a, b) => a - b));
    await call("act", { episode, answer: ANSWERS[0] });
    await call("end_episode", { episode });
    const { agent } = await recordOf(folder, episode);
    expect(agent?.steps[0]?.imaginations).toMatchObject([
      { prompt: "slow", skipped: "failed: cancelled by the client" },
    ]);
    const journal = readFileSync(join(folder, episode, "rollouts.jsonl"), "utf8");
    expect(journal).toContain('"state":"canceled"');
  });
});
